// Package dynamo keeps records in one DynamoDB table.
//
// A record is one item; a commit is one transaction, even of one record,
// because a transaction's client token makes it safe to send again when the
// answer was lost. Reads are strongly consistent. What is decided here and
// nowhere else is what an error means: whether nothing was written and why,
// or whether nobody knows.
//
// A policy for it allows GetItem, BatchGetItem and Query to read; PutItem,
// UpdateItem, DeleteItem and ConditionCheckItem to commit (a transaction has
// no action of its own); UpdateItem to spend.
package dynamo

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/canonical"
)

// Store is a canonical.Store on one table.
type Store struct {
	client  *dynamodb.Client
	table   string
	retryer aws.Retryer
}

var _ canonical.Store = (*Store)(nil)

// New makes a store on a table that exists, or that CreateTable will make. It
// sends nothing.
func New(client *dynamodb.Client, table string) *Store {
	return &Store{client: client, table: table, retryer: client.Options().Retryer}
}

const countOne = "ADD " + attrCount + " :one SET " + attrExpires + " = if_not_exists(" + attrExpires + ", :x)"

// Spend implements canonical.Store. An attempt whose answer was lost counts
// all the same: an allowance may come out a little short, never long.
func (s *Store) Spend(ctx context.Context, key canonical.StoreKey, expires time.Time) (int64, error) {
	if !key.Storable() {
		return 0, errors.New("dynamo: a counter has a key that no item can have")
	}
	out, err := s.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 &s.table,
		Key:                       keyOf(key),
		UpdateExpression:          aws.String(countOne),
		ExpressionAttributeValues: item{":one": number(1), ":x": number(expires.Unix())},
		ReturnValues:              types.ReturnValueUpdatedNew,
	})
	if err != nil {
		return 0, failed("spend", err)
	}
	n, _ := out.Attributes[attrCount].(*types.AttributeValueMemberN)
	if n == nil {
		return 0, errForeign
	}
	count, err := strconv.ParseInt(n.Value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errForeign, err)
	}
	return count, nil
}
