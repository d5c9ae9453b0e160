package selfe_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"hora/bindings"
	"hora/bindings/selfe"
	"hora/canonical"
	"hora/canonical/engine"
	"hora/infra/bolt"
	"hora/infra/identity"
	"hora/infra/identity/ap2"
	"hora/infra/identity/jwks"
	"hora/infra/identity/oauth"
	"hora/infra/identity/oauth/issuer"
	"hora/infra/identity/seal"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

// sunday is when the clock of the tests begins, in Keswick.
var sunday = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

// What there is in the demonstration's catalogue.
const (
	catalogue = "visit-keswick"
	other     = "elsewhere" // the same places under another curator
	pheasant  = "slf_01M2T7Q2F2MVGDY5GQGMWTM7W1"
	hidden    = "slf_01M2T70Y67SPPQCGSPNRVZYKR0"
	draft     = "slf_01M2T7RK9DRTRS77VJPCXQMP45"
	nowhere   = "slf_01M2T7ZZZZZZZZZZZZZZZZZZZZ"
)

// Where the desk is, and whom it trusts.
const (
	public   = "https://agents.example"
	elsehost = "https://other.example"
	idp      = "https://id.example"
	wallet   = "https://wallet.example"
	guestVCT = "urn:example:guest"
)

// A world is the whole desk with Keswick's catalogue on two hosts, its clock,
// its store with faults to order, and the parties around it.
type world struct {
	testing.TB
	store  *faulty
	hosts  map[string]http.Handler
	engine *engine.Engine
	log    *lines

	clock    atomic.Pointer[time.Time]
	ids      atomic.Int64
	messages atomic.Int64

	issuer, walletKey, guestKey jose.JSONWebKey
	keys                        atomic.Bool // the issuer's keys can be had
	signIns                     canonical.SignIns
}

func (w *world) now() time.Time { return *w.clock.Load() }

func (w *world) turn(d time.Duration) {
	t := w.now().Add(d)
	w.clock.Store(&t)
}

// lines are what was logged.
type lines struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(b)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.String()
}

// open is the world as it is deployed: the gate of book is off. options change
// what the desk is made of.
func open(t testing.TB) *world {
	t.Helper()
	w := &world{TB: t, hosts: map[string]http.Handler{}, log: &lines{}}
	w.clock.Store(&sunday)
	w.keys.Store(true)
	w.issuer, w.walletKey, w.guestKey = w.key("issuer"), w.key("wallet"), w.key("guest")
	bolted, err := bolt.Open(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bolted.Close() })
	w.store = &faulty{Store: bolted}
	w.load()
	w.start()
	return w
}

// start makes the desk anew on what is stored, as a new process does.
func (w *world) start() {
	w.Helper()
	log := slog.New(slog.NewTextHandler(w.log, nil))
	signer := func(k jose.JSONWebKey) *jwks.Set {
		return jwks.New(func(context.Context) ([]byte, error) {
			if !w.keys.Load() {
				return nil, fmt.Errorf("the keys cannot be had")
			}
			return json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{k.Public()}})
		}, w.now)
	}
	merchant, err := ap2.NewMerchant(public, public, w.key("merchant"))
	w.must(err)
	sealer, err := seal.New(seal.Secret{ID: "test", Key: []byte("a key of thirty-two bytes, or so")})
	w.must(err)
	w.engine = engine.New(engine.Config{
		Store: w.store, Clock: w.now, Log: log, Patience: 2 * time.Second, Secret: []byte("another key of thirty-two bytes."),
		Acts: []engine.Acts{engine.Appointments, engine.Tasks, engine.Registry},
		IDs:  func() string { return fmt.Sprintf("01M4%022d", w.ids.Add(1)) },
	})
	desk := identity.WithTokens(identity.Allowances(w.engine, identity.DefaultAllowances, w.now), identity.Verifiers{
		Log: log, SignIns: w.signIns, Clock: w.now,
		Tokens:   oauth.New(oauth.Config{Resource: public, Clock: w.now, Issuers: []oauth.Issuer{{ID: idp, Keys: signer(w.issuer), Guests: true}}}),
		Mandates: ap2.New(ap2.Config{Merchant: merchant, Clock: w.now, Issuers: []ap2.Issuer{{ID: wallet, Keys: signer(w.walletKey), Types: []string{guestVCT}}}}),
	})
	keys, err := merchant.PublicKeys()
	w.must(err)
	for _, host := range []string{public, elsehost} {
		b := selfe.New(bindings.Config{PublicURL: host, Sealer: sealer, SignIns: w.signIns, Merchant: merchant, Keys: keys, Servers: []bindings.AuthorizationServer{{Issuer: idp, Authorization: idp + "/authorize", Token: idp + "/token"}}})
		w.hosts[host] = bindings.Mux(b.Routes(), desk, log)
	}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) key(kid string) jose.JSONWebKey {
	w.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	w.must(err)
	return jose.JSONWebKey{Key: private, KeyID: kid, Algorithm: string(jose.ES256)}
}

