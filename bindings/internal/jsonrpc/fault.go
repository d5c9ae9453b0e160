package jsonrpc

// Codes that JSON-RPC 2.0 itself defines (section 5.1). All others belong to
// a dialect.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternal       = -32603
)

// A Fault is the error of a response. Its texts reach the caller.
type Fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitzero"` // a wire struct of the dialect's
}

func (f *Fault) Error() string { return f.Message }

// The faults of a call with the words of JSON-RPC 2.0. They are shared: a
// dialect that has more to say makes its own.
var (
	ParseError     = &Fault{Code: CodeParseError, Message: "Parse error"}
	InvalidRequest = &Fault{Code: CodeInvalidRequest, Message: "Invalid Request"}
	MethodNotFound = &Fault{Code: CodeMethodNotFound, Message: "Method not found"}
	InvalidParams  = &Fault{Code: CodeInvalidParams, Message: "Invalid params"}
	Internal       = &Fault{Code: CodeInternal, Message: "Internal error"}
)
