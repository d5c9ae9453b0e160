// Package intent reads Spanish and English free text as far as rules can: the
// act it asks for, and the service words, times, client and booking it
// mentions. There is no model behind it and nothing is guessed: what a rule
// does not see stays empty, and the desk asks for it.
//
// Words are compared whole and folded (lower case, no accents), so that
// "especialista" holds no "lista" and "Facebook" no "book". The most specific
// act wins: moving, then cancelling, booking, availability, the catalogue.
// Times stay relative ("mañana", "2 de abril"); whoever has the clock and the
// organisation's zone resolves them.
package intent
