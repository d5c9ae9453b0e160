// Package table opens the DynamoDB table of a deployed desk.
package table

import (
	"hora/canonical"
	"hora/functions/internal/boot"
	"hora/infra/dynamo"
)

// Open is the table that the environment names. Nothing is sent to it before
// the first call.
func Open(c boot.Config) canonical.Store {
	return dynamo.New(dynamo.Dial(dynamo.Options{
		Region: c.Region, Endpoint: c.Endpoint,
		AccessKeyID: c.Credentials.ID, SecretAccessKey: c.Credentials.Secret, SessionToken: c.Credentials.Token,
	}), c.Table)
}
