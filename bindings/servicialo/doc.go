// Package servicialo speaks Servicialo: the five intents of A2A Intent
// Payloads 1.2.0 over A2A messages, their REST twins, and the organisation's
// agent card.
//
// Both transports read into the same commands and write the same bodies; over
// A2A a body travels in the DataPart, and what people may read stands beside
// it as text. A free-text message is read by rules; what it lacks is asked for
// in a message that has no DataPart.
//
// What the specification leaves open:
//
//   - Every error carries servicialo_version, org and error, and code where
//     there is one, whichever of the two shapes in the document an endpoint
//     shows. details is as zod flattens it.
//   - Prices are decimal strings in the major unit. Instants are UTC with
//     milliseconds. A status is in the vocabulary of its endpoint: Spanish when
//     booked, English when moved.
//   - serviceId alone searches today; days without from starts today. Of
//     several modes next wins over from, from over date, date over days. All
//     parameters that are given must be good, whichever decides.
//   - Arguments that cannot be read are a 400 at once over REST. Over A2A the
//     desk still counts the call and knows the organisation before it answers
//     with the same body.
//   - Keys are looked at where they are needed, on cancel and reschedule, in
//     any of three spellings: X-Org-Api-Key; X-API-Key with X-Org-Id;
//     Authorization: Bearer with X-Servicialo-Org.
//   - Idempotency-Key makes a write happen once and, over A2A, stands in for
//     the message id.
//   - A desk that cannot be reached is 503, an outcome that is not known 500
//     with code OUTCOME_UNKNOWN; over A2A both are the DataPart's http_status.
//   - DataPart calls are answered in Spanish, or in English when
//     Accept-Language says so; free text in its own language. Amounts in texts
//     are grouped as the language does it: $40.000 CLP, $40,000 CLP.
package servicialo
