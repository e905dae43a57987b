// Checks corpus.txt: node check.mjs [file]
import { readFileSync } from 'node:fs'
const file = process.argv[2] || new URL('./corpus.txt', import.meta.url)
const text = readFileSync(file, 'utf8')
const sets = []
const err = []
if (!text.endsWith('\n') || text.includes('\r')) err.push('line ends')
text.slice(0, -1).split('\n').forEach((l, i) => {
  if (l.startsWith('# ')) {
    const p = l.slice(2).split(' | ')
    if (p.length !== 4) err.push(`line ${i + 1}: ${l}`)
    sets.push({ name: p[0], kind: p[1], order: p[2], type: p[3], v: [] })
  } else {
    if (!l || l !== l.trim()) err.push(`line ${i + 1}: empty or spaces`)
    sets.at(-1).v.push(l)
  }
})
const KINDS = /^(UUIDv[1345678]|UUIDv1 swapped \(UUID_TO_BIN\(x,1\)\)|UUIDv4 time (first|last|mixed)|UUID-shaped without a version, time (first|last|mixed|none)|ULID|KSUID|xid|ObjectID|TypeID \(UUIDv7 in base32 with a prefix\)|snowflake (Twitter|Discord|1970|own epoch)|Sonyflake( own epoch)?|Instagram|CockroachDB rowid|cuid2?|nanoid|push ID \(Firebase\)|Firestore|random (base62|base64|hex|bytes|integer)|hash|Unix (seconds|ms|µs|ns)|\.NET ticks|FILETIME|Chrome time|sequence|(business|other): .+)$/
const U = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const byName = new Set()
const ranks = a => { const s = [...a.keys()].sort((x, y) => (a[x] < a[y] ? -1 : 1)); const r = []; s.forEach((x, i) => { r[x] = i }); return r }
for (const s of sets) {
  const e = m => err.push(`${s.name}: ${m}`)
  if (byName.has(s.name)) e('name twice')
  byName.add(s.name)
  if (!KINDS.test(s.kind)) e('kind ' + s.kind)
  if (!['ordered', 'almost', 'random', 'starts over', 'none'].includes(s.order)) e('order ' + s.order)
  if (new Set(s.v).size !== s.v.length) e('values twice')
  if (s.v.length < 150 || s.v.length > 160) e(s.v.length + ' values')
  let k
  if (s.type === 'integer') {
    for (const v of s.v) if (!/^-?(0|[1-9]\d*)$/.test(v)) { e('integer ' + v); break }
    try { k = s.v.map(BigInt) } catch { continue }
    if (k.some(x => x >= 1n << 64n || x < -(1n << 63n))) e('integer too big')
  } else if (s.type === 'uuid') {
    for (const v of s.v) if (!U.test(v)) { e('uuid ' + v); break }
    k = s.v
  } else if (s.type === 'bytes') {
    for (const v of s.v) if (!/^([0-9a-f]{2})+$/.test(v) || v.length !== s.v[0].length) { e('bytes ' + v); break }
    k = s.v
  } else if (s.type === 'text') k = s.v.map(v => Buffer.from(v).toString('hex'))
  else { e('type'); continue }
  // order
  const asc = k.every((x, i) => i === 0 || k[i - 1] < x)
  let up = 0
  for (let i = 1; i < k.length; i++) if (k[i - 1] < k[i]) up++
  const r = ranks(k)
  const m = (k.length - 1) / 2
  let c = 0; let d = 0
  r.forEach((x, i) => { c += (x - m) * (i - m); d += (i - m) ** 2 })
  const rho = c / d
  const stat = `(rho ${rho.toFixed(2)}, ${up} of ${k.length - 1} up)`
  if (s.order === 'ordered' && !asc) e('not ordered ' + stat)
  if (s.order !== 'ordered' && s.order !== 'none' && asc) e('is ordered, said ' + s.order)
  if (s.order === 'almost' && rho < 0.9) e('not almost ' + stat)
  if (s.order === 'random' && Math.abs(rho) > 0.3) e('not random ' + stat)
  // UUID version and variant
  const want = /^UUIDv(\d)$/.exec(s.kind)?.[1] ?? (/^UUIDv4 time/.test(s.kind) ? '4' : null)
  const net = /\.NET byte order/.test(s.name) && s.type === 'bytes'
  const hex = s.v.map(v => v.toLowerCase().replace(/^urn:uuid:|[-{}]/g, ''))
  const vs = new Set(hex.map(h => (net ? h[14] : h[12])))
  const vr = hex.every(h => '89ab'.includes(h[16]))
  if (want) {
    if (s.kind === 'UUIDv4 time mixed') { if (!hex.every(h => h[14] === '4' || h[12] === '4')) e('version ' + [...vs]) } else if (vs.size !== 1 || !vs.has(want)) e('version ' + [...vs])
    if (!vr && !/^EF Core/.test(s.name)) e('variant')
  }
  if (/^UUIDv1 swapped/.test(s.kind) && !hex.every(h => h[0] === '1')) e('swapped v1 does not begin with 1')
  if (/without a version/.test(s.kind) && vs.size === 1 && /[1-8]/.test([...vs][0]) && vr) e('looks like version ' + [...vs])
}
// the time within, for layouts that are easy to read: the first and last must fit to the name
const B32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; const PUSH = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const B62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = (t, abc) => [...t].reduce((a, c) => { const i = abc.indexOf(c); if (i < 0) throw new Error(t); return a * BigInt(abc.length) + BigInt(i) }, 0n)
const big = (s, v) => (s.type === 'bytes' || /hex digits/.test(s.name) ? BigInt('0x' + v) : BigInt(v.replace(/^ORD-/, '')))
const v1 = h => Number((BigInt('0x' + h.slice(13, 16) + h.slice(8, 12) + h.slice(0, 8)) - 0x01B21DD213814000n) / 10000n)
const strip = v => v.toLowerCase().replace(/^urn:uuid:|[-{}]/g, '')
const READ = {
  UUIDv7: (s, v) => { const h = strip(v); return /36 bits/.test(s.name) ? Number(BigInt('0x' + h.slice(0, 9))) * 1000 : /byte order/.test(s.name) ? parseInt(h.slice(6, 8) + h.slice(4, 6) + h.slice(2, 4) + h.slice(0, 2) + h.slice(10, 12) + h.slice(8, 10), 16) : parseInt(h.slice(0, 12), 16) },
  UUIDv1: (s, v) => v1(strip(v)),
  UUIDv6: (s, v) => { const h = strip(v); return Number((BigInt('0x' + h.slice(0, 12) + h.slice(13, 16)) - 0x01B21DD213814000n) / 10000n) },
  'UUIDv1 swapped (UUID_TO_BIN(x,1))': (s, v) => { const h = strip(v); return Number((BigInt('0x' + h.slice(1, 16)) - 0x01B21DD213814000n) / 10000n) },
  ULID: (s, v) => (s.type === 'text' ? Number(base(v.replace(/^ord_/, '').toUpperCase().slice(0, 10), B32)) : parseInt(strip(v).slice(0, 12), 16)),
  KSUID: (s, v) => (s.type === 'bytes' ? parseInt(v.slice(0, 8), 16) + 14e8 : Number(base(v.replace(/^usr_/, ''), B62) >> 128n) + 14e8) * 1000,
  xid: (s, v) => (s.type === 'bytes' ? parseInt(v.slice(0, 8), 16) : Number(base(v.slice(0, 7), '0123456789abcdefghijklmnopqrstuv') >> 3n)) * 1000,
  ObjectID: (s, v) => parseInt(v.slice(0, 8), 16) * 1000,
  'TypeID (UUIDv7 in base32 with a prefix)': (s, v) => Number(base(v.split('_').at(-1).toUpperCase(), B32) >> 80n),
  'snowflake Twitter': (s, v) => Number(big(s, v) >> 22n) + 1288834974657,
  'snowflake Discord': (s, v) => Number(big(s, v) >> 22n) + 1420070400000,
  'snowflake 1970': (s, v) => Number(big(s, v) >> 22n),
  Sonyflake: (s, v) => Number(big(s, v) >> 24n) * 10 + Date.UTC(2014, 8, 1),
  Instagram: (s, v) => Number(big(s, v) >> 23n) + 1314220021721,
  'CockroachDB rowid': (s, v) => Number((big(s, v) >> 15n) / 100n) + 1420070400000,
  cuid: (s, v) => parseInt(v.slice(1, 9), 36),
  'push ID (Firebase)': (s, v) => Number(base(v.slice(0, 8), PUSH)),
  'Unix seconds': (s, v) => Number(v) * 1000,
  'Unix ms': (s, v) => Number(big(s, v)),
  'Unix µs': (s, v) => Number(v) / 1e3,
  'Unix ns': (s, v) => Number(v) / 1e6,
  '.NET ticks': (s, v) => Number(BigInt(v) / 10000n) - 62135596800000,
  FILETIME: (s, v) => Number(BigInt(v) / 10000n) - 11644473600000,
  'Chrome time': (s, v) => Number(BigInt(v) / 1000n) - 11644473600000
}
const ownEpoch = s => { const m = /(?:own epoch|start|epoch) (\d{4}-\d\d-\d\d)/.exec(s.name); return m && Date.UTC(...m[1].split('-').map((x, i) => (i === 1 ? x - 1 : +x))) }
READ['snowflake own epoch'] = (s, v) => { const e = ownEpoch(s); return e == null ? null : Number(big(s, v) >> 22n) + e }
READ['Sonyflake own epoch'] = (s, v) => { const e = ownEpoch(s); return e == null ? null : Number(big(s, v) >> 24n) * 10 + e }
let read = 0
for (const s of sets) {
  if (!READ[s.kind] || !/(ends (now|a year ago)|in one (second|millisecond))$/.test(s.name)) continue
  let t
  try { t = s.v.map(v => READ[s.kind](s, v)) } catch (e) { err.push(`${s.name}: ${e}`); continue }
  if (t[0] == null || /four bits too low/.test(s.name)) continue
  read++
  const end = /a year ago$/.test(s.name) ? Date.UTC(2025, 10, 28, 12) : Date.UTC(2026, 10, 28, 19)
  const span = /eight years/.test(s.name) ? 8 * 365 * 864e5 : /(ten minutes|one (minute|hour)|a minute|bursts|in one (second|millisecond))/.test(s.name) ? null : /150 days/.test(s.name) ? 149 * 864e5 : 92 * 864e5
  if (Math.abs(Math.max(...t) - end) > 864e5) err.push(`${s.name}: ends ${new Date(Math.max(...t)).toISOString()}`)
  if (span && Math.abs(Math.max(...t) - Math.min(...t) - span) > 2 * 864e5) err.push(`${s.name}: span of ${(Math.max(...t) - Math.min(...t)) / 864e5} days`)
}
const kinds = new Map()
for (const s of sets) { const k = s.kind.replace(/^(business|other): .*/, '$1'); kinds.set(k, (kinds.get(k) || 0) + 1) }
const types = {}; const orders = {}
for (const s of sets) { types[s.type] = (types[s.type] || 0) + 1; orders[s.order] = (orders[s.order] || 0) + 1 }
console.log([...kinds].map(([k, v]) => `${k}: ${v}`).join('\n'))
console.log(types, orders)
console.log(`${read} sets whose times were read`)
if (err.length) console.log(err.join('\n'))
console.log(`${sets.length} sets, ${sets.reduce((a, s) => a + s.v.length, 0)} values, ${Buffer.byteLength(text)} bytes, ${err.length} errors`)
process.exit(err.length || sets.length < 250 ? 1 : 0)
