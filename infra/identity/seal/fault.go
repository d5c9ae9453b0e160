package seal

import "hora/canonical"

// A Fault says why a token cannot be opened. It is for tests and the log: each
// is canonical.ErrNotSealed, and no caller may be told which it was.
type Fault uint8

const (
	Malformed    Fault = iota + 1 // no compact JWE, or a longer one than is ever made
	Foreign                       // of no secret that is known, or made in another way
	OtherPurpose                  // sealed for something else
	Tampered                      // not what was sealed
	Unreadable                    // sealed here, but not these claims
)

var faults = [...]string{
	Malformed: "no sealed token", Foreign: "sealed elsewhere", OtherPurpose: "sealed for another purpose",
	Tampered: "changed since it was sealed", Unreadable: "sealed with other claims",
}

func (f Fault) Error() string { return "seal: " + faults[f] }

// Is makes every Fault a canonical.ErrNotSealed.
func (f Fault) Is(target error) bool { return target == canonical.ErrNotSealed }
