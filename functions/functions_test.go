package functions_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
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
	"github.com/google/go-cmp/cmp"

	"hora/functions/internal/eventfile"
	"hora/functions/internal/runtimeapi"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

var update = flag.Bool("update", false, "write the answers in testdata/events anew")

const eventsFolder = "../testdata/events"

// TestFunctions is the deployment without AWS: the functions as sam build
// makes them, the table as the template describes it, the demo data as an
// operator loads it, and the events as API Gateway sends them. What is
// answered is compared with what was answered before, and what the functions
// did to the table with what the template lets them do.
func TestFunctions(t *testing.T) {
	tpl := readTemplate(t)
	table := createTable(t, tpl)
	seed(t, table)

	files, err := eventfile.Read(os.DirFS(eventsFolder))
	if err != nil || len(files) == 0 {
		t.Fatal("no events", err)
	}
	now := time.Now()
	for _, folder := range folders(t) {
		t.Run(folder, func(t *testing.T) {
			recorder := record(t)
			p := start(t, folder, table, recorder.URL)
			answers := map[string]jsontext.Value{}
			fill := eventfile.Filler{Now: now, Answer: func(event string) (jsontext.Value, error) {
				if v, ok := answers[event]; ok {
					return v, nil
				}
				return nil, fmt.Errorf("%q was not answered: %w", event, fs.ErrNotExist)
			}}
			secrets := map[string]bool{}
			asked := 0
			for _, f := range files {
				if f.Function != folder {
					continue
				}
				asked++
				t.Run(f.Name, func(t *testing.T) {
					event, err := f.Event(fill)
					if err != nil {
						t.Fatal(err)
					}
					collectSecrets(event, secrets)
					answer, err := p.Invoke(t.Context(), event)
					if err != nil {
						t.Fatal(err)
					}
					answers[f.Name], _ = eventfile.Body(answer)
					compare(t, fill, f, answer)
				})
			}
			if asked == 0 {
				t.Errorf("no events in testdata/events/%s", folder)
			}
			for secret := range secrets {
				if strings.Contains(p.Log(), secret) {
					t.Errorf("the log tells %q", secret)
				}
			}
			if d := cmp.Diff(tpl.actions(t, resourceOf(folder)), recorder.actions()); d != "" {
				t.Errorf("%s may do, and did: %s", resourceOf(folder), d)
			}
		})
	}
}

func compare(t *testing.T, fill eventfile.Filler, f eventfile.File, answer []byte) {
	t.Helper()
	got, err := fill.Show(answer)
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join(eventsFolder, f.Answer())
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Error(d)
	}
}

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

// environment is what the template and the platform give a function here.
func environment(table, endpoint string) []string {
	return []string{
		"HORA_TABLE=" + table, "HORA_STAGE=test", "HORA_PUBLIC_URL=https://desk.example", "HORA_ALLOWANCES=",
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

// createTable makes the table that the template describes.
func createTable(t *testing.T, tpl template) string {
	t.Helper()
	client := dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Dynamo(t), AccessKeyID: "test", SecretAccessKey: "test"})
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
	cmd := exec.Command("go", append([]string{"run", "./local", "load", "--table", table}, orgs...)...)
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

// collectSecrets finds what an event tells of a client, and its keys: nothing
// of that may be in the log.
func collectSecrets(event []byte, found map[string]bool) {
	var in struct {
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	}
	if json.Unmarshal(event, &in) != nil {
		return
	}
	for name, v := range in.Headers {
		if name == "x-org-api-key" || name == "authorization" {
			found[v] = true
		}
	}
	dec := jsontext.NewDecoder(strings.NewReader(in.Body))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return
		}
		switch dec.StackPointer().LastToken() {
		case "clientEmail", "clientName", "clientLastName", "clientPhone", "email", "phone", "name", "notes":
			if s := token.String(); token.Kind() == '"' && len(s) > 4 && !strings.HasPrefix(s, "client") {
				found[s] = true
			}
		}
	}
}
