package boot

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// An Issuer is an OAuth authorization server whose access tokens are taken. One
// may be an OpenID provider besides, at which guests sign in to confirm at the
// desk what they review there.
type Issuer struct {
	ID            string `json:"issuer"`
	Keys          string `json:"jwks"`                            // its JWK Set: a file, or an https address
	Guests        bool   `json:"guests,omitzero"`                 // it knows people
	Authorization string `json:"authorization_endpoint,omitzero"` // for cards, and to sign in
	Token         string `json:"token_endpoint,omitzero"`         // for cards, and to sign in
	Client        string `json:"client_id,omitzero"`              // the desk's, where guests sign in; its redirect URIs are /registry/review/callback on each site
}

// SignsIn says whether guests can sign in at the issuer: the error is why not,
// though it has a client.
func (i *Issuer) SignsIn() (bool, error) {
	switch {
	case i.Client == "":
		return false, nil
	case !i.Guests:
		return false, errors.New("an issuer that guests are to sign in at, and that knows no people")
	case i.Authorization == "" || i.Token == "":
		return false, errors.New("an issuer that guests are to sign in at, without both endpoints")
	}
	return true, nil
}

// A Wallet is somebody who vouches for guests in Cart Mandates.
type Wallet struct {
	ID    string   `json:"issuer"`
	Keys  string   `json:"jwks"`  // as of an Issuer
	Types []string `json:"types"` // of the credentials that are accepted (vct)
}

func setIssuers(c *Config, v string) error {
	if json.Unmarshal([]byte(v), &c.Issuers, json.RejectUnknownMembers(true)) != nil {
		return errors.New("not a list of issuers")
	}
	several := false
	for _, i := range c.Issuers {
		if i.ID == "" || i.Keys == "" {
			return errors.New("an issuer without a name or keys")
		}
		signsIn, err := i.SignsIn()
		switch {
		case err != nil:
			return err
		case signsIn && several:
			return errors.New("more than one issuer that guests sign in at")
		}
		several = several || signsIn
	}
	return nil
}

func setWallets(c *Config, v string) error {
	if json.Unmarshal([]byte(v), &c.Wallets, json.RejectUnknownMembers(true)) != nil {
		return errors.New("not a list of issuers")
	}
	for _, w := range c.Wallets {
		if w.ID == "" || w.Keys == "" || len(w.Types) == 0 {
			return errors.New("an issuer without a name, keys or types")
		}
	}
	return nil
}

// A Host is what a name is for that the deployment is called by: which of the
// dialects has its documents at the root, and what they are about.
type Host struct {
	Profile      string `json:"profile,omitzero"` // a dialect; default selfe with a catalogue, else the front door
	Organization string `json:"organization,omitzero"`
	Catalogue    string `json:"catalogue,omitzero"`
}

// Others is the name of all hosts that have no entry of their own.
const Others = "*"

func setHosts(c *Config, v string) error {
	if json.Unmarshal([]byte(v), &c.Hosts, json.RejectUnknownMembers(true)) != nil {
		return errors.New("not an object of hosts")
	}
	for name, h := range c.Hosts {
		switch {
		case name == "", name != strings.ToLower(name), strings.ContainsAny(name, "/ "):
			return errors.New("a name that is no host's")
		case h.Organization != "" && !canonical.IsSlug(h.Organization), h.Catalogue != "" && !canonical.IsSlug(h.Catalogue):
			return errors.New("an organization or catalogue that cannot be")
		case h.Profile != "" && documents[h.Profile] == nil:
			return errors.New("a profile that there is not")
		}
	}
	return nil
}
