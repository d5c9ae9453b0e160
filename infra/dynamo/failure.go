package dynamo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"

	"hora/canonical"
)

// failed words an error of which it is certain that nothing was written, as
// ErrUnavailable if the same may succeed a little later.
func failed(act string, err error) error {
	if temporary(err) && !errors.Is(err, canonical.ErrUnavailable) {
		return fmt.Errorf("%w: %s: %w", canonical.ErrUnavailable, act, err)
	}
	return fmt.Errorf("dynamo: %s: %w", act, err)
}

// temporary says whether the SDK itself would have tried once more, or the
// caller's time was up, or there was nobody to talk to.
func temporary(err error) bool {
	return retryable.IsErrorRetryable(err).Bool() || unsent(err) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

var retryable = retry.IsErrorRetryables(retry.DefaultRetryables)

// attempts watches the attempts of one commit. It is made for each call.
type attempts struct {
	lost bool // one of them may have been carried out, and nobody said so
}

// watch adds the watching to one call. It stands where an attempt's answer
// has just been read: errors before that, such as a request that cannot be
// signed, have sent nothing and are not seen here.
func (a *attempts) watch(o *dynamodb.Options) {
	o.APIOptions = append(o.APIOptions, func(stack *middleware.Stack) error {
		return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("hora.Attempts", func(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (middleware.DeserializeOutput, middleware.Metadata, error) {
			out, metadata, err := next.HandleDeserialize(ctx, in)
			if err != nil && !refused(err) && !unsent(err) {
				a.lost = true
			}
			return out, metadata, err
		}), middleware.Before)
	})
}

// refused says whether DynamoDB answered that it would not do the request. A
// transaction in progress is not refused: an earlier attempt is at work.
func refused(err error) bool {
	var answer *awshttp.ResponseError
	var fault smithy.APIError
	var running *types.TransactionInProgressException
	return errors.As(err, &answer) && errors.As(err, &fault) && !errors.As(err, &running) &&
		answer.HTTPStatusCode() >= http.StatusBadRequest && answer.HTTPStatusCode() < http.StatusInternalServerError
}

// unsent says whether there never was a connection to send the request on.
func unsent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
