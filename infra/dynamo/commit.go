package dynamo

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/canonical"
)

// maxRounds bounds how often one Commit sends its transaction in another
// form, which it does only when a part that it was to drop came or went.
const maxRounds = 4

// Commit implements canonical.Store. It is one transaction, always: the SDK
// gives it a client token, under which a second attempt of one whose answer
// was lost changes nothing.
//
// DynamoDB has no update that leaves a missing item missing. So a Drop is an
// update that removes the part, on condition that the part is there; should
// that condition be all that failed, the transaction is sent again with, in
// its place, a check that the part is still not there.
func (s *Store) Commit(ctx context.Context, writes ...canonical.Write) error {
	if err := canonical.CheckWrites(writes); err != nil {
		return fmt.Errorf("dynamo: %w", err)
	}
	if len(writes) == 0 {
		return nil
	}
	absent := make([]bool, len(writes)) // of the parts to drop, those that were not there
	for range maxRounds {
		err := s.transact(ctx, writes, absent)
		var c *types.TransactionCanceledException
		if !errors.As(err, &c) {
			return err
		}
		if err = cancelled(c, writes, absent); err != nil {
			return err
		}
	}
	return &canonical.Conflict{}
}

// cancelled says what a cancelled transaction means: a conflict, or an error
// of which it is certain that nothing was written. It is nil when nothing but
// drops failed; those are then turned round in absent.
func cancelled(c *types.TransactionCanceledException, writes []canonical.Write, absent []bool) error {
	var moved []canonical.Record
	var turned []int
	busy := false
	for i, reason := range c.CancellationReasons {
		switch code := aws.ToString(reason.Code); {
		case code == "None":
		case code == "TransactionConflict", code == "ThrottlingError", code == "ProvisionedThroughputExceeded":
			busy = true
		case code != "ConditionalCheckFailed" || i >= len(writes):
			return fmt.Errorf("dynamo: commit: write %d: %s: %w", i, code, c)
		case writes[i].Kind == canonical.Drop:
			turned = append(turned, i)
		default:
			current := canonical.Record{StoreKey: writes[i].StoreKey}
			if reason.Item != nil {
				var err error
				if current, err = fromItem(reason.Item); err != nil {
					return err
				}
			}
			moved = append(moved, current)
		}
	}
	switch {
	case busy: // what else failed may have failed because of it
		return &canonical.Conflict{}
	case moved != nil:
		return &canonical.Conflict{Current: moved}
	case turned == nil:
		return fmt.Errorf("dynamo: commit: cancelled for no reason: %w", c)
	}
	for _, i := range turned {
		absent[i] = !absent[i]
	}
	return nil
}

// transact sends the writes as one transaction.
func (s *Store) transact(ctx context.Context, writes []canonical.Write, absent []bool) error {
	in := &dynamodb.TransactWriteItemsInput{TransactItems: make([]types.TransactWriteItem, len(writes))}
	for i, w := range writes {
		in.TransactItems[i] = s.write(w, absent[i])
	}
	var seen attempts
	_, err := s.client.TransactWriteItems(ctx, in, seen.watch)
	var c *types.TransactionCanceledException
	switch {
	case err == nil:
		return nil
	case errors.As(err, &c):
		return c
	case seen.lost:
		return fmt.Errorf("%w: %w", canonical.ErrUnknown, err)
	}
	return failed("commit", err)
}

const (
	isNew     = "attribute_not_exists(" + attrPartition + ")"
	isUnmoved = attrVersion + " = :v"
	hasPart   = "attribute_exists(" + attrParts + ".#part)"
	hasNoPart = "attribute_not_exists(" + attrParts + ".#part)"
	dropPart  = "REMOVE " + attrParts + ".#part ADD " + attrVersion + " :one"
)

// write says a Write in DynamoDB's words.
func (s *Store) write(w canonical.Write, absent bool) types.TransactWriteItem {
	const allOld = types.ReturnValuesOnConditionCheckFailureAllOld
	condition, values := aws.String(isNew), item(nil)
	if w.Version > 0 {
		condition, values = aws.String(isUnmoved), item{":v": number(w.Version)}
	}
	switch w.Kind {
	case canonical.Put:
		r := w.Record
		r.Version++
		return types.TransactWriteItem{Put: &types.Put{TableName: &s.table, Item: toItem(r),
			ConditionExpression: condition, ExpressionAttributeValues: values, ReturnValuesOnConditionCheckFailure: allOld}}
	case canonical.Delete:
		return types.TransactWriteItem{Delete: &types.Delete{TableName: &s.table, Key: keyOf(w.StoreKey),
			ConditionExpression: condition, ExpressionAttributeValues: values, ReturnValuesOnConditionCheckFailure: allOld}}
	case canonical.Check:
		return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{TableName: &s.table, Key: keyOf(w.StoreKey),
			ConditionExpression: condition, ExpressionAttributeValues: values, ReturnValuesOnConditionCheckFailure: allOld}}
	}
	names := map[string]string{"#part": w.Part}
	if absent {
		return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{TableName: &s.table, Key: keyOf(w.StoreKey),
			ConditionExpression: aws.String(hasNoPart), ExpressionAttributeNames: names}}
	}
	return types.TransactWriteItem{Update: &types.Update{TableName: &s.table, Key: keyOf(w.StoreKey),
		UpdateExpression: aws.String(dropPart), ConditionExpression: aws.String(hasPart),
		ExpressionAttributeNames: names, ExpressionAttributeValues: item{":one": number(1)}}}
}
