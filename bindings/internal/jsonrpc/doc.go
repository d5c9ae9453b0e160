// Package jsonrpc is the JSON-RPC 2.0 envelope as a server sees it, without
// any dialect in it.
//
// A call is read in one pass, envelope and params together, into a Request
// typed to the leaves. Its id is a string, a number or null and is kept as
// raw bytes, so that it goes back exactly as it came: 1.0 stays 1.0, and
// 9007199254740993 is not rounded. Faults are found in one order, whatever
// the order of the bytes: not JSON at all, not a call, an unknown method,
// wrong params. Until the id is known to be good a fault answers null.
//
// Batches are not served, and neither are notifications: a call without an id
// is refused, and nothing runs.
package jsonrpc
