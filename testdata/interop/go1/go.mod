module hora/interop/go1

go 1.26.0

require (
	github.com/a2aproject/a2a-go/v2 v2.4.0
	hora/interop/desk v0.0.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace hora/interop/desk => ../desk
