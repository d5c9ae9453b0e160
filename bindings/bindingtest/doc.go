// Package bindingtest is what every binding must pass, whatever its dialect.
// It knows none of them: it takes the calls from files and looks at bytes.
//
//	testdata/rosetta/<scenario>/    one act in every dialect: request.canonical.json and
//	                                outcome.canonical.json, and for each binding <name>.txtar
//	                                or <name>-<door>.txtar with a request and its response;
//	                                the README there says why a dialect has none
//	testdata/quirks/<name>/         calls that only this dialect knows, and bad ones
//	testdata/errors/<name>.txtar    the answer to every way an act may end badly, in every
//	                                version, once for all acts that are answered alike
//
// A request must decode to the canonical command by value, and the canonical
// outcome must encode to the response byte for byte. -update rewrites
// responses, and nothing else; what it wrote is to be read before it is kept.
//
// What is there to begin with is a request; -update adds the response to it,
// and makes the table of errors from all that the requests ask for.
//
// A file is in txtar form. Its sections, in order:
//
//	request    head and body as HTTP has them; "request quoted" has the body as a Go string
//	command    the canonical command; only in quirks, and absent when the desk is not asked
//	refused    in rosetta: the desk is not asked, the dialect sees by itself what is wrong
//	meta       what else the desk is told, as far as it matters here
//	outcome    only in quirks: the canonical outcome that the desk answers with
//	response   status, headers in order, body
//
// The desk of these tests does what it is told; only where the answers are A2A
// tasks it makes one, as an engine would.
//
// A file of quirks may have several calls, one after the other.
package bindingtest
