package dynamo_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// These tests are of the DynamoDB that all others run against: it must be as
// awkward as the real one, or tests would pass by accident.

type attributes = map[string]types.AttributeValue

func s(v string) types.AttributeValue { return &types.AttributeValueMemberS{Value: v} }
func n(v string) types.AttributeValue { return &types.AttributeValueMemberN{Value: v} }

func client(t *testing.T) (*dynamodb.Client, *string) {
	_, table := open(t, dynamo.Options{Endpoint: storetest.Shim(t).Endpoint})
	c := dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Shim(t).Endpoint, AccessKeyID: "a", SecretAccessKey: "b", Attempts: 1})
	return c, &table
}

func putOf(table *string, sk, v string) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{TableName: table, Item: attributes{"pk": s("A"), "sk": s(sk), "v": n(v)}}}
}

func codes(err error) (out []string) {
	var c *types.TransactionCanceledException
	if errors.As(err, &c) {
		for _, r := range c.CancellationReasons {
			out = append(out, aws.ToString(r.Code))
		}
	}
	return out
}

func TestShimCancelsOverlaps(t *testing.T) {
	t.Parallel()
	c, table := client(t)
	var done, overlapped atomic.Int64
	transact := func() {
		_, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{putOf(table, "1", "1"), putOf(table, "2", "1")}})
		switch got := codes(err); {
		case err == nil:
			done.Add(1)
		case len(got) == 2 && got[0] == "TransactionConflict":
			overlapped.Add(1)
		default:
			t.Error(err)
		}
	}
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(transact)
	}
	wg.Wait()
	if done.Load() == 0 || overlapped.Load() == 0 {
		t.Errorf("%d done, %d cancelled for their overlap", done.Load(), overlapped.Load())
	}
	// A plain write meets transactions too. It goes on until that happens.
	for range 1000 {
		wg.Go(transact)
		_, err := c.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: table, Item: attributes{"pk": s("A"), "sk": s("1")}})
		wg.Wait()
		var conflict *types.TransactionConflictException
		if errors.As(err, &conflict) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("no plain write was refused for its overlap")
}

// TestShimTearsBatches has a batch see one record before a transaction and
// the other after it. It goes on until that happens.
func TestShimTearsBatches(t *testing.T) {
	t.Parallel()
	c, table := client(t)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for v := int64(1); ; v++ {
			select {
			case <-stop:
				return
			default:
			}
			value := strconv.FormatInt(v, 10)
			if _, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{putOf(table, "1", value), putOf(table, "2", value)}}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	orders := map[string]bool{}
	torn := false
	for range 2000 {
		out, err := c.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{*table: {
			Keys: []map[string]types.AttributeValue{{"pk": s("A"), "sk": s("1")}, {"pk": s("A"), "sk": s("2")}}, ConsistentRead: aws.Bool(true)}}})
		if err != nil {
			t.Error(err)
			break
		}
		items := out.Responses[*table]
		if len(items) != 2 {
			continue
		}
		orders[items[0]["sk"].(*types.AttributeValueMemberS).Value] = true
		torn = torn || items[0]["v"].(*types.AttributeValueMemberN).Value != items[1]["v"].(*types.AttributeValueMemberN).Value
		if torn && len(orders) == 2 {
			break
		}
	}
	close(stop)
	wg.Wait()
	if !torn || len(orders) != 2 {
		t.Errorf("batches: torn %v, in %d orders; want both, and both orders", torn, len(orders))
	}
}

func TestShimTokens(t *testing.T) {
	t.Parallel()
	c, table := client(t)
	run := strconv.FormatInt(time.Now().UnixNano(), 36) // tokens are the account's, not the table's
	add := func(token, by string) error {
		token += run
		_, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{ClientRequestToken: &token, TransactItems: []types.TransactWriteItem{{Update: &types.Update{
			TableName: table, Key: attributes{"pk": s("A"), "sk": s("sum")}, UpdateExpression: aws.String("ADD v :n"), ExpressionAttributeValues: attributes{":n": n(by)}}}}})
		return err
	}
	sum := func() string {
		out, err := c.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: table, Key: attributes{"pk": s("A"), "sk": s("sum")}, ConsistentRead: aws.Bool(true)})
		if err != nil {
			t.Fatal(err)
		}
		return out.Item["v"].(*types.AttributeValueMemberN).Value
	}
	for range 3 {
		if err := add("token-1", "1"); err != nil {
			t.Error(err)
		}
	}
	if err := add("token-2", "1"); err != nil {
		t.Error(err)
	}
	var mismatch *types.IdempotentParameterMismatchException
	if err := add("token-1", "5"); !errors.As(err, &mismatch) {
		t.Errorf("one token for another transaction: %v", err)
	}
	if got := sum(); got != "2" {
		t.Errorf("two tokens added %s", got)
	}
	if err := add(strings.Repeat("t", 30), "1"); err == nil {
		t.Error("a token of more than 36 characters is taken")
	}
	var done, running atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var inProgress *types.TransactionInProgressException
			switch err := add("token-3", "1"); {
			case err == nil:
				done.Add(1)
			case errors.As(err, &inProgress):
				running.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := sum(); got != "3" || done.Load() == 0 {
		t.Errorf("three tokens added %s; %d done, %d were told to wait", got, done.Load(), running.Load())
	}
}

