package dynamo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// tableWait is how long CreateTable waits for the table, and how often it
// looks at most and at least.
const (
	tableWait  = 2 * time.Minute
	tableLook  = 20 * time.Millisecond
	tableLooks = 2 * time.Second
)

// CreateTable makes the table as the template does, for tests and for loading
// data without a stack: paid by request, with time to live. A table that is
// there already is left as it is. It returns when the table can be used.
func (s *Store) CreateTable(ctx context.Context) error {
	_, err := s.client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:   &s.table,
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String(attrPartition), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String(attrSort), AttributeType: types.ScalarAttributeTypeS},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String(attrPartition), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String(attrSort), KeyType: types.KeyTypeRange},
		},
	})
	if exists := (*types.ResourceInUseException)(nil); err != nil && !errors.As(err, &exists) {
		return fmt.Errorf("dynamo: create table: %w", err)
	}
	active := dynamodb.NewTableExistsWaiter(s.client, func(o *dynamodb.TableExistsWaiterOptions) {
		o.MinDelay, o.MaxDelay = tableLook, tableLooks
	})
	if err := active.Wait(ctx, &dynamodb.DescribeTableInput{TableName: &s.table}, tableWait); err != nil {
		return fmt.Errorf("dynamo: wait for the table: %w", err)
	}
	return s.enableTimeToLive(ctx)
}

// enableTimeToLive lets DynamoDB delete what has expired. Asking twice is an
// error there, so it looks first.
func (s *Store) enableTimeToLive(ctx context.Context) error {
	out, err := s.client.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: &s.table})
	if err != nil {
		return fmt.Errorf("dynamo: time to live: %w", err)
	}
	switch d := out.TimeToLiveDescription; {
	case d == nil:
	case d.TimeToLiveStatus == types.TimeToLiveStatusEnabled, d.TimeToLiveStatus == types.TimeToLiveStatusEnabling:
		return nil
	}
	_, err = s.client.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{
		TableName:               &s.table,
		TimeToLiveSpecification: &types.TimeToLiveSpecification{AttributeName: aws.String(attrExpires), Enabled: aws.Bool(true)},
	})
	if err != nil {
		return fmt.Errorf("dynamo: time to live: %w", err)
	}
	return nil
}
