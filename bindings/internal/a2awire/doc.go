// Package a2awire is the wire of A2A 0.3 and 1.0 over JSON-RPC, for every
// dialect that rides on it: the envelope, messages, tasks, errors and cards,
// read and written by version, without any meaning of their own.
//
// Read takes one HTTP call apart in the order that every route keeps (size,
// content type, parse, envelope, version, method, params) and hands back the
// Call and the Reply that alone can answer it. A Call is the same for both
// versions: what a message says is told apart from how the version spells it.
// The payload of data parts and metadata is decoded in the same pass into the
// types the route names: its own structs down to the leaves, or jsontext.Value
// where nothing is known of it yet.
//
// Sources: specification and a2a.proto of A2A 1.0.1 (ProtoJSON), the TypeScript
// types of A2A 0.3.0, JSON-RPC 2.0. Where they leave a choice, the comment at
// the choice says which was taken.
package a2awire
