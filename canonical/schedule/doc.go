// Package schedule works out when something can be booked: open hours cut
// into starts, less what is busy.
//
// Everything here is a pure function of its arguments. Hours are kept as wall
// clocks in a zone, because that is what a business promises; everything that
// comes out is an instant, because that is what a booking occupies.
//
// # Days on which the clock changes
//
// A window opens at the first instant at which the wall clock shows From or
// later, and closes after the last instant at which it shows less than To. So
// a From that the clock skips opens right after the gap, a To that it skips
// closes at the gap, and a window that touches a repeated hour covers it both
// times. Steps count elapsed time from the opening, which makes a start on a
// skipped wall clock impossible and gives each pass of a repeated hour its own
// starts.
//
// # Which day a start belongs to
//
// A window belongs to the date on which it begins, even when it ends on the
// next one; its weekday and its exceptions are those of that date, which is
// what Hours.Open goes by. A start belongs to the date that the clock shows at
// it: Hours.Starts within the Span of some dates.
package schedule
