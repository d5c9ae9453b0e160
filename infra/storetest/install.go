package storetest

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed shim/*.js shim/package.json shim/package-lock.json
var shim embed.FS

// installed is the folder of the shim's scripts, ready to run: written there,
// with the packages that they need beside or above them. Everything lies in
// the user's cache, under the hash of what it was made from, so that several
// test binaries and several checkouts can share it and none sees half of it.
func installed() (folder string, err error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	unlock, err := lock(filepath.Join(cache, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	packages, err := made(cache, "packages", []string{"package.json", "package-lock.json"}, npmCI)
	if err != nil {
		return "", err
	}
	scripts, err := fs.Glob(shim, "shim/*.js")
	if err != nil {
		return "", err
	}
	for i, name := range scripts {
		scripts[i] = filepath.Base(name)
	}
	return made(packages, "shim", scripts, func(string) error { return nil })
}

func cacheFolder() (string, error) {
	for _, base := range []func() (string, error){os.UserCacheDir, func() (string, error) { return os.TempDir(), nil }} {
		if dir, err := base(); err == nil {
			dir = filepath.Join(dir, "hora-storetest")
			if os.MkdirAll(dir, 0o700) == nil {
				return dir, nil
			}
		}
	}
	return "", fmt.Errorf("no folder can be written to for the shim's packages")
}

// made answers the folder inside parent that holds these files after finish.
// It is there whole or not at all: it gets its name last.
func made(parent, name string, files []string, finish func(folder string) error) (string, error) {
	hash := sha256.New()
	contents := make([][]byte, len(files))
	for i, f := range files {
		b, err := shim.ReadFile("shim/" + f)
		if err != nil {
			return "", err
		}
		contents[i] = b
		fmt.Fprintf(hash, "%s %d\n%s", f, len(b), b)
	}
	folder := filepath.Join(parent, name+"-"+hex.EncodeToString(hash.Sum(nil)[:8]))
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	draft, err := os.MkdirTemp(parent, "draft-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(draft)
	for i, f := range files {
		if err := os.WriteFile(filepath.Join(draft, f), contents[i], 0o600); err != nil {
			return "", err
		}
	}
	if err := finish(draft); err != nil {
		return "", err
	}
	if err := os.Rename(draft, folder); err != nil {
		if _, there := os.Stat(folder); there != nil { // not made by someone else meanwhile
			return "", err
		}
	}
	return folder, nil
}

// npmCI installs exactly what the lock file names. The packages' own install
// scripts are not run: nothing here needs them.
func npmCI(folder string) error {
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return nil
}
