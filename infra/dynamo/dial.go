package dynamo

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go/middleware"
)

// Options say how to reach DynamoDB. Only Region and credentials are needed.
type Options struct {
	Region   string
	Endpoint string // instead of the region's own

	// Either a provider, or the keys themselves. In Lambda the keys come with
	// the environment and stay good as long as the process.
	Credentials                                aws.CredentialsProvider
	AccessKeyID, SecretAccessKey, SessionToken string

	Attempts int             // of one request; 0: four
	Timeout  time.Duration   // of one attempt; 0: three seconds
	Observe  func(Operation) // hears of every operation when it has ended; may be nil
}

const (
	defaultAttempts = 4
	defaultTimeout  = 3 * time.Second

	dialTimeout = time.Second

	// Idle connections are let go before the server does so, or else the next
	// request could meet a connection that is just closing.
	idleTimeout = 50 * time.Second

	// A desk has at most so many requests under way at once, and each wants a
	// connection that is already open.
	idleConnections = 128
)

// Dial makes a client for those options. It sends nothing. It does without
// the SDK's config module, which costs a cold start more than all the rest.
func Dial(o Options) *dynamodb.Client {
	options := dynamodb.Options{
		Region:      o.Region,
		Credentials: o.Credentials,
		HTTPClient: awshttp.NewBuildableClient().
			WithTimeout(positive(o.Timeout, defaultTimeout)).
			WithDialerOptions(func(d *net.Dialer) { d.Timeout = dialTimeout }).
			WithTransportOptions(func(t *http.Transport) {
				t.MaxIdleConns = idleConnections
				t.MaxIdleConnsPerHost = idleConnections
				t.IdleConnTimeout = idleTimeout
			}),
		Retryer: retry.NewStandard(func(s *retry.StandardOptions) {
			s.MaxAttempts = positive(o.Attempts, defaultAttempts)
			s.Backoff = retry.BackoffDelayerFunc(backoff)
		}),
	}
	if o.Endpoint != "" {
		options.BaseEndpoint = aws.String(o.Endpoint)
	}
	if o.Credentials == nil {
		keys := aws.Credentials{AccessKeyID: o.AccessKeyID, SecretAccessKey: o.SecretAccessKey, SessionToken: o.SessionToken}
		options.Credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) { return keys, nil })
	}
	if o.Observe != nil {
		options.APIOptions = append(options.APIOptions, func(s *middleware.Stack) error { return observe(s, o.Observe) })
	}
	return dynamodb.New(options)
}

// backoff waits a random time before the next attempt, at most 25, 50, 100
// and so on up to 400 milliseconds. The SDK's own first wait after throttling
// is a second, which is most of what a caller's patience allows.
func backoff(attempt int, err error) (time.Duration, error) {
	d, err := jitter.BackoffDelay(min(attempt-1, maxDoublings), err)
	return d / fraction, err
}

const (
	fraction     = 40 // of the SDK's second
	maxDoublings = 4
)

var jitter = retry.NewExponentialJitterBackoff(retry.DefaultMaxBackoff)

func positive[T int | time.Duration](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}
