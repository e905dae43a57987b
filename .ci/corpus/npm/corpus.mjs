// Corpus of ID values made by npm packages under a patched clock.
//
// Install (Node 20 or later), in this folder:
//   npm install --ignore-scripts
// Run:
//   node corpus.mjs > npm.txt
//
// The clock: Date, performance.now and process.hrtime are patched before a library is loaded, so that values are made
// over three months of simulated time with irregular steps, ending at a given date. Each kind with a time is made twice:
// it ends a year ago (2025-11-28) or now (2026-11-28). A year ago comes first, for libraries which keep the last time.
import { createRequire } from 'node:module'
import { randomUUID, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
const require = createRequire(import.meta.url)

// --- the clock
let clock = Date.UTC(2025, 7, 1)
const RealDate = Date
class FakeDate extends RealDate {
  constructor (...a) { if (a.length) super(...a); else super(Math.floor(clock)) }
  static now () { return Math.floor(clock) }
}
globalThis.Date = FakeDate
const origin = clock
performance.now = () => clock - origin
const hr = () => { const ns = BigInt(Math.round((clock - origin) * 1e6)); return [Number(ns / 1000000000n), Number(ns % 1000000000n)] }
process.hrtime = Object.assign(prev => { const h = hr(); if (!prev) return h; let s = h[0] - prev[0]; let n = h[1] - prev[1]; if (n < 0) { s--; n += 1e9 } return [s, n] },
  { bigint: () => BigInt(Math.round((clock - origin) * 1e6)) })

// --- a small generator of random numbers with a seed, for the schedules alone
let seed = 20261129
const rnd = () => { seed = (seed + 0x6D2B79F5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296 }
const int = k => Math.floor(rnd() * k)

const N = 150
const NOW = RealDate.UTC(2026, 10, 28, 19, 44, 3, 571)
const AGO = RealDate.UTC(2025, 10, 28, 8, 15, 52, 86)
const MONTHS3 = 92 * 864e5
const ENDS = [['a year ago', AGO], ['now', NOW]]
function sched (k, end, span) {
  if (k > 1 && span > 6e4) { const j = Math.min(span / 200, 9 * 36e5); end -= rnd() * j; span -= rnd() * j } // neither end is at a round distance
  const w = [0]
  for (let i = 1; i < k; i++) w.push(-Math.log(1 - rnd()) + 0.02)
  const sum = w.reduce((a, b) => a + b, 0) || 1
  let acc = 0
  return w.map(x => { acc += x; return k === 1 ? end : end - span + span * acc / sum })
}
function bursts (k, size, gap, end, span) {
  const ts = []
  for (const t of sched(Math.ceil(k / size), end, span)) for (let j = 0; j < size && ts.length < k; j++) ts.push(Math.floor(t) + j * gap)
  return ts
}
const minutes = (k, end) => Array.from({ length: k }, (_, i) => end - (k - i) * 60000 + rnd() * 2000)

const names = new Set()
const out = []
function emit (name, kind, order, type, vals) {
  if (names.has(name)) throw new Error('name twice: ' + name)
  names.add(name)
  const v = [...new Set(vals)]
  if (v.length < 150) throw new Error(name + ': only ' + v.length)
  out.push(`# ${name} | ${kind} | ${order} | ${type}`, ...v.slice(0, 160))
}
function on (name, kind, order, type, ts, f) {
  emit(name, kind, order, type, ts.map((t, i) => { clock = t; return String(f(i)) }))
}
function at (name, kind, order, type, f) {
  for (const [label, end] of ENDS) on(`${name}, ends ${label}`, kind, order, type, sched(N, end, MONTHS3), f)
}
// atF, onF: as at and on, with a generator made anew for each set (for libraries which keep the last time).
async function onF (name, kind, order, type, ts, mk) { clock = ts[0] - 1000; const f = await mk(); on(name, kind, order, type, ts, f) }
async function atF (name, kind, order, type, mk) {
  for (const [label, end] of ENDS) await onF(`${name}, ends ${label}`, kind, order, type, sched(N, end, MONTHS3), mk)
}
function plain (name, kind, order, type, f) {
  const v = new Set()
  for (let i = 0; v.size < N && i < 100 * N; i++) v.add(String(f(i)))
  emit(name, kind, order, type, [...v])
}
const hex = b => Buffer.from(b).toString('hex')
const version = p => JSON.parse(readFileSync(new URL(`./node_modules/${p}/package.json`, import.meta.url))).version
const P = (p, what) => `${p}@${version(p)} ${what}`

// --- uuid
const uuid = await import('uuid')
let fresh = 0
// uuid.v7 keeps the last time in its module, so that each set loads the module anew.
const v7 = async () => (await import(new URL('./node_modules/uuid/dist-node/v7.js?' + ++fresh, import.meta.url))).default
at(P('uuid', 'v1'), 'UUIDv1', 'starts over', 'uuid', () => uuid.v1())
at(P('uuid', 'v1 as text'), 'UUIDv1', 'starts over', 'text', () => uuid.v1())
at(P('uuid', 'v1 with one node'), 'UUIDv1', 'starts over', 'uuid', () => uuid.v1({ node: [0x00, 0x1b, 0x21, 0x7e, 0x30, 0x5c] }))
at(P('uuid', 'v1 as bytes'), 'UUIDv1', 'starts over', 'bytes', () => hex(uuid.v1(undefined, new Uint8Array(16))))
at(P('uuid', 'v6'), 'UUIDv6', 'ordered', 'uuid', () => uuid.v6())
at(P('uuid', 'v6 as text'), 'UUIDv6', 'ordered', 'text', () => uuid.v6())
await atF(P('uuid', 'v7'), 'UUIDv7', 'ordered', 'uuid', async () => { const f = await v7(); return () => f() })
await atF(P('uuid', 'v7 as text'), 'UUIDv7', 'ordered', 'text', async () => { const f = await v7(); return () => f() })
await atF(P('uuid', 'v7 as bytes'), 'UUIDv7', 'ordered', 'bytes', async () => { const f = await v7(); return () => hex(f(undefined, new Uint8Array(16))) })
await onF(P('uuid', 'v7, bursts of 25 in one millisecond, ends now'), 'UUIDv7', 'ordered', 'uuid', bursts(N, 25, 0, NOW + 1e6, 3600e3), async () => { const f = await v7(); return () => f() })
on(P('uuid', 'v1, bursts of 25 in one millisecond, ends now'), 'UUIDv1', 'starts over', 'uuid', bursts(N, 25, 0, NOW + 1e7, 3600e3), () => uuid.v1())
await onF(P('uuid', 'v7, one a minute, ends now'), 'UUIDv7', 'ordered', 'text', minutes(N, NOW + 4e7), async () => { const f = await v7(); return () => f() })
plain(P('uuid', 'v4'), 'UUIDv4', 'random', 'uuid', () => uuid.v4())
plain(P('uuid', 'v4 as text'), 'UUIDv4', 'random', 'text', () => uuid.v4())
plain(P('uuid', 'v4 as bytes'), 'UUIDv4', 'random', 'bytes', () => hex(uuid.v4(undefined, new Uint8Array(16))))
plain(P('uuid', 'v3 of names'), 'UUIDv3', 'random', 'uuid', i => uuid.v3('item' + i, uuid.v3.DNS))
plain(P('uuid', 'v5 of names'), 'UUIDv5', 'random', 'uuid', i => uuid.v5('item' + i, uuid.v5.URL))
plain(P('uuid', 'v5 as text'), 'UUIDv5', 'random', 'text', i => uuid.v5('user' + i, uuid.v5.URL))
plain('node:crypto@20 randomUUID()', 'UUIDv4', 'random', 'text', () => randomUUID())

// --- ULID
const ul = await import('ulid')
at(P('ulid', 'ulid()'), 'ULID', 'ordered', 'text', () => ul.ulid())
await atF(P('ulid', 'monotonicFactory()'), 'ULID', 'ordered', 'text', () => { const m = ul.monotonicFactory(); return () => m() })
await onF(P('ulid', 'monotonicFactory(), bursts of 50 in one millisecond, ends now'), 'ULID', 'ordered', 'text', bursts(N, 50, 0, NOW + 1e6, 3600e3), () => { const m = ul.monotonicFactory(); return () => m() })
on(P('ulid', 'ulid(), bursts of 10 in one millisecond, ends now'), 'ULID', 'almost', 'text', bursts(N, 10, 0, NOW + 1e6, 3600e3), () => ul.ulid())
const ulx = await import('ulidx')
at(P('ulidx', 'ulid()'), 'ULID', 'ordered', 'text', () => ulx.ulid())
at(P('ulidx', 'ulidToUUID()'), 'ULID', 'ordered', 'uuid', () => ulx.ulidToUUID(ulx.ulid()).toLowerCase())

// --- cuid, cuid2, nanoid
const cuid = require('cuid')
at(P('cuid', 'cuid()'), 'cuid', 'ordered', 'text', () => cuid())
on(P('cuid', 'cuid(), bursts of 40 in one millisecond, ends now'), 'cuid', 'ordered', 'text', bursts(N, 40, 0, NOW, 3600e3), () => cuid())
at(P('cuid', 'slug()'), 'other: cuid slug', 'random', 'text', () => cuid.slug())
const { createId, init } = await import('@paralleldrive/cuid2')
at(P('@paralleldrive/cuid2', 'createId()'), 'cuid2', 'random', 'text', () => createId())
plain(P('@paralleldrive/cuid2', 'init({length: 10})'), 'cuid2', 'random', 'text', init({ length: 10 }))
const { nanoid, customAlphabet } = await import('nanoid')
const sized = f => () => f()
plain(P('nanoid', 'nanoid()'), 'nanoid', 'random', 'text', () => nanoid())
plain(P('nanoid', 'nanoid(10)'), 'nanoid', 'random', 'text', () => nanoid(10))
plain(P('nanoid', 'nanoid(8)'), 'nanoid', 'random', 'text', () => nanoid(8))
plain(P('nanoid', 'nanoid(32)'), 'nanoid', 'random', 'text', () => nanoid(32))
plain(P('nanoid', 'customAlphabet lower case and digits, 16'), 'nanoid', 'random', 'text', sized(customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 16)))
plain(P('nanoid', 'customAlphabet base62, 21'), 'nanoid', 'random', 'text', sized(customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 21)))
plain(P('nanoid', 'customAlphabet digits, 12'), 'nanoid', 'random', 'text', sized(customAlphabet('0123456789', 12)))
plain(P('nanoid', 'customAlphabet hex, 24 (an ObjectID in shape)'), 'nanoid', 'random', 'text', sized(customAlphabet('0123456789abcdef', 24)))
plain(P('nanoid', 'nanoid() with a prefix'), 'nanoid', 'random', 'text', () => 'file_' + nanoid())

