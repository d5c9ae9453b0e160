package functions_test

import (
	"context"
	"encoding/base64"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"hora/bindings/selfe"
	"hora/canonical"
	"hora/functions/internal/boot/trust"
	"hora/functions/internal/eventfile"
	"hora/functions/internal/runtimeapi"
	"hora/infra/dynamo"
)

// A phone is a guest's browser before the built function: it keeps cookies, and
// sends events as API Gateway makes them of its calls.
type phone struct {
	*testing.T
	function *runtimeapi.Process
	cookies  map[string]string
}

// A shown is what a phone is answered.
type shown struct {
	Status  int               `json:"statusCode"`
	Headers map[string]string `json:"headers"`
	Cookies []string          `json:"cookies"`
	Body    string            `json:"body"`
	Base64  bool              `json:"isBase64Encoded"`
}

// event is a call in payload format 2.0.
type event struct {
	Version string            `json:"version"`
	Route   string            `json:"routeKey"`
	Path    string            `json:"rawPath"`
	Query   string            `json:"rawQueryString"`
	Cookies []string          `json:"cookies,omitempty"`
	Headers map[string]string `json:"headers"`
	Context struct {
		HTTP struct {
			Method string `json:"method"`
			Path   string `json:"path"`
			Source string `json:"sourceIp"`
		} `json:"http"`
		Stage string `json:"stage"`
	} `json:"requestContext"`
	Body   string `json:"body,omitzero"`
	Base64 bool   `json:"isBase64Encoded"`
}

// send makes a call. API Gateway sends forms in base64.
func (p *phone) send(method, address string, header map[string]string, body string) (a shown) {
	p.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.Fatal(err)
	}
	e := event{Version: "2.0", Route: method + " " + u.Path, Path: u.Path, Query: u.RawQuery, Headers: map[string]string{"host": "desk.example", "accept": "text/html"}}
	for name, value := range header {
		e.Headers[name] = value
	}
	if e.Body = body; e.Headers["content-type"] == "application/x-www-form-urlencoded" {
		e.Body, e.Base64 = base64.StdEncoding.EncodeToString([]byte(body)), true
	}
	for name, value := range p.cookies {
		e.Cookies = append(e.Cookies, name+"="+value)
	}
	e.Context.HTTP.Method, e.Context.HTTP.Path, e.Context.HTTP.Source, e.Context.Stage = method, u.Path, "203.0.113.7", "$default"
	b, err := json.Marshal(e)
	if err != nil {
		p.Fatal(err)
	}
	out, err := p.function.Invoke(p.Context(), b)
	if err != nil {
		p.Fatal(err)
	}
	if err := json.Unmarshal(out, &a); err != nil || a.Base64 {
		p.Fatal(err, string(out))
	}
	for _, c := range a.Cookies {
		name, rest, _ := strings.Cut(c, "=")
		value, attributes, _ := strings.Cut(rest, ";")
		if p.cookies[name] = value; strings.Contains(attributes, "Max-Age=0") {
			delete(p.cookies, name)
		}
		if !strings.HasPrefix(name, "__Host-hora-") || !strings.HasSuffix(attributes, "; HttpOnly; Secure; SameSite=Lax") {
			p.Errorf("cookie %s", c)
		}
	}
	return a
}

func (p *phone) get(address string) shown {
	p.Helper()
	return p.send("GET", address, nil, "")
}

// link is a review link, as an agent gets one.
func (p *phone) link() string {
	p.Helper()
	days := eventfile.Filler{Now: time.Now(), Zone: zones["selfe"]}
	ask := func(skill, arguments string) (data string) {
		body := `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"` + skill + `","role":"ROLE_USER","parts":[{"data":{"skill":"` + skill + `","arguments":` + arguments + `}}]}}}`
		filled, err := days.Fill(body)
		if err != nil {
			p.Fatal(err)
		}
		header := map[string]string{"content-type": "application/json", "a2a-version": "1.0", "a2a-extensions": selfe.Extension}
		return p.send("POST", "/registry/a2a?catalogue=visit-keswick", header, filled).Body
	}
	const place = `"slf_01M2T7R681883CJWKA2FN4WG31"`
	handle := between(ask("match", `{"places":[{"entityId":`+place+`}],"section":"eat","stay":{"checkIn":"{{day+3}}","time":"19:00"},"party":{"adults":2}}`), `"handle":"`)
	link := between(ask("prepare_booking_handoff", `{"venueId":`+place+`,"handle":"`+handle+`"}`), `"reviewUrl":"`)
	if !strings.HasPrefix(link, "https://desk.example/registry/review?t=") {
		p.Fatalf("no link: %q", link)
	}
	return link
}

