// Package wirejson reads JSON strictly and writes it totally, for every
// binding alike.
//
// Reading: names match exactly, a name given twice at any depth is a fault
// (two readers would see two messages), text is valid UTF-8, and nothing
// follows the value. A body that is JSON but holds values of other types than
// expected is read as far as possible and the members that did not fit are
// named, so that a dialect can say all that is wrong at once. No text of the
// JSON package ever leaves.
//
// Writing: raw values keep their bytes, and stored text that is not valid
// UTF-8 is written with replacement characters instead of failing.
package wirejson
