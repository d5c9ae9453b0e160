package boot

import (
	"context"
	"io"
	"log/slog"

	"github.com/aws/aws-lambda-go/lambdacontext"
)

// Log writes JSON, a line an event, and names in each the Lambda request that
// it belongs to and the stage, where there are such. Callers see to it that
// nothing of a client is in it.
func Log(w io.Writer, stage string) *slog.Logger {
	log := slog.New(requests{slog.NewJSONHandler(w, nil)})
	if stage != "" {
		log = log.With("stage", stage)
	}
	return log
}

type requests struct{ slog.Handler }

func (h requests) Handle(ctx context.Context, r slog.Record) error {
	if lc, ok := lambdacontext.FromContext(ctx); ok {
		r.AddAttrs(slog.String("request_id", lc.AwsRequestID))
	}
	return h.Handler.Handle(ctx, r)
}

func (h requests) WithAttrs(a []slog.Attr) slog.Handler { return requests{h.Handler.WithAttrs(a)} }
func (h requests) WithGroup(n string) slog.Handler      { return requests{h.Handler.WithGroup(n)} }
