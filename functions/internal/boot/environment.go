package boot

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"hora/canonical"
	"hora/infra/identity"
)

// Config is what the environment says, read once and checked.
type Config struct {
	Table      string                // the DynamoDB table
	Stage      string                // which deployment this is, for the log
	PublicURL  string                // base of every absolute URL that is sent out, without a slash at the end
	Allowances []canonical.Allowance // the deployment's own, over the defaults
	Secret     Secret                // what credentials for single bookings are derived from
	Before     Secret                // the secret that was before
	Issuers    []Issuer              // whose access tokens are taken
	Client     Secret                // the secret of the client that guests sign in through, if it has one
	Wallets    []Wallet              // who vouches for guests in mandates
	Merchant   Secret                // private keys that carts are signed with: a JWK Set
	Hosts      map[string]Host       // what the names are for that the deployment is called by

	Region      string // of the table
	Endpoint    string // of DynamoDB, where it is not the region's
	Credentials Credentials
}

// A Secret is known to nobody but the desk.
type Secret []byte

// String keeps a secret out of any text.
func (Secret) String() string { return "secret" }

// GoString does so for %#v.
func (s Secret) GoString() string { return s.String() }

// Credentials are the function's own, given by the platform for the life of
// the process.
type Credentials struct{ ID, Secret, Token string }

// String keeps credentials out of any text.
func (Credentials) String() string { return "credentials" }

// GoString does so for %#v.
func (c Credentials) GoString() string { return c.String() }

// A Variable is a name in the environment and what it is for.
type Variable struct {
	Name     string
	Doc      string
	Required bool
	set      func(*Config, string) error
}

// Environment is every name that is read, those of the desk first. The others
// are the platform's: it sets them in every function.
var Environment = []Variable{
	{"HORA_TABLE", "name of the DynamoDB table", true, func(c *Config, v string) error { c.Table = v; return nil }},
	{"HORA_STAGE", "which deployment this is, on every line of the log", false, func(c *Config, v string) error { c.Stage = v; return nil }},
	{"HORA_PUBLIC_URL", "base of every absolute URL in a card, such as https://desk.example; a request's Host is never trusted for it", true, setPublicURL},
	{"HORA_ALLOWANCES", `calls a minute by door, over the defaults: [{"door":"servicialo-a2a","per_minute":100}]; 0 is no bound`, false, setAllowances},
	{"HORA_SECRET", "at least 32 random characters, the same in every function: what credentials for single bookings are derived from", true, setSecret},
	{"HORA_SECRET_BEFORE", "the secret that was before, for a day after it was changed: offers that it sealed are still good, and replays tell credentials that it made", false, setBefore},
	{"HORA_JWKS", `whose access tokens are taken: [{"issuer":"https://id.example","jwks":"https://id.example/jwks.json","guests":true}], jwks being a file or an https address; with "client_id", "authorization_endpoint" and "token_endpoint" guests sign in there to confirm at the desk itself`, false, setIssuers},
	{"HORA_CLIENT_SECRET", "the secret of that client, if it has one", false, func(c *Config, v string) error { c.Client = Secret(v); return nil }},
	{"HORA_WALLETS", `who vouches for guests in Cart Mandates: [{"issuer":"https://wallet.example","jwks":"https://wallet.example/jwks.json","types":["urn:example:guest"]}]`, false, setWallets},
	{"HORA_MERCHANT", "private P-256 keys that carts are signed with, a JWK Set; without it no mandates are taken", false, func(c *Config, v string) error { c.Merchant = Secret(v); return nil }},
	{"HORA_HOSTS", `what names are for that the desk is called by: {"agents.example":{"catalogue":"keswick"},"*":{"organization":"clinic"}}; * is all others`, false, setHosts},
	{"AWS_REGION", "region of the table", true, func(c *Config, v string) error { c.Region = v; return nil }},
	{"AWS_ACCESS_KEY_ID", "the function's credentials", true, func(c *Config, v string) error { c.Credentials.ID = v; return nil }},
	{"AWS_SECRET_ACCESS_KEY", "the function's credentials", true, func(c *Config, v string) error { c.Credentials.Secret = v; return nil }},
	{"AWS_SESSION_TOKEN", "the function's credentials", false, func(c *Config, v string) error { c.Credentials.Token = v; return nil }},
	{"AWS_ENDPOINT_URL_DYNAMODB", "another DynamoDB, such as one on this machine", false, func(c *Config, v string) error { c.Endpoint = v; return nil }},
}

// Read makes a Config of the environment. Its error names every variable that
// is missing or cannot be used, and no value. An empty variable is as good as
// none.
func Read(lookup func(string) (string, bool)) (Config, error) {
	var c Config
	var faults []error
	for _, v := range Environment {
		value, _ := lookup(v.Name)
		switch {
		case value == "" && v.Required:
			faults = append(faults, fmt.Errorf("%s is not set: %s", v.Name, v.Doc))
		case value != "":
			if err := v.set(&c, value); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w: %s", v.Name, err, v.Doc))
			}
		}
	}
	return c, errors.Join(faults...)
}

func setSecret(c *Config, v string) error {
	if len(v) < 32 {
		return errors.New("too short")
	}
	c.Secret = Secret(v)
	return nil
}

func setBefore(c *Config, v string) error {
	if len(v) < 32 {
		return errors.New("too short")
	}
	c.Before = Secret(v)
	return nil
}

func setPublicURL(c *Config, v string) error {
	u, err := url.Parse(v)
	switch {
	case err != nil, u.Host == "", u.User != nil, u.RawQuery != "", u.Fragment != "", u.Scheme != "https" && u.Scheme != "http":
		return errors.New("not the URL of a site")
	}
	c.PublicURL = strings.TrimRight(v, "/")
	return nil
}

func setAllowances(c *Config, v string) error {
	if err := json.Unmarshal([]byte(v), &c.Allowances, json.RejectUnknownMembers(true)); err != nil {
		return errors.New("not a list of allowances")
	}
	for _, a := range c.Allowances {
		if a.Door == "" || a.Minute < 0 {
			return errors.New("an allowance without a door, or below zero")
		}
		if !slices.ContainsFunc(identity.DefaultAllowances, func(d canonical.Allowance) bool { return d.Door == a.Door }) {
			return errors.New("an allowance of a door that there is not")
		}
	}
	return nil
}
