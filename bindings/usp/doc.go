// Package usp speaks the Universal Scheduling Protocol, revision 2026-08-20:
// its twelve task types over A2A 0.3 and 1.0, their REST twins and the
// operations that only REST has, the business profile and the Agent Card.
//
// Both transports read into the same commands and write the same response
// objects; over A2A an object is the data of the one artifact of a completed
// task, and its envelope is the data part's metadata.usp.
//
// What the specification leaves open, or says twice:
//
//   - The slash names are the task types. The dotted names of its playground and
//     the names of its MCP tools are understood, and never written. A task type
//     is read in metadata.usp of the data part, of the message or of the request,
//     or as the type in the data; places that disagree, or two tasks in one
//     message, are refused.
//   - A message without a contextId begins a session, whose id is told as
//     contextId and sessionId. A contextId that the desk does not know is taken
//     over, with a warning session_expired. To a platform the sessions of others
//     are empty ones: it does not even hear that they are there.
//   - What is asked for is done once for an idempotency key: the header's, that of
//     metadata.usp, which must be equal, or else the messageId. A replay has the
//     task id and the data of the first answer. What changed nothing, as a refusal
//     does, is not remembered: its key is free again.
//   - A task is kept as long as its answer is, and no history of it: the messages
//     hold personal data. Answers to questions and refusals are not kept; their task
//     is as old as the answer and cannot be asked for again.
//   - A code that the revisions put now among the outcomes and now among the
//     problems is an outcome over A2A and a problem over REST. JSON-RPC numbers are
//     those of A2A wherever it has one; the code of USP is in the error's data.
//     Faults of the envelope are invalid_request; what a platform may not do is
//     profile_not_trusted.
//   - path is a JSONPath, as the specification's prose and examples have it.
//     A severity may be unrecoverable and a recipient incomplete, though the
//     published schemas forbid both.
//   - A feed tells its cursor twice, as cursor and next_cursor. Any cursor that
//     cannot be used is cursor_expired.
//   - amount_due is what is due now: after a deposit it is 0. A payment is compared
//     with the pending action, and taken on the platform's word, as USP has it.
//   - A key that lists a profile calls as that platform. Any other address is that
//     key's which first wrote something under it, and two keys cannot share one.
//     No profile is fetched.
//   - A credential for one booking goes beside the platform's key: in
//     metadata.usp.authorization, or over REST in a second Authorization. No proof
//     of possession can be verified, so one that is bound to a key is refused.
//   - A business has one location, whose id is its slug, and one checkout system,
//     redirect: continue_url is a page that tells what to pay. It takes no money.
//   - Whoever booked cannot move what has begun; the business can. Whoever moves
//     when canceling costs something owes that if the booking is canceled after
//     all, what the move costs is not paid, or nobody comes, and is told so
//     (late_reschedule);
//     whoever comes owes nothing of it. Policies count from the slot's start and do
//     not say from which, where there were two; any other way, what a late
//     cancellation or a no-show costs could be moved away from.
//   - Nights are rentals, and their slots have the length that was asked for.
//   - A slot that was booked and not paid is cancelled at once for whoever looks at
//     the booking, and free again with the next sweep, within a minute.
//
// Of the 94 requirements in the specification, 80 are tests of their numbers
// here. The others are met or missed by nothing that there is:
//
//   - 74, 75, 79: platforms' profiles are not fetched, and an address is only
//     compared; so there is no intersection to make and no entry to discard.
//   - 78: TLS is API Gateway's.
//   - 84, 92, 93, 94: no webhooks are sent.
//   - 86 to 91: MCP is not served.
package usp
