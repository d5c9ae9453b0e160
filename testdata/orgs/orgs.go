// Package orgs holds the demonstration organisations that a desk with an
// empty store starts with, and that tests book at.
//
// Their keys are public knowledge: demo-key, demo-platform-2, demo-business.
package orgs

import "embed"

// Files are the organisation files, one an organisation, named after its slug.
//
//go:embed *.json
var Files embed.FS
