package matrix

import (
	"bytes"
	"encoding/json"

	"github.com/BurntSushi/toml"
	"github.com/fxamacker/cbor/v2"
	"github.com/go-viper/mapstructure/v2"
	koanfjson "github.com/knadh/koanf/parsers/json"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
	gotoml "github.com/pelletier/go-toml/v2"
	"github.com/spf13/viper"
	"github.com/ugorji/go/codec"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
)

// library encodes a value and decodes it again.
type library struct {
	name   string
	encode func(v any) ([]byte, error)
	decode func(data []byte, v any) error
}

var textHook = mapstructure.TextUnmarshallerHookFunc()

var libraries = []library{
	{"encoding/json", json.Marshal, json.Unmarshal},
	{"yaml.v3", yaml.Marshal, yaml.Unmarshal},
	{"go-toml", gotoml.Marshal, gotoml.Unmarshal},
	{"BurntSushi/toml", func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := toml.NewEncoder(&b).Encode(v)
		return b.Bytes(), err
	}, toml.Unmarshal},
	{"ugorji", func(v any) (b []byte, err error) {
		err = codec.NewEncoderBytes(&b, &codec.JsonHandle{}).Encode(v)
		return b, err
	}, func(data []byte, v any) error { return codec.NewDecoderBytes(data, &codec.JsonHandle{}).Decode(v) }},
	{"msgpack", msgpack.Marshal, msgpack.Unmarshal},
	{"cbor", cbor.Marshal, cbor.Unmarshal},
	{"bson", bson.Marshal, bson.Unmarshal},
	{"mapstructure", jsonOf, func(data []byte, v any) error {
		return viaMap(data, func(m map[string]any) error {
			d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{Result: v, DecodeHook: textHook})
			if err != nil {
				return err
			}
			return d.Decode(m)
		})
	}},
	{"viper", jsonOf, func(data []byte, v any) error {
		x := viper.NewWithOptions(viper.KeyDelimiter("\x00"))
		x.SetConfigType("json")
		if err := x.ReadConfig(bytes.NewReader(data)); err != nil {
			return err
		}
		return x.Unmarshal(v, viper.DecodeHook(textHook))
	}},
	{"koanf", jsonOf, func(data []byte, v any) error {
		k := koanf.New("\x00")
		if err := k.Load(rawbytes.Provider(data), koanfjson.Parser()); err != nil {
			return err
		}
		return k.UnmarshalWithConf("", v, koanf.UnmarshalConf{Tag: "json", DecoderConfig: &mapstructure.DecoderConfig{Result: v, DecodeHook: textHook}})
	}},
}

func jsonOf(v any) ([]byte, error) { return json.Marshal(v) }

func viaMap(data []byte, decode func(map[string]any) error) error {
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	return decode(m)
}
