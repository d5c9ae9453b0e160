package a2awire

// A Scheme is a way to authenticate. Exactly one of its kinds is set.
type Scheme struct {
	Name        string // by which requirements refer to it
	Description string

	APIKey    *APIKey
	HTTP      *HTTPAuth
	OAuth2    *OAuth2
	OpenID    string // discovery URL of OpenID Connect
	MutualTLS bool
}

// An APIKey is a key in a header, query parameter or cookie.
type APIKey struct {
	In   string // header, query or cookie
	Name string
}

// HTTPAuth is the Authorization header.
type HTTPAuth struct {
	Scheme       string `json:"scheme"` // as registered with IANA: Bearer
	BearerFormat string `json:"bearerFormat,omitzero"`
}

// OAuth2 is OAuth 2.0. Of several flows 1.0 can show only one: the first here.
type OAuth2 struct {
	AuthorizationCode *Flow
	ClientCredentials *Flow
	Metadata          string // URL of the authorization server's metadata (RFC 8414)
}

// A Flow is how a token is had. Scopes has a description for each.
type Flow struct {
	Authorization string            `json:"authorizationUrl,omitzero"` // authorization code only
	Token         string            `json:"tokenUrl"`
	Refresh       string            `json:"refreshUrl,omitzero"`
	PKCE          bool              `json:"pkceRequired,omitzero"` // shown in 1.0
	Scopes        map[string]string `json:"scopes"`
}

// wireScheme has both spellings side by side: 0.3 tells the kind by type, with
// members as in OpenAPI, and 1.0 by the name of a wrapper. So a strict reader
// of either finds all it needs, at the place its version has for it.
type wireScheme struct {
	Type         string     `json:"type,omitzero"`
	Description  string     `json:"description,omitzero"`
	In           string     `json:"in,omitzero"`
	Name         string     `json:"name,omitzero"`
	Scheme       string     `json:"scheme,omitzero"`
	BearerFormat string     `json:"bearerFormat,omitzero"`
	Flows        *wireFlows `json:"flows,omitzero"`
	Metadata     string     `json:"oauth2MetadataUrl,omitzero"`
	OpenID       string     `json:"openIdConnectUrl,omitzero"`

	APIKey10 *apiKey10 `json:"apiKeySecurityScheme,omitzero"`
	HTTP10   *http10   `json:"httpAuthSecurityScheme,omitzero"`
	OAuth10  *oauth10  `json:"oauth2SecurityScheme,omitzero"`
	OpenID10 *openID10 `json:"openIdConnectSecurityScheme,omitzero"`
	MTLS10   *mtls10   `json:"mtlsSecurityScheme,omitzero"`
}

type wireFlows struct {
	AuthorizationCode *Flow `json:"authorizationCode,omitzero"`
	ClientCredentials *Flow `json:"clientCredentials,omitzero"`
}

type apiKey10 struct {
	Description string `json:"description,omitzero"`
	Location    string `json:"location"`
	Name        string `json:"name"`
}

type http10 struct {
	Description  string `json:"description,omitzero"`
	Scheme       string `json:"scheme"`
	BearerFormat string `json:"bearerFormat,omitzero"`
}

type oauth10 struct {
	Description string    `json:"description,omitzero"`
	Flows       wireFlows `json:"flows"`
	Metadata    string    `json:"oauth2MetadataUrl,omitzero"`
}

type openID10 struct {
	Description string `json:"description,omitzero"`
	URL         string `json:"openIdConnectUrl"`
}

type mtls10 struct {
	Description string `json:"description,omitzero"`
}

func renderSchemes(all []Scheme, union bool) map[string]wireScheme {
	ws := make(map[string]wireScheme, len(all))
	for _, s := range all {
		w := s.render10()
		if union {
			s.add03(&w)
		}
		ws[s.Name] = w
	}
	return ws
}

func (s *Scheme) render10() (w wireScheme) {
	switch {
	case s.APIKey != nil:
		w.APIKey10 = &apiKey10{s.Description, s.APIKey.In, s.APIKey.Name}
	case s.HTTP != nil:
		w.HTTP10 = &http10{s.Description, s.HTTP.Scheme, s.HTTP.BearerFormat}
	case s.OAuth2 != nil:
		w.OAuth10 = &oauth10{Description: s.Description, Metadata: s.OAuth2.Metadata}
		if w.OAuth10.Flows.AuthorizationCode = s.OAuth2.AuthorizationCode; s.OAuth2.AuthorizationCode == nil {
			w.OAuth10.Flows.ClientCredentials = s.OAuth2.ClientCredentials
		}
	case s.OpenID != "":
		w.OpenID10 = &openID10{s.Description, s.OpenID}
	case s.MutualTLS:
		w.MTLS10 = &mtls10{s.Description}
	}
	return w
}

func (s *Scheme) add03(w *wireScheme) {
	w.Description = s.Description
	switch {
	case s.APIKey != nil:
		w.Type, w.In, w.Name = "apiKey", s.APIKey.In, s.APIKey.Name
	case s.HTTP != nil:
		w.Type, w.Scheme, w.BearerFormat = "http", s.HTTP.Scheme, s.HTTP.BearerFormat
	case s.OAuth2 != nil:
		w.Type, w.Metadata = "oauth2", s.OAuth2.Metadata
		w.Flows = &wireFlows{s.OAuth2.AuthorizationCode.without10(), s.OAuth2.ClientCredentials.without10()}
	case s.OpenID != "":
		w.Type, w.OpenID = "openIdConnect", s.OpenID
	case s.MutualTLS:
		w.Type = "mutualTLS"
	}
}

// without10 is the flow without what only 1.0 has.
func (f *Flow) without10() *Flow {
	if f == nil {
		return nil
	}
	g := *f
	g.PKCE = false
	return &g
}
