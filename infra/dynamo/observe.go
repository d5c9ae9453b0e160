package dynamo

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// An Operation is one request to DynamoDB that has ended: what a wait cost,
// and which permission it needed.
type Operation struct {
	Name     string  // such as TransactWriteItems
	Attempts int     // on the wire, the SDK's retries included
	Units    float64 // capacity consumed, read and write together
	Err      error
}

// observe tells of every operation of a client, and has each report what it
// consumed.
func observe(stack *middleware.Stack, tell func(Operation)) error {
	return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("hora.Observe", func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
		askForCapacity(in.Parameters)
		out, metadata, err := next.HandleInitialize(ctx, in)
		op := Operation{Name: awsmiddleware.GetOperationName(ctx), Units: consumed(out.Result), Err: err}
		if attempts, ok := retry.GetAttemptResults(metadata); ok {
			op.Attempts = len(attempts.Results)
		}
		tell(op)
		return out, metadata, err
	}), middleware.After)
}

func askForCapacity(input any) {
	const total = types.ReturnConsumedCapacityTotal
	switch in := input.(type) {
	case *dynamodb.GetItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.BatchGetItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.QueryInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.TransactWriteItemsInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.UpdateItemInput:
		in.ReturnConsumedCapacity = total
	}
}

func consumed(output any) float64 {
	switch out := output.(type) {
	case *dynamodb.GetItemOutput:
		return units(out.ConsumedCapacity)
	case *dynamodb.BatchGetItemOutput:
		return sum(out.ConsumedCapacity)
	case *dynamodb.QueryOutput:
		return units(out.ConsumedCapacity)
	case *dynamodb.TransactWriteItemsOutput:
		return sum(out.ConsumedCapacity)
	case *dynamodb.UpdateItemOutput:
		return units(out.ConsumedCapacity)
	}
	return 0
}

func units(c *types.ConsumedCapacity) float64 {
	if c == nil {
		return 0
	}
	return aws.ToFloat64(c.CapacityUnits)
}

func sum(cs []types.ConsumedCapacity) (total float64) {
	for i := range cs {
		total += units(&cs[i])
	}
	return total
}
