// Package canonical is the one booking model: the nouns of a desk, the
// commands it takes, the outcomes it gives and the ports it needs.
//
// Nothing here knows a wire format, a database or a clock. Bindings decode a
// dialect into a Request and encode the Outcome back; the engine decides; the
// stores keep Records. Canonical values have one JSON form (snake_case): it is
// what is stored, what golden files show and what digests are taken of. No
// binding ever marshals a canonical value onto its wire.
//
// Units: money is in minor units of an ISO 4217 currency, instants are UTC,
// dates are local to the organisation's zone, durations are whole minutes.
package canonical