// load loads Keswick's catalogue, and the same places under another curator who
// hands nobody off.
func (w *world) load() {
	w.Helper()
	text, err := orgs.Files.ReadFile(catalogue + ".json")
	w.must(err)
	f, problems := orgfile.Parse(catalogue+".json", text)
	if f == nil {
		w.Fatal(problems)
	}
	_, err = orgfile.Load(context.Background(), w.store, f, nil)
	w.must(err)

	found, _, err := w.store.List(context.Background(), canonical.Range{Partition: canonical.RegistryKey(catalogue).Partition})
	w.must(err)
	var writes []canonical.Write
	for _, r := range found {
		if r.StoreKey == canonical.RegistryKey(catalogue) {
			var copied canonical.Registry
			w.must(json.Unmarshal(r.Body, &copied))
			copied.ID, copied.Handoff = other, nil
			r.Body, err = json.Marshal(copied)
			w.must(err)
		}
		r.Partition, r.Version = canonical.RegistryKey(other).Partition, 0
		writes = append(writes, canonical.Write{Record: r})
	}
	w.must(w.store.Commit(context.Background(), writes...))
}

// registry changes what the record of a registry says: its gates, say.
func (w *world) registry(id string, change func(*canonical.Registry)) {
	w.Helper()
	alter(w, canonical.RegistryKey(id), change)
}

// alter changes a document in the store.
func alter[T any](w *world, k canonical.StoreKey, change func(*T)) {
	w.Helper()
	found, err := w.store.Load(context.Background(), k)
	w.must(err)
	v := new(T)
	w.must(json.Unmarshal(found[0].Body, v))
	change(v)
	r := found[0]
	r.Body, err = json.Marshal(v)
	w.must(err)
	w.must(w.store.Commit(context.Background(), canonical.Write{Record: r}))
}

// books opens the gate of book.
func (w *world) books() *world {
	w.registry(catalogue, func(r *canonical.Registry) { r.Book = true })
	return w
}

// token is an access token; what it is to say is changed by change.
func (w *world) token(change ...func(*issuer.Token)) string {
	w.Helper()
	t := issuer.Token{
		Issuer: idp, Subject: "guest-1", Client: "web", Scope: "bookings:write", Audience: public, ID: fmt.Sprint(w.ids.Add(1)),
		Issued: w.now(), Expires: w.now().Add(time.Hour),
	}
	for _, c := range change {
		c(&t)
	}
	s, err := t.Sign(w.issuer, jose.ES256)
	w.must(err)
	return s
}

func subject(name string) func(*issuer.Token) { return func(t *issuer.Token) { t.Subject = name } }
func scope(s string) func(*issuer.Token)      { return func(t *issuer.Token) { t.Scope = s } }

// agentic makes a token a client's own.
func agentic(t *issuer.Token) { t.Subject = t.Client }

// consent is what a guest signs over a cart that the desk has handed out.
func (w *world) consent(cart []byte) string {
	w.Helper()
	s, err := ap2.Wallet{Issuer: wallet, IssuerKey: w.walletKey, Type: guestVCT, GuestKey: w.guestKey}.Confirm(cart, public, w.now())
	w.must(err)
	return s
}
