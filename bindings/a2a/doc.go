// Package a2a is the front door: one URL for every A2A agent, of version 0.3
// or 1.0, in whatever vocabulary its messages are.
//
// A message is known as one of a dialect by its mark (see package dialect) and
// read and answered by it; the envelope is A2A's and the same for all. Beside
// its guests the front door has a dialect of its own, data parts of
//
//	{"operation": "find_slots", "arguments": {"service": "..."}}
//
// with one skill an operation and published schemas, and it talks: plain words
// in Spanish or English become a conversation towards a booking, by rules and
// without a model.
//
// What it does where the specifications leave a choice:
//
//   - An act that changes something, and a question that waits for its answer,
//     is a Task; what only looks something up is answered with a Message, and
//     so is a refusal that is business: the slot is taken, the booking is not
//     known. Its data part has the member error. A refusal that is not about
//     the act (no such task, a message id used before, arguments that are not
//     in the schema) is a JSON-RPC error; who may not call is told so by HTTP.
//   - An error names a member by its path in the call, such as
//     message.parts[0].data.arguments.party, whoever has found fault with it and
//     in whatever vocabulary; an answer's data part names it as that vocabulary
//     does, below the arguments.
//   - An answer has a text part for people and a data part for agents. Texts
//     name no ids. They are in the language of the words they answer; to data
//     in that of Accept-Language, else in English.
//   - Nobody needs to say who they are to read, hold and book; to cancel and
//     move they do. What is presented as a key must be one, whatever the
//     vocabulary. In a guest's words a key may do what it may on the guest's own
//     route. What an anonymous caller leaves is reached by its id, and a context
//     id that others could think of leads nowhere without its task.
//   - A question in words that was asked as a task goes on as that task until
//     something comes of it, with what was found on the way as its message. Who
//     gives it up in words ("olvídalo", "never mind", "cancel" and nothing more)
//     ends it as canceled.
//   - contextId is always answered; one that is not known is adopted. A
//     message of a task may leave it out.
//   - The organisation is in the address, else in message.metadata.organization,
//     else in the arguments. What comes first counts.
//   - A file, of bytes or by URL, is refused as content that nobody takes; no
//     URL is ever fetched. A data part without a mark does not matter beside
//     text.
//   - An argument that is null or an empty text is as good as left out; so may
//     be all arguments. The published schemas do not say so: who writes by them
//     has no need of it.
//   - returnImmediately and blocking are ignored: all work is done within the
//     call.
package a2a
