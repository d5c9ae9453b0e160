// Package usp speaks the Universal Scheduling Protocol, revision 2026-08-20:
// its twelve task types over A2A 0.3 and 1.0, their REST twins and the
// operations that only REST has, the business profile and the Agent Card.
//
// Both transports read into the same commands and write the same response
// objects; over A2A an object is the data of the one artifact of a completed
// task, and its envelope is the data part's metadata.usp.
package usp
