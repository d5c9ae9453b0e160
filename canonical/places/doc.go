// Package places finds places in a registry by what people ask for. It reads a
// question for when, for how many and in which section, and ranks the places
// by the words that are left. Pure functions of texts, places and a date: the
// same question has the same answer wherever it is asked. There is no model,
// and nothing that a question says is ever done.
package places