// TestShimAllOld asks for the item that stands in the way, of a transaction
// and of plain writes.
func TestShimAllOld(t *testing.T) {
	t.Parallel()
	c, table := client(t)
	key, isNew, allOld := attributes{"pk": s("A"), "sk": s("1")}, aws.String("attribute_not_exists(pk)"), types.ReturnValuesOnConditionCheckFailureAllOld
	if _, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{putOf(table, "1", "7")}}); err != nil {
		t.Fatal(err)
	}
	_, transaction := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		putOf(table, "2", "1"),
		{ConditionCheck: &types.ConditionCheck{TableName: table, Key: key, ConditionExpression: isNew, ReturnValuesOnConditionCheckFailure: allOld}}}})
	_, put := c.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: table, Item: key, ConditionExpression: isNew, ReturnValuesOnConditionCheckFailure: allOld})
	_, remove := c.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: table, Key: key, ConditionExpression: isNew, ReturnValuesOnConditionCheckFailure: allOld})
	_, silent := c.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{TableName: table, Key: key, ConditionExpression: isNew})
	var cancelled *types.TransactionCanceledException
	if !errors.As(transaction, &cancelled) || len(cancelled.CancellationReasons) != 2 || cancelled.CancellationReasons[0].Item != nil || version(cancelled.CancellationReasons[1].Item) != "7" {
		t.Errorf("transaction: %v", transaction)
	}
	for name, c := range map[string]struct {
		err  error
		want string
	}{"put": {put, "7"}, "delete": {remove, "7"}, "delete without ALL_OLD": {silent, ""}} {
		var failed *types.ConditionalCheckFailedException
		if !errors.As(c.err, &failed) || version(failed.Item) != c.want {
			t.Errorf("%s: %v, want the item at %q", name, c.err, c.want)
		}
	}
}

func version(item attributes) string {
	if v, ok := item["v"].(*types.AttributeValueMemberN); ok {
		return v.Value
	}
	return ""
}

func TestShimRefuses(t *testing.T) {
	t.Parallel()
	c, table := client(t)
	key := attributes{"pk": s("A"), "sk": s("none")}
	for name, items := range map[string][]types.TransactWriteItem{
		"one item twice":    {putOf(table, "1", "1"), {Delete: &types.Delete{TableName: table, Key: attributes{"pk": s("A"), "sk": s("1")}}}},
		"two kinds at once": {{Put: putOf(table, "1", "1").Put, Delete: &types.Delete{TableName: table, Key: key}}},
		"unused values":     {{ConditionCheck: &types.ConditionCheck{TableName: table, Key: key, ConditionExpression: aws.String("attribute_not_exists(pk)"), ExpressionAttributeValues: attributes{":x": n("1")}}}},
		"empty key":         {putOf(table, "", "1")},
	} {
		if _, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: items}); err == nil || codes(err) != nil {
			t.Errorf("%s: %v, want the request refused", name, err)
		}
	}
	// An update of a path that is not there cancels, and undoes what went before it.
	_, err := c.TransactWriteItems(t.Context(), &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		putOf(table, "before", "1"),
		{Update: &types.Update{TableName: table, Key: key, UpdateExpression: aws.String("REMOVE p.i")}}}})
	if got := codes(err); len(got) != 2 || got[0] != "None" || got[1] != "ValidationError" {
		t.Errorf("impossible update: %v", err)
	}
	out, err := c.Scan(t.Context(), &dynamodb.ScanInput{TableName: table})
	if err != nil || len(out.Items) != 0 {
		t.Errorf("%d items are left of refused transactions, %v", len(out.Items), err)
	}
}
