// Package selfe is the Selfe registry dialect: a curator's catalogue of places,
// found, looked at, booked and handed off by registry commands in A2A messages,
// of version 1.0 and 0.3 on the same URL.
//
// A command is one data part, {"skill": ..., "arguments": {...}}, from a caller
// who names the extension in the header; plain text is a question without
// prices and never anything else. All schemas are closed: what a caller says
// of prices, providers, accounts or addresses is refused, and metadata does not
// count.
//
// Nothing that is found is stored. An offer travels sealed in the answer and
// comes back with book or prepare_booking_handoff; the desk judges it again
// then. Anonymous callers are answered with Messages; whoever presents a good
// token, with Tasks that they can come back to.
//
// Sources: the registry extension of Selfe, wire version 1.0 (its sentences are
// the requirements R-C to R-U of the tests), AP2 v0.1 for Cart Mandates, ARD
// v0.9 for the catalogue documents and the search endpoint, UCP 2026-04-08 for
// the business profile, RFC 9728 for the resource's metadata. What these leave
// open:
//
//   - A registry is chosen by ?catalogue=; on a host that is for one registry
//     alone it may be left out, and no other is found there.
//   - The commands' arguments and results are the components of the document
//     at /.well-known/ucp/services/registry.openapi.json, made of the types
//     that are read and written here.
//   - A token that cannot be opened is left for the desk to refuse, so that a
//     closed gate and a missing credential are told first.
//   - Behind a review link the guest goes on to the curator's own page, or, where
//     there is none and an OpenID provider is configured, signs in and confirms
//     here: signin.go, cookie.go, confirm.go, leave.go. What it costs to cancel is
//     said before that, and how the booking stands whenever the link is opened
//     after it.
//   - The status of the gate tells of the gate and nothing else; of one option, and
//     of what became of it, its review link tells, as a page or as JSON.
//   - What is not about the command (who may call, how often, what cannot be
//     reached) is told by HTTP, with a body whose number is outside A2A's.
package selfe
