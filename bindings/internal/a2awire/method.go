package a2awire

// Method is an operation of A2A, whatever a version calls it.
type Method uint8

const (
	NoMethod Method = iota
	SendMessage
	StreamMessage
	GetTask
	ListTasks // 1.0 only: 0.3 has no such method over JSON-RPC
	CancelTask
	SubscribeTask
	CreatePush
	GetPush
	ListPush
	DeletePush
	ExtendedCard
	numMethods
)

// methodNames has the two disjoint tables, 0.3 first.
var methodNames = [numMethods][2]string{
	SendMessage:   {"message/send", "SendMessage"},
	StreamMessage: {"message/stream", "SendStreamingMessage"},
	GetTask:       {"tasks/get", "GetTask"},
	ListTasks:     {"", "ListTasks"},
	CancelTask:    {"tasks/cancel", "CancelTask"},
	SubscribeTask: {"tasks/resubscribe", "SubscribeToTask"},
	CreatePush:    {"tasks/pushNotificationConfig/set", "CreateTaskPushNotificationConfig"},
	GetPush:       {"tasks/pushNotificationConfig/get", "GetTaskPushNotificationConfig"},
	ListPush:      {"tasks/pushNotificationConfig/list", "ListTaskPushNotificationConfigs"},
	DeletePush:    {"tasks/pushNotificationConfig/delete", "DeleteTaskPushNotificationConfig"},
	ExtendedCard:  {"agent/getAuthenticatedExtendedCard", "GetExtendedAgentCard"},
}

// Name is what that version calls the operation; empty where it has none.
func (m Method) Name(v Version) string { return methodNames[m][v] }

// methodNamed finds an operation by its name in one version.
func methodNamed(v Version, name string) Method {
	if name == "" {
		return NoMethod
	}
	for m := SendMessage; m < numMethods; m++ {
		if methodNames[m][v] == name {
			return m
		}
	}
	return NoMethod
}

// unknownMethod is the error for a name that the version does not have. A name
// of the other version is no guess at the version: absent must stay 0.3, and a
// header that a gateway dropped must show. So the message names the header.
func unknownMethod(v Version, name string) *Error {
	e := MethodNotFound()
	other := V10 - v
	if methodNamed(other, name) == NoMethod {
		return e
	}
	if v == V10 {
		e.Message = name + " is an A2A 0.3 method; send no " + versionName + " header, or " + versionName + ": 0.3"
	} else {
		e.Message = name + " is an A2A 1.0 method; send " + versionName + ": 1.0"
	}
	return e
}

// refused is the error of an operation that no route offers: streaming, push
// notifications, the extended card. It comes before params are looked at, so
// that a refusal never depends on a task.
func refused(m Method) *Error {
	switch m {
	case StreamMessage, SubscribeTask, ExtendedCard:
		return Unsupported()
	case CreatePush, GetPush, ListPush, DeletePush:
		return PushNotSupported()
	}
	return nil
}
