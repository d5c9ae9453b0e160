package dynamo

import (
	"context"
	"errors"
	"math"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"hora/canonical"
)

// List implements canonical.Store. A cursor is the sort key of the last
// record of the page before. One record more than the limit is asked for: it
// tells a last page that is full from one that is not the last.
func (s *Store) List(ctx context.Context, r canonical.Range) ([]canonical.Record, canonical.Cursor, error) {
	in, err := s.query(r)
	if in == nil {
		return nil, "", err
	}
	var records []canonical.Record
	for {
		if r.Limit > 0 {
			in.Limit = aws.Int32(int32(min(r.Limit, math.MaxInt32-1) + 1 - len(records)))
		}
		out, err := s.client.Query(ctx, in)
		if err != nil {
			return nil, "", failed("list", err)
		}
		for _, m := range out.Items {
			record, err := fromItem(m)
			if err != nil {
				return nil, "", err
			}
			records = append(records, record)
		}
		if r.Limit > 0 && len(records) > r.Limit {
			records = records[:r.Limit]
			return records, canonical.Cursor(records[r.Limit-1].Sort), nil
		}
		if in.ExclusiveStartKey = out.LastEvaluatedKey; len(in.ExclusiveStartKey) == 0 {
			return records, "", nil
		}
	}
}

// query says a range as a key condition. It answers nil where nothing can be
// in it, some of which DynamoDB would call an error.
func (s *Store) query(r canonical.Range) (*dynamodb.QueryInput, error) {
	after := string(r.After)
	if !r.Storable() {
		return nil, errors.New("dynamo: a range ends at what no sort key can be")
	}
	if !(canonical.StoreKey{Partition: r.Partition, Sort: "-"}).Storable() ||
		r.To != "" && (r.From > r.To || after >= r.To) {
		return nil, nil
	}
	in := &dynamodb.QueryInput{
		TableName:                 &s.table,
		ConsistentRead:            aws.Bool(true),
		ExpressionAttributeValues: item{":p": text(r.Partition)},
	}
	condition := attrPartition + " = :p"
	switch {
	case r.From != "" && r.To != "":
		condition += " AND " + attrSort + " BETWEEN :from AND :to"
	case r.From != "":
		condition += " AND " + attrSort + " >= :from"
	case r.To != "":
		condition += " AND " + attrSort + " <= :to"
	}
	in.KeyConditionExpression = &condition
	for name, sort := range map[string]string{":from": r.From, ":to": r.To} {
		if sort != "" {
			in.ExpressionAttributeValues[name] = text(sort)
		}
	}
	if after != "" && after >= r.From { // DynamoDB refuses a start outside the range
		in.ExclusiveStartKey = keyOf(canonical.StoreKey{Partition: r.Partition, Sort: after})
	}
	return in, nil
}
