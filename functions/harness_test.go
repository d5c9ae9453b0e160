package functions_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
	"hora/canonical/engine"
	"hora/functions/internal/boot"
	"hora/functions/internal/eventfile"
	"hora/functions/internal/runtimeapi"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

// bootstrap builds a function as sam build does, for this machine.
func bootstrap(t testing.TB, folder string) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("make", "-C", "..", "build-"+resourceOf(folder), "ARTIFACTS_DIR="+dir, "GOARCH="+runtime.GOARCH).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "bootstrap")
}

// Secrets of the desk under test, and of the client that it is at the provider
// where its guests sign in.
const (
	deskSecret   = "the secret of the desk under test"
	clientSecret = "the secret of the desk's client"
)

// environment is what the template and the platform give a function here.
func environment(table, endpoint string) []string {
	return []string{
		"HORA_TABLE=" + table, "HORA_STAGE=test", "HORA_PUBLIC_URL=https://desk.example", "HORA_ALLOWANCES=",
		"HORA_SECRET=" + deskSecret, "HORA_JWKS=" + issuers(), "HORA_CLIENT_SECRET=" + clientSecret,
		`HORA_HOSTS={"agents.visitkeswick.example":{"catalogue":"visit-keswick"},"*":{"organization":"clinica-demo"}}`,
		"AWS_REGION=us-east-1", "AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test",
		"AWS_ENDPOINT_URL_DYNAMODB=" + endpoint,
	}
}

func start(t testing.TB, folder, table, endpoint string) *runtimeapi.Process {
	t.Helper()
	p, err := runtimeapi.Run(bootstrap(t, folder), environment(table, endpoint)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// reach is a client of the DynamoDB of the tests.
func reach(t *testing.T) *dynamodb.Client {
	t.Helper()
	return dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Dynamo(t), AccessKeyID: "test", SecretAccessKey: "test"})
}

// createTable makes the table that the template describes.
func createTable(t *testing.T, tpl template) string {
	t.Helper()
	client := reach(t)
	table := fmt.Sprintf("functions-%d", time.Now().UnixNano())
	in := &dynamodb.CreateTableInput{TableName: &table, BillingMode: types.BillingMode(asString(tpl.property("Table", "BillingMode")))}
	for _, a := range tpl.property("Table", "AttributeDefinitions").([]any) {
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
			AttributeName: aws.String(asString(at(a, "AttributeName"))), AttributeType: types.ScalarAttributeType(asString(at(a, "AttributeType")))})
	}
	for _, k := range tpl.property("Table", "KeySchema").([]any) {
		in.KeySchema = append(in.KeySchema, types.KeySchemaElement{
			AttributeName: aws.String(asString(at(k, "AttributeName"))), KeyType: types.KeyType(asString(at(k, "KeyType")))})
	}
	if _, err := client.CreateTable(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: &table}) })
	if err := dynamodb.NewTableExistsWaiter(client, func(o *dynamodb.TableExistsWaiterOptions) { o.MinDelay = 20 * time.Millisecond }).
		Wait(t.Context(), &dynamodb.DescribeTableInput{TableName: &table}, time.Minute); err != nil {
		t.Fatal(err)
	}
	return table
}

// seed loads the demo data, as an operator does.
func seed(t *testing.T, table string) {
	t.Helper()
	orgs, err := filepath.Glob("../testdata/orgs/*.json")
	if err != nil || len(orgs) == 0 {
		t.Fatal("no demo data", err)
	}
	cmd := exec.Command("go", append([]string{"run", "./local", "load", "--table", table, "--endpoint", storetest.Dynamo(t)}, orgs...)...)
	cmd.Env = append(os.Environ(), environment(table, storetest.Dynamo(t))...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("load: %v: %s", err, out)
	}
}

// recorder passes requests on to DynamoDB and remembers which permissions
// they would have needed.
type recorder struct {
	*httptest.Server
	mu   sync.Mutex
	seen map[string]bool
}

func record(t *testing.T) *recorder {
	t.Helper()
	target, err := url.Parse(storetest.Dynamo(t))
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{seen: map[string]bool{}}
	proxy := httputil.NewSingleHostReverseProxy(target)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		if err != nil {
			t.Error(err)
		}
		r.note(q.Header.Get("X-Amz-Target"), body)
		q.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, q)
	}))
	t.Cleanup(r.Close)
	return r
}

// note counts a transaction as the writes that it is made of: IAM knows no
// action of its own for it.
func (r *recorder) note(target string, body []byte) {
	_, operation, _ := strings.Cut(target, ".")
	actions := []string{operation}
	if operation == "TransactWriteItems" {
		var in struct {
			TransactItems []map[string]jsontext.Value
		}
		if err := json.Unmarshal(body, &in); err == nil {
			actions = nil
			for _, w := range in.TransactItems {
				for kind := range w {
					if kind != "ConditionCheck" {
						kind = strings.TrimSuffix(kind, "Item")
					}
					actions = append(actions, kind+"Item")
				}
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range actions {
		r.seen[a] = true
	}
}

func (r *recorder) actions() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []string
	for a := range r.seen {
		all = append(all, a)
	}
	slices.Sort(all)
	return all
}

// plant leaves on the table what is due by now: a hold that has run out and a
// request that nobody confirmed, made by a desk whose clock is a day behind.
func plant(t *testing.T, table string, days eventfile.Filler) (booking func() canonical.State) {
	t.Helper()
	store := dynamo.New(reach(t), table)
	desk, _ := boot.Desk(boot.Parts{Store: store, Acts: []engine.Acts{engine.Appointments}, Clock: boot.ClockFrom(time.Now().Add(-25 * time.Hour)), Log: slog.New(slog.DiscardHandler)})
	do := func(at string, command func(time.Time) canonical.Command) canonical.Result {
		text, err := days.Fill(at)
		if err != nil {
			t.Fatal(err)
		}
		start, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		out := desk.Do(t.Context(), canonical.Request{
			Meta: canonical.Meta{Organization: "clinica-demo", Binding: "servicialo", Channel: "rest"}, Command: command(start)})
		if out.Err != nil {
			t.Fatal(out.Err)
		}
		return out.Result
	}
	const service, provider = "cmiofy3o7005zus0wvsk0xqdc", "clx1abc123"
	do("{{day+9T10:00}}", func(at time.Time) canonical.Command {
		return canonical.PlaceHold{Service: service, Provider: provider, Start: at}
	})
	b := do("{{day+9T12:00}}", func(at time.Time) canonical.Command {
		return canonical.Book{Service: service, Provider: provider, Start: at, Client: canonical.Client{Email: "ana.rojas@mail.example"}, Tentative: true}
	}).(canonical.Booking)
	return func() canonical.State {
		found, err := store.Load(t.Context(), canonical.BookingKey(b.ID))
		if err != nil {
			t.Fatal(err)
		}
		var now canonical.Booking
		if err := json.Unmarshal(found[0].Body, &now); err != nil {
			t.Fatal(err)
		}
		return now.State()
	}
}
