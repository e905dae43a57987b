module github.com/sortid/sortid/.ci/corpus/goids

go 1.26.0

require (
	github.com/bwmarrin/snowflake v0.3.0
	github.com/chilts/sid v0.0.0-20190607042430-660e94789ec9
	github.com/disgoorg/snowflake/v2 v2.0.3
	github.com/gofrs/uuid/v5 v5.5.1
	github.com/google/uuid v1.6.0
	github.com/hashicorp/go-uuid v1.0.4
	github.com/jaevor/go-nanoid v1.4.0
	github.com/lithammer/shortuuid/v4 v4.3.0
	github.com/lucsky/cuid v1.2.1
	github.com/matoous/go-nanoid/v2 v2.1.0
	github.com/nats-io/nuid v1.0.1
	github.com/oklog/ulid/v2 v2.1.2
	github.com/rogpeppe/fastuuid v1.2.0
	github.com/rs/xid v1.6.0
	github.com/satori/go.uuid v1.2.0
	github.com/segmentio/ksuid v1.0.4
	github.com/sony/sonyflake v1.2.0
	github.com/teris-io/shortid v0.0.0-20220617161101-71ec9f2aa569
	go.jetify.com/typeid v1.3.0
	go.mongodb.org/mongo-driver/v2 v2.10.0
)

require github.com/kr/text v0.2.0 // indirect
