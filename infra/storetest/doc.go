// Package storetest says, as tests, what a canonical.Store is, and brings the
// DynamoDB that the tests of the other packages run against. It is linked into
// tests only.
package storetest
