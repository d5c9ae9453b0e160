// Command local is a whole desk on one machine: every dialect's routes on one
// HTTP server, bookings in a folder, demonstration organisations to try it
// with. It also checks organisation files and loads them, into a folder or
// into the table of a deployed desk.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

// usages say how each command is called; the desk itself has no name.
var usages = []struct{ command, text string }{
	{"", `  local [--addr 127.0.0.1:8080] [--data DIR] [--now 2026-03-30T09:00:00-03:00] [--sign-in FILE]
        serve every dialect; on an empty folder, with demonstration data; with a file that names an
        OpenID provider, guests sign in there to confirm at the desk itself what they review
`},
	{"check", `  local check FILE...
        check organisation files and list all that is wrong with them
`},
	{"load", `  local load FILE... [--data DIR]
  local load FILE... --table NAME [--endpoint URL] [--create]
        check organisation files and load them, into a folder or a DynamoDB table
`},
	{"token", `  local token [--sub guest-1] [--client web] [--scope bookings:write] [--minutes 60] [--aud http://127.0.0.1:8080] [--data DIR] [--now INSTANT]
        print an access token that the local desk on that folder takes; without --sub, an agent's;
        --expired, --alg none and --alg HS256 make ones that it must refuse
  local token --mandate --cart FILE|- [--aud http://127.0.0.1:8080] [--expired] [--data DIR] [--now INSTANT]
        print a guest's consent to the cart in the desk's answer: the authority of a booking
  local token --jwks [--mandate]
        print the public keys of who signs tokens, or mandates
`},
}

const defaultFolder = "DIR is hora in the user's cache folder where --data does not say.\n"

// usage tells how a command is called; without one, how all are.
func usage(command string, all bool) string {
	var b strings.Builder
	b.WriteString("usage:\n")
	for _, u := range usages {
		if all || u.command == command {
			b.WriteString(u.text)
		}
	}
	if all || command != "check" {
		b.WriteString(defaultFolder)
	}
	return b.String()
}

// streams are where a command writes: what was asked for, and what happened
// meanwhile.
type streams struct{ out, err io.Writer }

// errUsage says that the command line is wrong and that the user knows why.
var errUsage = errors.New("wrong usage")

// Exit codes.
const (
	done   = 0
	failed = 1
	misuse = 2 // the command line, not the world, is wrong
)

// garbage is how much of it may gather, in percent of what is in use: a desk
// keeps little in memory, and would collect every few calls.
const garbage = 400

func main() {
	debug.SetGCPercent(garbage)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, s streams) int {
	command, name := serve, ""
	if len(args) > 0 && (args[0] == "" || args[0][0] != '-') {
		name, args = args[0], args[1:]
	}
	switch name {
	case "":
	case "load":
		command = load
	case "check":
		command = check
	case "token":
		command = token
	case "help":
		fmt.Fprint(s.out, usage("", true))
		return done
	default:
		fmt.Fprintf(s.err, "there is no command %q\n%s", name, usage("", true))
		return misuse
	}
	switch err := command(ctx, args, s); {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return done
	case errors.Is(err, errUsage):
		return misuse
	default:
		fmt.Fprintln(s.err, err)
		return failed
	}
}
