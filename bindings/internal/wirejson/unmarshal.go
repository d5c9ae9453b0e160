package wirejson

import (
	"errors"
	"math"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ErrMalformed says that bytes are not one JSON text: bad syntax, truncated,
// nested too deep, a name given twice, invalid UTF-8, or more after the end.
var ErrMalformed = errors.New("wirejson: not a JSON text")

// Unmarshal reads one JSON text into v, which it overwrites; members that v
// has no field for are ignored and a null leaves its field zero.
//
// The pointers name every member whose JSON type is not the one v wants, in
// the order of the text; "" is the whole value. Their fields are zero, and
// all others are filled. A whole number may be written with a fraction or
// exponent (60.0) as some encoders do.
//
// The only error is ErrMalformed.
func Unmarshal[T any](b []byte, v *T) (mistyped []jsontext.Pointer, err error) {
	*v = *new(T)
	if json.Unmarshal(b, v) == nil {
		return nil, nil
	}
	if !jsontext.Value(b).IsValid() {
		*v = *new(T)
		return nil, ErrMalformed
	}
	return tolerate(b, v), nil
}

// tolerate reads a valid JSON text again, stepping over what does not fit.
func tolerate[T any](b []byte, v *T) (mistyped []jsontext.Pointer) {
	step := func(d *jsontext.Decoder, field any) error {
		f := reflect.ValueOf(field).Elem()
		switch kind := d.PeekKind(); {
		case kind == '0' && isWhole(f.Type()):
			n, ok := whole(d)
			if ok {
				setWhole(f, n)
				return nil
			}
		case kind == 'n' || accepts(f.Type(), kind):
			return errors.ErrUnsupported // the ordinary way
		default:
			if err := d.SkipValue(); err != nil {
				return err
			}
		}
		mistyped = append(mistyped, d.StackPointer())
		return nil
	}
	*v = *new(T)
	err := json.Unmarshal(b, v, json.WithUnmarshalers(json.UnmarshalFromFunc(step)))
	var fault *json.SemanticError
	if errors.As(err, &fault) { // a type with a reader of its own did not accept it
		mistyped = append(mistyped, fault.JSONPointer)
	}
	return mistyped
}

// isWhole says whether a field takes whole numbers, by itself or by pointer.
func isWhole(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Int || t.Kind() == reflect.Int64
}

func setWhole(f reflect.Value, n int64) {
	if f.Kind() == reflect.Pointer {
		f.Set(reflect.New(f.Type().Elem()))
		f = f.Elem()
	}
	f.SetInt(n)
}

// whole reads a number that has no fraction and that float64 holds exactly.
func whole(d *jsontext.Decoder) (int64, bool) {
	raw, err := d.ReadValue()
	if err != nil {
		return 0, false
	}
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > 1<<53 {
		return 0, false
	}
	return int64(x), true
}

// accepts says whether a value of that JSON kind can be read into a field of
// type t. Types with a reader of their own, raw values among them, decide for
// themselves.
func accepts(t reflect.Type, kind jsontext.Kind) bool {
	if reflect.PointerTo(t).Implements(readsItself) {
		return true
	}
	switch t.Kind() {
	case reflect.String:
		return kind == '"'
	case reflect.Bool:
		return kind == 't' || kind == 'f'
	case reflect.Int, reflect.Int64, reflect.Float64:
		return kind == '0'
	case reflect.Struct, reflect.Map:
		return kind == '{'
	case reflect.Slice, reflect.Array:
		return kind == '[' || t == rawValue
	case reflect.Pointer:
		return accepts(t.Elem(), kind)
	}
	return true
}

var (
	readsItself = reflect.TypeFor[json.UnmarshalerFrom]()
	rawValue    = reflect.TypeFor[jsontext.Value]()
)
