// Package orgfile reads organisation files: the JSON documents by which an
// operator tells a desk who sells what, by whom, where and when.
//
// A document is closed. Its members are those of the canonical nouns, by the
// names they are stored under, and nothing else; every reference in it leads
// somewhere in the same document; every time, zone, currency and number makes
// sense. Whatever does not is a Problem that names the JSON path, and Parse
// lists them all.
//
// Load makes a store hold what a document says: records that say the same
// already stay untouched, and what a former load of the document wrote and
// this one does not is removed.
//
// Keys are written as the SHA-256 of the secret, in lower-case hex; a secret
// itself never stands in a document:
//
//	printf %s "$SECRET" | sha256sum
package orgfile
