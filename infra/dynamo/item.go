package dynamo

import (
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/canonical"
)

// A record is an item of these attributes. The names are short because they
// are paid for with every item, and none is a reserved word.
const (
	attrPartition = "pk"
	attrSort      = "sk"
	attrVersion   = "v"
	attrBody      = "b" // binary; left out when empty
	attrParts     = "p" // map of strings; always there, so that a part can be dropped by its path
	attrExpires   = "x" // Unix seconds, the table's time to live; left out when the record stays
	attrCount     = "n" // of a counter, which has no other but its key and x
)

type item = map[string]types.AttributeValue

var errForeign = errors.New("dynamo: an item is no record of ours")

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func keyOf(k canonical.StoreKey) item {
	return item{attrPartition: text(k.Partition), attrSort: text(k.Sort)}
}

func toItem(r canonical.Record) item {
	m := keyOf(r.StoreKey)
	m[attrVersion] = number(r.Version)
	if len(r.Body) > 0 {
		m[attrBody] = &types.AttributeValueMemberB{Value: r.Body}
	}
	parts := make(item, len(r.Parts))
	for name, value := range r.Parts {
		parts[name] = text(value)
	}
	m[attrParts] = &types.AttributeValueMemberM{Value: parts}
	if !r.Expires.IsZero() {
		m[attrExpires] = number(r.Expires.Unix())
	}
	return m
}

// fromItem reads an item that toItem wrote. Attributes that it does not
// know are of a later release, and passed over.
func fromItem(m item) (r canonical.Record, err error) {
	pk, _ := m[attrPartition].(*types.AttributeValueMemberS)
	sk, _ := m[attrSort].(*types.AttributeValueMemberS)
	version, _ := m[attrVersion].(*types.AttributeValueMemberN)
	if pk == nil || sk == nil || version == nil {
		return r, errForeign
	}
	r.StoreKey = canonical.StoreKey{Partition: pk.Value, Sort: sk.Value}
	if r.Version, err = strconv.ParseInt(version.Value, 10, 64); err != nil || r.Version <= 0 {
		return r, errForeign
	}
	if body, ok := m[attrBody].(*types.AttributeValueMemberB); ok {
		r.Body = body.Value
	}
	if parts, ok := m[attrParts].(*types.AttributeValueMemberM); ok && len(parts.Value) > 0 {
		r.Parts = make(map[string]string, len(parts.Value))
		for name, value := range parts.Value {
			s, ok := value.(*types.AttributeValueMemberS)
			if !ok {
				return r, errForeign
			}
			r.Parts[name] = s.Value
		}
	}
	if expires, ok := m[attrExpires].(*types.AttributeValueMemberN); ok {
		seconds, err := strconv.ParseInt(expires.Value, 10, 64)
		if err != nil {
			return r, errForeign
		}
		r.Expires = time.Unix(seconds, 0).UTC()
	}
	return r, nil
}