// between is what follows some text, up to the next quote.
func between(text, before string) string {
	_, rest, _ := strings.Cut(text, before)
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

// The built function sends a guest to sign in, tells when the provider is out of
// reach, and takes the confirmation of one who has signed in, once. It does no
// more to the table than the template lets it.
func TestConfirm(t *testing.T) {
	tpl := readTemplate(t)
	table := createTable(t, tpl)
	seed(t, table)
	store := dynamo.New(reach(t), table)
	confirmHere(t, store)
	recorder := record(t)
	p := &phone{t, start(t, "selfe", table, recorder.URL), map[string]string{}}

	link := p.link()
	review := p.get(link)
	signIn := between(review.Body, `<a class="go" href="`)
	if review.Status != 200 || !strings.HasPrefix(signIn, "https://desk.example/registry/review/sign-in?t=") {
		t.Fatalf("HTTP %d: %s", review.Status, review.Body)
	}
	for range 3 { // those that are never ended are given up at last, all at once
		p.get(signIn)
	}
	sent := p.get(signIn)
	u, err := url.Parse(sent.Headers["Location"])
	if err != nil || sent.Status != 303 || len(sent.Cookies) != 4 || u.Host != "id.example" || u.Query().Get("redirect_uri") != "https://desk.example/registry/review/callback" || len(p.cookies) != 1 {
		t.Fatalf("HTTP %d: %v", sent.Status, sent.Headers)
	}
	back := p.get("/registry/review/callback?code=c0de-of-a-guest&state=" + u.Query().Get("state"))
	if back.Status != 503 || back.Headers["Retry-After"] == "" || !strings.Contains(back.Body, "The sign-in service cannot be reached.") || len(p.cookies) != 0 {
		t.Errorf("HTTP %d: %s", back.Status, back.Body)
	}

	// What the browser keeps of a guest who has signed in, sealed as the
	// function seals it.
	sealer, err := trust.Sealer([]byte(deskSecret), nil)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	guest, err := sealer.Seal(canonical.SealGuest, &canonical.SignedIn{Guest: "sub-0123456789abcdef0123456789abcdef", Account: canonical.Account{Provider: "id.example", Address: "a***@mail.example"}, Host: "desk.example"}, canonical.Until(now, now.Add(canonical.MaxLife)))
	if err != nil {
		t.Fatal(err)
	}
	p.cookies["__Host-hora-guest"] = guest
	page := p.get(link)
	offer := between(page.Body, `name="offer" value="`)
	if page.Status != 200 || offer == "" {
		t.Fatalf("HTTP %d: %s", page.Status, page.Body)
	}
	form := map[string]string{"content-type": "application/x-www-form-urlencoded"}
	for range 2 {
		sent := p.send("POST", "/registry/review", form, url.Values{"offer": {offer}}.Encode())
		if sent.Status != 303 {
			t.Fatalf("HTTP %d: %s", sent.Status, sent.Body)
		}
		if made := p.get(sent.Headers["Location"]); made.Status != 200 || !strings.Contains(made.Body, "<h1>It is booked</h1>") || !strings.Contains(made.Body, "<dt>Cancelling</dt>") {
			t.Fatalf("HTTP %d: %s", made.Status, made.Body)
		}
	}
	again := p.get(link)
	if again.Status != 200 || !strings.Contains(again.Body, "<h1>It is booked</h1>") || !strings.Contains(again.Body, "signed in as a***@mail.example, with your account at id.example") {
		t.Errorf("HTTP %d: %s", again.Status, again.Body)
	}
	left := p.send("POST", "/registry/review/sign-out", form, url.Values{"leave": {between(again.Body, `name="leave" value="`)}}.Encode())
	if left.Status != 303 || len(p.cookies) > 0 {
		t.Errorf("HTTP %d, cookies %v", left.Status, p.cookies)
	}
	if after := p.get(left.Headers["Location"]); after.Status != 410 || !strings.Contains(after.Body, "You are signed out here.") {
		t.Errorf("HTTP %d: %s", after.Status, after.Body)
	}
	found, _, err := store.List(t.Context(), canonical.Range{Partition: canonical.OrganizationKey("packhorse-yard").Partition + "#BKG"})
	if err != nil || len(found) != 1 {
		t.Errorf("%d bookings, %v", len(found), err)
	}
	log := p.function.Log()
	for _, secret := range []string{"c0de-of-a-guest", "mail.example", u.Query().Get("state"), guest, offer, clientSecret} {
		if strings.Contains(log, secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
	if allowed := tpl.actions(t, resourceOf("selfe")); len(recorder.actions()) == 0 || slices.ContainsFunc(recorder.actions(), func(a string) bool { return !slices.Contains(allowed, a) }) {
		t.Errorf("it did %v, and may do %v", recorder.actions(), allowed)
	}
}

// confirmHere has the demonstration's curator take no confirmations of their own.
func confirmHere(t *testing.T, store canonical.Store) {
	t.Helper()
	found, err := store.Load(context.Background(), canonical.RegistryKey("visit-keswick"))
	if err != nil {
		t.Fatal(err)
	}
	var r canonical.Registry
	if err := json.Unmarshal(found[0].Body, &r); err != nil {
		t.Fatal(err)
	}
	r.Handoff.Confirm = ""
	w := canonical.Write{Record: found[0]}
	if w.Body, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	if err := store.Commit(context.Background(), w); err != nil {
		t.Fatal(err)
	}
}