// --- KSUID, TypeID, ObjectID, xid, push ID
const KSUID = require('ksuid')
at(P('ksuid', 'randomSync()'), 'KSUID', 'ordered', 'text', () => KSUID.randomSync().string)
at(P('ksuid', 'randomSync() as bytes'), 'KSUID', 'ordered', 'bytes', () => hex(KSUID.randomSync().raw))
const { TypeID } = await import('typeid-js') // typeid() keeps the last time, so fromUUID with a v7 made anew for each set
await atF(P('typeid-js', 'TypeID.fromUUID("order", v7)'), 'TypeID (UUIDv7 in base32 with a prefix)', 'ordered', 'text', async () => { const f = await v7(); return () => TypeID.fromUUID('order', f()) })
await atF(P('typeid-js', 'TypeID.fromUUID("acct", v7)'), 'TypeID (UUIDv7 in base32 with a prefix)', 'ordered', 'text', async () => { const f = await v7(); return () => TypeID.fromUUID('acct', f()) })
await onF(P('typeid-js', 'TypeID.fromUUID("msg", v7), bursts of 10 in one millisecond, ends now'), 'TypeID (UUIDv7 in base32 with a prefix)', 'ordered', 'text', bursts(N, 10, 0, NOW + 1e6, 3600e3), async () => { const f = await v7(); return () => TypeID.fromUUID('msg', f()) })
const { ObjectId } = await import('bson')
at(P('bson', 'ObjectId'), 'ObjectID', 'ordered', 'text', () => new ObjectId().toHexString())
at(P('bson', 'ObjectId as bytes'), 'ObjectID', 'ordered', 'bytes', () => new ObjectId().toHexString())
on(P('bson', 'ObjectId, one a minute, ends now'), 'ObjectID', 'ordered', 'text', minutes(N, NOW), () => new ObjectId().toHexString())
on(P('bson', 'ObjectId, eight years, ends now'), 'ObjectID', 'ordered', 'text', sched(N, NOW, 8 * 365 * 864e5), () => new ObjectId().toHexString())
on(P('bson', 'ObjectId, all in one second'), 'ObjectID', 'ordered', 'text', bursts(N, N, 1, NOW - NOW % 1000, 0), () => new ObjectId().toHexString())
{
  const procs = Array.from({ length: 6 }, () => ({ p: hex(randomBytes(5)), c: int(0xfff000) }))
  on(P('bson', 'ObjectId.createFromHexString of six processes, bursts of 12 in one second, ends now'), 'ObjectID', 'almost', 'text', bursts(N, 12, 0, NOW, MONTHS3), () => {
    const x = procs[int(6)]
    return ObjectId.createFromHexString(Math.floor(clock / 1000).toString(16) + x.p + (x.c++).toString(16).padStart(6, '0')).toHexString()
  })
}
const bsonoid = require('bson-objectid')
at(P('bson-objectid', 'ObjectID()'), 'ObjectID', 'ordered', 'text', () => bsonoid().toHexString())
const oid = require('objectid')
at(P('objectid', 'ObjectId()'), 'ObjectID', 'ordered', 'text', () => oid().toString())
const xidjs = require('xid-js')
// its base32 is Crockford's, not that of rs/xid
at(P('xid-js', 'next()'), "other: xid in Crockford's base32", 'ordered', 'text', () => xidjs.next())
const xidts = await import('xid-ts')
{
  const s = xidts.newState()
  at(P('xid-ts', 'new Xid()'), 'xid', 'ordered', 'text', () => new xidts.Xid(undefined, s).toString())
}
const pushid = require('pushid')
at(P('pushid', 'pushid()'), 'push ID (Firebase)', 'ordered', 'text', () => pushid())
on(P('pushid', 'pushid(), bursts of 30 in one millisecond, ends now'), 'push ID (Firebase)', 'ordered', 'text', bursts(N, 30, 0, NOW, MONTHS3), () => pushid())
on(P('pushid', 'pushid(), one a minute, ends now'), 'push ID (Firebase)', 'ordered', 'text', minutes(N, NOW), () => pushid())
const fk = require('firebase-key')
at(P('firebase-key', 'key()'), 'push ID (Firebase)', 'ordered', 'text', () => fk.key())

