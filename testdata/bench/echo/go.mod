module hora/bench/echo

go 1.26.8

require (
	github.com/a2aproject/a2a-go/v2 v2.4.0
	hora v0.0.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
)

replace hora => ../../..
