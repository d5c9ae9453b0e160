package a2awire

import "hora/bindings/internal/jsonrpc"

// fault is the error as that version writes it.
func (e *Error) fault(v Version) *jsonrpc.Fault {
	f := &jsonrpc.Fault{Code: e.Code, Message: e.Message}
	if v == V10 {
		f.Data = e.details()
	} else {
		f.Data = e.object()
	}
	return f
}

type errorInfo struct {
	Type     string            `json:"@type"`
	Reason   string            `json:"reason"`
	Domain   string            `json:"domain"`
	Metadata map[string]string `json:"metadata,omitempty"`
}

type badRequest struct {
	Type       string      `json:"@type"`
	Violations []Violation `json:"fieldViolations"`
}

type errorObject struct {
	Reason     string            `json:"reason,omitzero"`
	Metadata   map[string]string `json:",embed"`
	Violations []Violation       `json:"fieldViolations,omitempty"`
}

const (
	errorInfoType  = "type.googleapis.com/google.rpc.ErrorInfo"
	badRequestType = "type.googleapis.com/google.rpc.BadRequest"
)

// details is error.data of 1.0: never an empty array.
func (e *Error) details() any {
	var all []any
	if e.Reason != "" {
		info := &errorInfo{errorInfoType, e.Reason, e.Domain, e.Metadata}
		if info.Domain == "" {
			info.Domain = domain
		}
		all = append(all, info)
	}
	if len(e.Violations) > 0 {
		all = append(all, &badRequest{badRequestType, e.Violations})
	}
	if all == nil {
		return nil
	}
	return all
}

// object is error.data of 0.3. The number says what A2A's own reasons say;
// others are named.
func (e *Error) object() any {
	if e.Data03 != nil {
		return e.Data03
	}
	o := errorObject{Metadata: e.Metadata, Violations: e.Violations}
	if e.Domain != "" && e.Domain != domain {
		o.Reason = e.Reason
	}
	if o.Reason == "" && len(o.Metadata) == 0 && len(o.Violations) == 0 {
		return nil
	}
	return &o
}
