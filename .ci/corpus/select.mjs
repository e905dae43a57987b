// Chooses from corpus-all.txt the sets of corpus.txt (near 1 MB): node select.mjs < corpus-all.txt > corpus.txt
// Of each kind one generator that ends a year ago and now, then others, of each TYPE first, then special rates and spans;
// of each "other" kind one or both ends of one generator; of business every third.
import { readFileSync } from 'node:fs'
const sets = readFileSync(0, 'utf8').split(/^(?=# )/m).map(text => {
  const [name, kind, , type] = text.slice(2, text.indexOf('\n')).split(' | ')
  return { text, kind, type, base: name.replace(/, ends (now|a year ago)$/, '') }
})
const CAP = { UUIDv7: 12, UUIDv4: 10, 'snowflake own epoch': 12, 'snowflake Twitter': 9, ULID: 8, Sonyflake: 8, nanoid: 6, ObjectID: 7, UUIDv1: 8, sequence: 13, hash: 7 }
const TWICE = /Boundary|LexicalUUID|TSID|SCRU128|Mastodon|Yitter|Baidu|shortid|Sonyflake|Elasticsearch|Salesforce|hyperid|UUID_SHORT|Hibernate|uniqid|base58|base57|base64/
let alt = 0
const keep = new Set()
const byKind = new Map()
sets.forEach((s, i) => { s.i = i; if (!byKind.has(s.kind)) byKind.set(s.kind, []); byKind.get(s.kind).push(s) })
let b = 0
for (const [kind, list] of byKind) {
  if (kind.startsWith('business: ')) { for (const s of list) if (b++ % 3 === 0) keep.add(s); continue }
  const groups = [...new Set(list.map(s => s.base))].map(x => list.filter(s => s.base === x))
  const cap = kind.startsWith('other: ') ? (TWICE.test(kind) ? 2 : 1) : CAP[kind] ?? 5
  let n = 0
  const add = s => { if (n < cap && !keep.has(s)) { keep.add(s); n++ } }
  const pair = groups.find(g => g.length === 2) ?? groups[0]
  if (cap === 1) add(pair[alt++ % pair.length]); else pair.forEach(add)
  const types = new Set(pair.map(s => s.type))
  const rest = groups.filter(g => g !== pair)
  for (const g of rest) if (!types.has(g[0].type)) { types.add(g[0].type); add(g[g.length - 1]) }
  // then the special ones and the rest, by turns
  const special = rest.filter(g => /burst|busy|one a minute|eight years|ten minutes|another order|2018|three hours/.test(g[0].base))
  const usual = rest.filter(g => !special.includes(g))
  const step = Math.max(1, Math.floor(special.length / 3))
  for (let i = 0, t = 0; (i < usual.length || i * step < special.length) && n < cap; i++) {
    if (special[i * step]) add(special[i * step][0])
    if (usual[i]) add(usual[i][t++ % usual[i].length])
  }
}
process.stdout.write([...keep].sort((x, y) => x.i - y.i).map(s => s.text).join(''))
