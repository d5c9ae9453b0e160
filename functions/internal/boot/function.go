// Package boot makes running things of the parts: it reads the environment,
// tells the time, draws from chance, and puts the desks around the engine.
// Nothing else in the module does any of these. The table is in a package of
// its own, so that functions without one do not link its client.
package boot

import (
	"context"
	"log/slog"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"hora/bindings"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/edge"
	"hora/infra/identity"
)

// A Function is what one Lambda function has to work with. It lives as long
// as the process.
type Function struct {
	Config Config
	Log    *slog.Logger
}

// Start makes a Function of the environment, or ends the process with a word
// on what is missing there.
func Start() Function {
	c, err := Read(os.LookupEnv)
	log := Log(os.Stderr, c.Stage)
	f := Function{c, log}
	if err != nil {
		f.Fail(err)
	}
	slog.SetDefault(log) // for the edge, and whoever still logs the old way
	return f
}

// Desk is the function's desk on a store, and the engine within. Beside
// telling what there is it does those acts.
func (f Function) Desk(store canonical.Store, acts ...engine.Acts) (canonical.Desk, *engine.Engine) {
	return f.desk(store, nil, acts)
}

// TokenDesk is the same for callers who are known by access tokens too, and
// guests by their mandates.
func (f Function) TokenDesk(store canonical.Store, v identity.Verifiers, acts ...engine.Acts) (canonical.Desk, *engine.Engine) {
	return f.desk(store, Tokens(v), acts)
}

func (f Function) desk(store canonical.Store, who Identity, acts []engine.Acts) (canonical.Desk, *engine.Engine) {
	return Desk(Parts{
		Store: store, Clock: Clock, Acts: acts, Secret: f.Config.Secret, Before: f.Config.Before,
		Allowances: f.Config.Allowances, Identity: who, Log: f.Log,
	})
}

// ServeSites answers HTTP events at the routes of each name that the
// deployment is called by.
func (f Function) ServeSites(routes func(Site) Routes, desk canonical.Desk) {
	lambda.Start(edge.New(f.Config.Sites(routes, desk, f.Log)))
}

// Fail ends the process with a word on why it cannot go on.
func (f Function) Fail(err error) {
	f.Log.Error("the environment will not do", "faults", err.Error())
	os.Exit(1)
}

// Serve answers HTTP events at these routes until the platform ends the
// process.
func (f Function) Serve(routes []bindings.Route, desk canonical.Desk) {
	lambda.Start(edge.New(bindings.Mux(routes, desk, f.Log)))
}

// Run does work on every event, whatever the event says.
func (f Function) Run(work func(context.Context) error) { lambda.Start(runner(work)) }

type runner func(context.Context) error

// Invoke implements lambda.Handler. The answer is that there is none.
func (r runner) Invoke(ctx context.Context, _ []byte) ([]byte, error) { return []byte("null"), r(ctx) }
