// Package model is a reference desk, and the tests that hold the real one
// against it. The reference is what anyone would write down in an afternoon: a
// plain list of who has taken what until when, and a clock. It knows no
// records, versions, messages on a wire or conflicts.
//
// The real desk is called as the world calls it: over HTTP, through every
// binding of the registry, with the calls of testdata/rosetta and different
// values in them. Several calls may go at once. Meanwhile the clock jumps, also
// over the days on which it is changed, holds run out, the store is throttled,
// reports conflicts and loses its answers. Whatever is answered must be what
// the reference would have answered to these calls in some order.
//
// A binding takes part by having fixtures; nothing here knows any dialect.
package model
