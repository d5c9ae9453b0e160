package a2awire

import "strconv"

// An Error is a JSON-RPC error as A2A shapes it. Version 1.0 puts Reason,
// Domain and Metadata into a google.rpc.ErrorInfo and Violations into a
// google.rpc.BadRequest in the array error.data; version 0.3, whose clients
// read only an object there, gets the same members in one object. With none of
// them error.data is absent.
//
// Message and all other texts reach the caller: they must never be those of an
// unknown Go error.
type Error struct {
	Code       int
	Message    string
	Reason     string            // UPPER_SNAKE_CASE; empty: no ErrorInfo
	Domain     string            // who defines the reason; empty: A2A itself
	Metadata   map[string]string // no name reason or fieldViolations: 0.3 has all in one object
	Violations []Violation
	Data03     any // the object for 0.3 instead of the one above; nil: none

	Status     int    // HTTP status; 0: 200, as JSON-RPC errors have
	RetryAfter int    // seconds, for the header; 0: none
	Challenge  string // for WWW-Authenticate; empty: none
}

// A Violation is one member of the params that cannot be taken. Field is its
// path in the caller's own spelling, as in message.parts[0].text.
type Violation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
}

func (e *Error) Error() string { return "a2a: error " + strconv.Itoa(e.Code) }

// Domain of the reasons that A2A itself defines.
const domain = "a2a-protocol.org"

// ParseError answers a body that is not JSON.
func ParseError() *Error { return &Error{Code: -32700, Message: "Invalid JSON payload"} }

// InvalidRequest answers JSON that is no call.
func InvalidRequest() *Error {
	return &Error{Code: -32600, Message: "Request payload validation error"}
}

// MethodNotFound answers a method that the version does not have.
func MethodNotFound() *Error { return &Error{Code: -32601, Message: "Method not found"} }

// InvalidParams answers params, or what a message holds, that cannot be taken.
func InvalidParams(v ...Violation) *Error {
	return &Error{Code: -32602, Message: "Invalid parameters", Violations: v}
}

// Internal answers a fault of ours.
func Internal() *Error { return &Error{Code: -32603, Message: "Internal error"} }

// TaskNotFound answers a task that does not exist, or is somebody else's.
func TaskNotFound(id string) *Error {
	return &Error{Code: -32001, Message: "Task not found", Reason: "TASK_NOT_FOUND", Metadata: map[string]string{"taskId": id}}
}

// TaskNotCancelable answers the cancelling of a task that has ended, or whose
// work cannot be stopped.
func TaskNotCancelable(id string) *Error {
	return &Error{Code: -32002, Message: "Task cannot be canceled", Reason: "TASK_NOT_CANCELABLE", Metadata: map[string]string{"taskId": id}}
}

// PushNotSupported answers whoever wants push notifications.
func PushNotSupported() *Error {
	return &Error{Code: -32003, Message: "Push notifications are not supported", Reason: "PUSH_NOTIFICATION_NOT_SUPPORTED"}
}

// Unsupported answers what is not offered: streaming, say.
func Unsupported() *Error {
	return &Error{Code: -32004, Message: "This operation is not supported", Reason: "UNSUPPORTED_OPERATION"}
}

// TaskEnded answers a message to a task in a terminal state (1.0, 3.1.1).
func TaskEnded(id string) *Error {
	return &Error{Code: -32004, Message: "The task has ended and takes no more messages", Reason: "UNSUPPORTED_OPERATION", Metadata: map[string]string{"taskId": id}}
}

// ContentTypeNotSupported answers a media type, of the body or of a part, that
// is not taken.
func ContentTypeNotSupported() *Error {
	return &Error{Code: -32005, Message: "Incompatible content types", Reason: "CONTENT_TYPE_NOT_SUPPORTED"}
}

// ExtensionRequired answers a message that needs an extension which its header
// does not name. 0.3 has no such error; its callers hear the same number.
func ExtensionRequired(uri string) *Error {
	return &Error{Code: -32008, Message: "A required extension was not named", Reason: "EXTENSION_SUPPORT_REQUIRED", Metadata: map[string]string{"extension": uri}}
}

// VersionNotSupported answers a version that is not spoken.
func VersionNotSupported(requested string) *Error {
	const most = 64 // bytes of the caller's text that are worth repeating
	if len(requested) > most {
		requested = requested[:most]
	}
	return &Error{Code: -32009, Message: "Protocol version not supported", Reason: "VERSION_NOT_SUPPORTED",
		Metadata: map[string]string{"requested": requested, "supported": supported}}
}

// MessageReused answers a message id that came before with other content. A2A
// has no reason of its own for it.
func MessageReused(domain, id string) *Error {
	e := InvalidParams(Violation{"message.messageId", "was already used with different content"})
	e.Reason, e.Domain, e.Metadata = "MESSAGE_ID_REUSED", domain, map[string]string{"messageId": id}
	return e
}

// NoRoute answers a call to an address below ours that is nobody's.
func NoRoute() *Error {
	e := InvalidRequest()
	e.Message, e.Status = "There is nothing at this address", 404
	return e
}

// WrongMethod answers a call by another HTTP method than POST, which is how
// JSON-RPC comes.
func WrongMethod() *Error {
	e := InvalidRequest()
	e.Message, e.Status = "This address takes other HTTP methods", 405
	return e
}

// What is refused at the HTTP level: A2A leaves authentication and allowances
// to HTTP, so these carry a status, and a body with a number outside A2A's own
// range. The reasons are ours; domain says so.

// Unauthenticated answers a missing or wrong credential. challenge is the
// value of WWW-Authenticate.
func Unauthenticated(domain, challenge string) *Error {
	return &Error{Code: outside, Message: "Authentication required", Reason: "UNAUTHENTICATED", Domain: domain, Status: 401, Challenge: challenge}
}

// Forbidden answers a good credential that does not reach this far.
func Forbidden(domain string) *Error {
	return &Error{Code: outside, Message: "Not allowed", Reason: "FORBIDDEN", Domain: domain, Status: 403}
}

// AllowanceExhausted answers too many calls.
func AllowanceExhausted(domain string, retryAfter int) *Error {
	return &Error{Code: outside, Message: "Allowance exhausted", Reason: "ALLOWANCE_EXHAUSTED", Domain: domain, Status: 429, RetryAfter: retryAfter}
}

// Unavailable answers while the store or an allowance cannot be reached.
func Unavailable(domain string, retryAfter int) *Error {
	return &Error{Code: outside, Message: "Service unavailable", Reason: "UNAVAILABLE", Domain: domain, Status: 503, RetryAfter: retryAfter}
}

const outside = -32000
