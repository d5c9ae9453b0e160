package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"hora/infra/bolt"
)

// deskFile is the file in the data folder that holds everything.
const deskFile = "desk.db"

func dataFlag(f *flag.FlagSet) *string {
	return f.String("data", "", "folder that keeps the bookings; default hora in the user's cache folder")
}

// folder is the data folder that was chosen, or the default.
func folder(chosen string) (string, error) {
	if chosen != "" {
		return filepath.Abs(chosen)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no default data folder, give one with --data: %w", err)
	}
	return filepath.Join(cache, "hora"), nil
}

func openFolder(dir string) (*bolt.Store, error) {
	store, err := bolt.Open(filepath.Join(dir, deskFile))
	if errors.Is(err, bolt.ErrInUse) {
		return nil, fmt.Errorf("a desk is running on %s: stop it first, or give another folder with --data", dir)
	}
	return store, err
}
