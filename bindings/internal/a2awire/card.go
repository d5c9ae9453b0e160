package a2awire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings/internal/wirejson"
)

// A Card is what an agent says of itself: one description, of which two
// documents are made. Neither streaming, push notifications nor an extended
// card are offered, and both documents say so.
type Card struct {
	Name        string
	Description string
	Version     string // of the agent
	URL         string // the absolute URL that takes calls of both versions
	Provider    *Provider
	Docs        string   // documentationUrl
	InputModes  []string // media types
	OutputModes []string
	Skills      []Skill
	Extensions  []Extension
	Schemes     []Scheme
	Security    []Requirement // any one of them suffices; none: nothing is required
	Modified    time.Time     // for Last-Modified; zero: the header is left out

	// Members that are neither version's and that only the union card shows:
	// objects, merged into the card and into its capabilities.
	Also, AlsoCapabilities jsontext.Value
}

// A Provider is who runs the agent. Both members are required.
type Provider struct {
	Organization string `json:"organization"`
	URL          string `json:"url"`
}

// A Skill is something the agent can do.
type Skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Examples    []string `json:"examples,omitempty"`
	InputModes  []string `json:"inputModes,omitempty"`  // where they differ from the card's
	OutputModes []string `json:"outputModes,omitempty"` // where they differ from the card's
}

// An Extension is a vocabulary beside A2A that the agent speaks.
type Extension struct {
	URI         string `json:"uri"`
	Description string `json:"description,omitzero"`
	Required    bool   `json:"required"`
	Params      any    `json:"params,omitzero"` // an object
}

// A Requirement is the schemes that together suffice, with their scopes.
type Requirement map[string][]string

type wireCard struct {
	Name               string                `json:"name"`
	Description        string                `json:"description"`
	Version            string                `json:"version"`
	ProtocolVersion    string                `json:"protocolVersion,omitzero"`    // 0.3
	URL                string                `json:"url,omitzero"`                // 0.3
	PreferredTransport string                `json:"preferredTransport,omitzero"` // 0.3
	Interfaces         []wireInterface       `json:"supportedInterfaces"`         // 1.0
	Provider           *Provider             `json:"provider,omitzero"`
	Docs               string                `json:"documentationUrl,omitzero"`
	Capabilities       wireCapabilities      `json:"capabilities"`
	InputModes         []string              `json:"defaultInputModes"`
	OutputModes        []string              `json:"defaultOutputModes"`
	Skills             []Skill               `json:"skills"`
	Schemes            map[string]wireScheme `json:"securitySchemes,omitempty"`
	Security           []Requirement         `json:"security,omitempty"`             // 0.3
	Requirements       []wireRequirement     `json:"securityRequirements,omitempty"` // 1.0
	Also               jsontext.Value        `json:",embed"`
}

type wireInterface struct {
	URL      string `json:"url"`
	Binding  string `json:"protocolBinding"`
	Protocol string `json:"protocolVersion"`
}

type wireCapabilities struct {
	Streaming    bool           `json:"streaming"`
	Push         bool           `json:"pushNotifications"`
	ExtendedCard bool           `json:"extendedAgentCard"`
	Extensions   []Extension    `json:"extensions,omitempty"`
	Also         jsontext.Value `json:",embed"`
}

type wireRequirement struct {
	Schemes map[string]wireScopes `json:"schemes"`
}

type wireScopes struct {
	List []string `json:"list"`
}

// transport is the only binding of either version that is served.
const transport = "JSONRPC"

// Union is the card for callers who name no version, or 0.3: readers of either
// version find their members in it (0.3: url, protocolVersion; 1.0:
// supportedInterfaces, its first entry preferred). It has no
// securityRequirements, of which 1.0 readers expect two different forms.
func (c *Card) Union() []byte {
	w := c.both()
	w.ProtocolVersion, w.URL, w.PreferredTransport = "0.3.0", c.URL, transport
	w.Schemes, w.Security = renderSchemes(c.Schemes, true), c.Security
	w.Also, w.Capabilities.Also = c.Also, c.AlsoCapabilities
	return wirejson.Marshal(w)
}

// Pure is the card for callers who ask for 1.0: no member of another version.
func (c *Card) Pure() []byte {
	w := c.both()
	w.Schemes = renderSchemes(c.Schemes, false)
	for _, need := range c.Security {
		r := wireRequirement{map[string]wireScopes{}}
		for scheme, scopes := range need {
			r.Schemes[scheme] = wireScopes{scopes}
		}
		w.Requirements = append(w.Requirements, r)
	}
	return wirejson.Marshal(w)
}

func (c *Card) both() *wireCard {
	return &wireCard{
		Name: c.Name, Description: c.Description, Version: c.Version,
		Interfaces:   []wireInterface{{c.URL, transport, "1.0"}, {c.URL, transport, "0.3"}},
		Provider:     c.Provider,
		Docs:         c.Docs,
		Capabilities: wireCapabilities{Extensions: c.Extensions},
		InputModes:   c.InputModes, OutputModes: c.OutputModes, Skills: c.Skills,
	}
}
