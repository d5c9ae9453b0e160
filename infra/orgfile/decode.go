package orgfile

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// A decoder reads JSON into a Go value by the tags of its types, as the JSON
// package would, except that it goes on after everything that does not fit,
// so that all of it can be reported at once. Only broken JSON stops it.
type decoder struct {
	in       *jsontext.Decoder
	problems []Problem
	given    map[string]bool // the path of every member that the document has
}

func (d *decoder) document(v reflect.Value) error {
	if err := d.value("", v); err != nil {
		return err
	}
	if _, err := d.in.ReadToken(); err != io.EOF {
		if err == nil {
			err = errTwice
		}
		return err
	}
	return nil
}

func (d *decoder) value(path string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(path, v.Elem())
	case reflect.Struct:
		return d.object(path, v)
	case reflect.Slice:
		return d.array(path, v)
	}
	raw, err := d.in.ReadValue()
	if err != nil {
		return err
	}
	if text := scalar(raw, v); text != "" {
		if isAmount(path) && strings.ContainsRune(string(raw), '.') {
			text += "; amounts are in the currency's smallest unit, such as cents"
		}
		d.say(path, text)
	}
	return nil
}

// isAmount says whether money stands there, which many would write with a point.
func isAmount(path string) bool {
	return strings.HasSuffix(path, ".amount") || strings.HasSuffix(path, ".deposit")
}

// scalar sets v to what raw says, or tells why it cannot.
func scalar(raw jsontext.Value, v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		if raw.Kind() != '"' {
			return mismatch("a text", raw.Kind())
		}
		b, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return "not a text"
		}
		v.SetString(string(b))
	case reflect.Bool:
		if raw.Kind() != 't' && raw.Kind() != 'f' {
			return mismatch("true or false", raw.Kind())
		}
		v.SetBool(raw.Kind() == 't')
	case reflect.Int, reflect.Int64:
		if raw.Kind() != '0' {
			return mismatch("a whole number", raw.Kind())
		}
		if strings.ContainsAny(string(raw), ".eE") {
			return fmt.Sprintf("want a whole number, not %.40s", raw)
		}
		n, err := strconv.ParseInt(string(raw), 10, v.Type().Bits())
		if err != nil {
			return fmt.Sprintf("%.40s is out of all proportion", raw)
		}
		v.SetInt(n)
	case reflect.Float64:
		if raw.Kind() != '0' {
			return mismatch("a number", raw.Kind())
		}
		f, err := strconv.ParseFloat(string(raw), 64)
		if err != nil {
			return fmt.Sprintf("%.40s is out of all proportion", raw)
		}
		v.SetFloat(f)
	default:
		panic("orgfile: a noun has a member of kind " + v.Kind().String())
	}
	return ""
}

func (d *decoder) object(path string, v reflect.Value) error {
	if k := d.in.PeekKind(); k != '{' {
		return d.skip(path, "an object", k)
	}
	if _, err := d.in.ReadToken(); err != nil {
		return err
	}
	for d.in.PeekKind() == '"' {
		t, err := d.in.ReadToken()
		if err != nil {
			return err
		}
		name := t.String()
		member := join(path, name)
		field := fieldNamed(v, name)
		switch {
		case !field.IsValid():
			d.say(member, "unknown member"+meant(v, name))
		case d.given[member]:
			d.say(member, "stands here twice")
		default:
			d.given[member] = true
			if err := d.value(member, field); err != nil {
				return err
			}
			continue
		}
		if err := d.in.SkipValue(); err != nil {
			return err
		}
	}
	_, err := d.in.ReadToken()
	return err
}

func (d *decoder) array(path string, v reflect.Value) error {
	if k := d.in.PeekKind(); k != '[' {
		return d.skip(path, "a list", k)
	}
	if _, err := d.in.ReadToken(); err != nil {
		return err
	}
	for i := 0; d.in.PeekKind() != ']'; i++ {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		if err := d.value(item(path, i), v.Index(i)); err != nil {
			return err
		}
	}
	_, err := d.in.ReadToken()
	return err
}

// skip reports a value of the wrong kind and steps over it.
func (d *decoder) skip(path, want string, got jsontext.Kind) error {
	if err := d.in.SkipValue(); err != nil {
		return err
	}
	d.say(path, mismatch(want, got))
	return nil
}

func (d *decoder) say(path, text string) {
	d.problems = append(d.problems, Problem{path, text})
}

func mismatch(want string, got jsontext.Kind) string {
	switch got {
	case 'n':
		return "want " + want + ", not null; a member without a value is left out"
	case '"':
		return "want " + want + ", not a text"
	case '0':
		return "want " + want + ", not a number"
	case '{':
		return "want " + want + ", not an object"
	case '[':
		return "want " + want + ", not a list"
	}
	return "want " + want + ", not " + got.String()
}

// fieldNamed is the field of that JSON name; invalid when there is none.
func fieldNamed(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag == name && tag != "" {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

func join(path, name string) string {
	if !canonical.IsID(name) {
		return path + "[" + strconv.Quote(name) + "]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

func item(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
