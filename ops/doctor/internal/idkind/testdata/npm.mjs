// Prints npm.txt: IDs of packages of npm, as a program makes them over three months.
//
//   npm install nanoid@5 ulid@3 uuid@14 @paralleldrive/cuid2@3 cuid@3 ksuid@3 bson@7 typeid-js@1 xid-js@1 \
//     snowflake-id@1 @sapphire/snowflake@3 flake-idgen@1 tsid-ts@0.0.9 sonyflake@1 shortid@2 pushid@1 hyperid@4 h3-js@4
//   cp npm.mjs made.mjs && node made.mjs > npm.txt   # beside node_modules
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)

// The clock goes on by some minutes for each ID.
const end = Date.UTC(2026, 10, 20), count = 420
let now = end - 90 * 86_400_000
const Real = Date
globalThis.Date = class extends Real {
  constructor (...args) { args.length ? super(...args) : super(now) }
  static now () { return now }
}
const start = now
const tick = () => { now += Math.floor(Math.random() * 2 * (end - start) / count) }

const uuid = require('uuid'), { nanoid, customAlphabet } = require('nanoid'), ulid = require('ulid')
const cuid2 = require('@paralleldrive/cuid2'), KSUID = require('ksuid'), { ObjectId } = require('bson'), { typeid } = require('typeid-js')
const SnowflakeId = require('snowflake-id').default ?? require('snowflake-id'), sapphire = require('@sapphire/snowflake'), FlakeId = require('flake-idgen')
const { getTsid } = require('tsid-ts'), { Sonyflake } = require('sonyflake'), h3 = require('h3-js')
const monotonic = ulid.monotonicFactory(), hyper = require('hyperid')({ urlSafe: true })
const plain = new SnowflakeId({ mid: 42, offset: Date.UTC(2019, 0, 1) }), flake = new FlakeId({ datacenter: 1, worker: 3 })
const twitter = new sapphire.Snowflake(sapphire.TwitterSnowflake.epoch), discord = new sapphire.Snowflake(sapphire.DiscordSnowflake.epoch), sony = new Sonyflake({ machineId: 2, epoch: Date.UTC(2014, 8, 1) })
const digits10 = customAlphabet('0123456789', 16)

const kinds = {
  'uuid v1': () => uuid.v1({ msecs: now }),
  'uuid v4': () => uuid.v4(),
  'uuid v6': () => uuid.v6({ msecs: now }),
  'uuid v7': () => uuid.v7(),
  'crypto.randomUUID': () => crypto.randomUUID(),
  'uuid v5': () => uuid.v5(String(now), uuid.v5.URL),
  'ulid': () => ulid.ulid(),
  'ulid monotonic': () => monotonic(),
  'nanoid': () => nanoid(),
  'nanoid of 16 digits': () => digits10(),
  'cuid': () => require('cuid')(),
  'cuid2': () => cuid2.createId(),
  'ksuid': () => KSUID.randomSync(new Date()).string,
  'bson ObjectId': () => new ObjectId().toHexString(),
  'typeid-js': () => typeid('user').toString(),
  'xid-js': () => require('xid-js').next(),
  'snowflake-id of 2019': () => String(plain.generate()),
  '@sapphire/snowflake Twitter': () => String(twitter.generate()),
  '@sapphire/snowflake Discord': () => String(discord.generate()),
  'flake-idgen of 1970': () => flake.next().readBigUInt64BE().toString(),
  'tsid-ts': () => getTsid().toBigInt().toString(),
  'tsid-ts text': () => getTsid().toString(),
  'sonyflake': () => String(sony.nextId()),
  'shortid': () => require('shortid').generate(),
  'pushid': () => require('pushid')(),
  'hyperid': () => hyper(),
  'h3-js cells of a city': () => BigInt('0x' + h3.latLngToCell(48 + Math.random(), 11 + Math.random(), 10)).toString(),
  'h3-js cells of the world': () => BigInt('0x' + h3.latLngToCell(Math.random() * 120 - 60, Math.random() * 360 - 180, 7)).toString(),
}
for (const [name, next] of Object.entries(kinds)) {
  now = start
  const values = new Set()
  while (values.size < count) { tick(); values.add(next()) }
  console.log('# ' + name + '\n' + [...values].join('\n'))
}