// --- snowflakes
const SnowId = require('snowflake-id').default
{
  const s = new SnowId({ mid: 42 })
  at(P('snowflake-id', 'mid 42, no offset'), 'snowflake 1970', 'ordered', 'integer', () => s.generate())
  at(P('snowflake-id', 'mid 42, no offset, as text'), 'snowflake 1970', 'ordered', 'text', () => s.generate())
  const o = new SnowId({ mid: 7, offset: (2019 - 1970) * 31536000 * 1000 })
  at(P('snowflake-id', 'mid 7, offset of 49 years of 365 days'), 'snowflake own epoch', 'ordered', 'integer', () => o.generate())
}
const { Snowflake: Sapphire, DiscordSnowflake, TwitterSnowflake } = await import('@sapphire/snowflake')
at(P('@sapphire/snowflake', 'DiscordSnowflake'), 'snowflake Discord', 'ordered', 'integer', () => DiscordSnowflake.generate())
at(P('@sapphire/snowflake', 'DiscordSnowflake as text'), 'snowflake Discord', 'ordered', 'text', () => DiscordSnowflake.generate())
at(P('@sapphire/snowflake', 'TwitterSnowflake'), 'snowflake Twitter', 'ordered', 'integer', () => TwitterSnowflake.generate())
for (const e of ['2011-05-01', '2013-01-01', '2015-06-01', '2017-01-01', '2020-01-01', '2022-09-15', '2024-03-01']) {
  const s = new Sapphire(new Date(e + 'T00:00:00.000Z'))
  at(P('@sapphire/snowflake', 'own epoch ' + e), 'snowflake own epoch', 'ordered', 'integer', () => s.generate())
}
{
  const s = new Sapphire(1420070400000n)
  on(P('@sapphire/snowflake', "Discord's epoch, 32 workers, bursts of 15 in one millisecond, ends now"), 'snowflake Discord', 'almost', 'integer', bursts(N, 15, 0, NOW, 3600e3), () => s.generate({ workerId: BigInt(int(32)), processId: BigInt(int(4)) }))
}
const FlakeId = require('flake-idgen')
{
  const big = b => b.readBigUInt64BE()
  const f0 = new FlakeId({ datacenter: 3, worker: 11 })
  at(P('flake-idgen', 'epoch 1970'), 'snowflake 1970', 'ordered', 'integer', () => big(f0.next()))
  const f3 = new FlakeId({ datacenter: 3, worker: 11 })
  at(P('flake-idgen', 'epoch 1970 as bytes'), 'snowflake 1970', 'ordered', 'bytes', () => hex(f3.next()))
  const f1 = new FlakeId({ id: 900, epoch: 1300000000000 })
  at(P('flake-idgen', 'own epoch 1300000000000'), 'snowflake own epoch', 'ordered', 'integer', () => big(f1.next()))
  const f2 = new FlakeId({ id: 900, epoch: 1288834974657 })
  on(P('flake-idgen', "Twitter's epoch, ten minutes, ends now"), 'snowflake Twitter', 'ordered', 'integer', sched(N, NOW, 600e3), () => big(f2.next()))
}
const { Snowflake: NJS } = require('nodejs-snowflake')
{
  const s = new NJS({ custom_epoch: 1640995200000, instance_id: 77 })
  try { at(P('nodejs-snowflake', 'own epoch 2022-01-01'), 'snowflake own epoch', 'ordered', 'integer', () => s.getUniqueID()) } catch (e) { console.error('nodejs-snowflake', e.message) }
}
const { Snowyflake, Epoch } = require('snowyflake')
{
  const s = new Snowyflake({ workerId: 2n, processId: 4n, epoch: Epoch.Twitter })
  at(P('snowyflake', "Twitter's epoch"), 'snowflake Twitter', 'ordered', 'integer', () => s.nextId())
  const d = new Snowyflake({ workerId: 9n, processId: 30n, epoch: Epoch.Discord })
  at(P('snowyflake', "Discord's epoch"), 'snowflake Discord', 'ordered', 'integer', () => d.nextId())
}
const { Snowflake: TIF } = require('@theinternetfolks/snowflake')
at(P('@theinternetfolks/snowflake', 'random shard and sequence'), 'snowflake 1970', 'ordered', 'text', () => TIF.generate())
const { SnowflakeIdv1 } = require('simple-flakeid')
{
  const s = new SnowflakeIdv1({ workerId: 5 })
  at(P('simple-flakeid', '(Yitter layout, epoch 2020-01-01)'), 'other: Yitter (ms since 2020-01-01 << 12)', 'ordered', 'integer', () => s.NextId())
}
try {
  const F = require('flakeid'); const C = F.default || F
  const f = new C({ mid: 42, timeOffset: 1577836800000 })
  at(P('flakeid', 'own epoch 2020-01-01'), 'snowflake own epoch', 'ordered', 'integer', () => f.gen())
} catch (e) { console.error('flakeid', e.message) }
const { Sonyflake } = require('sonyflake')
{
  const mk = (epoch, m) => new Sonyflake({ epoch, machineId: m })
  const a = mk(1640995200000, 2)
  at(P('sonyflake', 'epoch 2022-01-01 (unit 1 ms, machine before sequence)'), 'other: Sonyflake of npm with a unit of 1 ms', 'ordered', 'integer', () => a.nextId())
  const u = mk(0, 5)
  at(P('sonyflake', 'default epoch 1970 (unit 1 ms, 65 bits), as text'), 'other: Sonyflake of npm with a unit of 1 ms', 'ordered', 'text', () => u.nextId())
}
const { TSIDGenerator } = require('tsid-ts')
{
  const g = new TSIDGenerator(300)
  at(P('tsid-ts', 'node 300'), 'other: TSID', 'ordered', 'integer', () => g.create().number)
  at(P('tsid-ts', 'node 300, as text'), 'other: TSID', 'ordered', 'text', () => g.create().toString())
}
const { Scru128Generator } = await import('scru128')
{
  const g = new Scru128Generator()
  at(P('scru128', 'generate()'), 'other: SCRU128', 'ordered', 'text', () => g.generate().toString())
  at(P('scru128', 'generate() as bytes'), 'other: SCRU128', 'ordered', 'bytes', () => hex(g.generate().bytes))
}
const { V7Generator, uuidv4 } = await import('uuidv7')
{
  const g = new V7Generator()
  at(P('uuidv7', 'generate()'), 'UUIDv7', 'ordered', 'uuid', () => g.generate())
  on(P('uuidv7', 'generate(), bursts of 50 in one millisecond, ends now'), 'UUIDv7', 'ordered', 'uuid', bursts(N, 50, 0, NOW + 1e6, 3600e3), () => g.generate())
  plain(P('uuidv7', 'uuidv4()'), 'UUIDv4', 'random', 'uuid', () => uuidv4())
  const { Uuid25 } = await import('uuid25')
  await atF(P('uuid25', 'of UUIDv7'), 'other: UUIDv7 in base36', 'ordered', 'text', () => { const h = new V7Generator(); return () => Uuid25.parse(h.generate().toString()).value })
  plain(P('uuid25', 'of UUIDv4'), 'other: UUIDv4 in base36', 'random', 'text', () => Uuid25.parse(randomUUID()).value)
}
const shortid = require('shortid')
at(P('shortid', 'generate()'), 'other: shortid', 'random', 'text', () => shortid.generate())
const hyperid = require('hyperid')
{
  const h = hyperid()
  plain(P('hyperid', 'default, one process'), 'other: hyperid', 'none', 'text', () => h())
  const f = hyperid({ fixedLength: true, urlSafe: true })
  plain(P('hyperid', 'fixedLength and urlSafe'), 'other: hyperid', 'ordered', 'text', () => f())
}
const Hashids = require('hashids')
{
  const C = Hashids.default || Hashids
  const h = new C('salt of the corpus', 8)
  plain(P('hashids', 'of small numbers, 8'), 'business: hashids of small numbers', 'none', 'text', i => h.encode(i + 1))
  const k = new C('other salt')
  plain(P('hashids', 'of small numbers, shortest'), 'business: hashids of small numbers', 'none', 'text', i => k.encode(1000 + i))
}
const Sqids = require('sqids')
{
  const C = Sqids.default || Sqids
  const s = new C({ minLength: 6 })
  plain(P('sqids', 'of small numbers, 6'), 'business: sqids of small numbers', 'none', 'text', i => s.encode([i + 1]))
  const s2 = new C()
  plain(P('sqids', 'of pairs'), 'business: sqids of small numbers', 'none', 'text', i => s2.encode([i, 7]))
}
const short = require('short-uuid')
{
  const f = short.createTranslator()
  plain(P('short-uuid', 'flickrBase58 of UUIDv4'), 'other: short UUID in base58', 'random', 'text', () => f.generate())
  const g = short.createTranslator(short.constants.cookieBase90)
  plain(P('short-uuid', 'cookieBase90 of UUIDv4'), 'other: short UUID in base90', 'random', 'text', () => g.generate())
}
const h3 = require('h3-js')
for (const res of [5, 9, 12]) {
  const pt = () => [47 + rnd() * 7, 6 + rnd() * 9]
  plain(P('h3-js', `cells of resolution ${res}`), 'business: H3 cells', 'none', 'text', () => h3.latLngToCell(...pt(), res))
  plain(P('h3-js', `cells of resolution ${res} as numbers`), 'business: H3 cells', 'none', 'integer', () => BigInt('0x' + h3.latLngToCell(...pt(), res)))
}
const geohash = require('ngeohash')
plain(P('ngeohash', 'encode, 9'), 'business: geohashes', 'none', 'text', () => geohash.encode(40 + rnd() * 15, rnd() * 20))
plain(P('ngeohash', 'encode_int, 52 bits'), 'business: geohashes as numbers', 'none', 'integer', () => geohash.encode_int(40 + rnd() * 15, rnd() * 20, 52))

console.log(out.join('\n'))
console.error(names.size + ' sets')
