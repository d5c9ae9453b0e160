module hora/interop/usp

go 1.26.0

require (
	github.com/gowebpki/jcs v1.0.2
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	hora/interop/desk v0.0.0
)

require (
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace hora/interop/desk => ../desk
