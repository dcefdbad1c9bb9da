// Checks an export of Paydesk's audit log. One file, Node 20 or later, no dependencies:
//
//   node audit-check.mjs <export.jsonl> [--key <public key>]… [--heads <head file>]…
//
// Written from docs/audit.md alone; shares no code with Paydesk. Pass a public key that you received by
// another way than the export: without --key, the heads prove only that one key signed all of them.
// --heads names your own copies of the head file. Exits with 0 (whole), 1 (not whole) or 64 (wrong usage).
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const print = (text) => process.stdout.write(`${text}\n`)
const linesOf = (file) => createInterface({ input: createReadStream(file), crlfDelay: Infinity })
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const hexOf = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

function parse(text) {
  try {
    const value = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the canonical text: fields sorted by name, no spaces, null fields left out. */
function canonical(members) {
  const parts = Object.entries(members).filter(([, value]) => value !== null)
  parts.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${parts.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
}

const problems = []
const bad = (chain, n, what, words) => problems.push({ chain, n, what, words })

// --- signed heads -----------------------------------------------------------------------------------

const keys = new Map()
const heads = new Map()

function addKey(text) {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' })
  const id = hexOf(text).slice(0, 16)
  keys.set(id, key)
  return id
}

/** Describes the error of a signed object; null if the signature holds. */
function wrongWith(signed, what) {
  if (
    !signed ||
    typeof signed.signature !== 'string' ||
    typeof signed.chain !== 'string' ||
    !Number.isInteger(signed.n)
  )
    return `is not a ${what}`
  const key = keys.get(signed.key)
  if (!key) return 'is signed by an unknown key'
  const { signature, ...facts } = signed
  if (Buffer.from(signature, 'base64').toString('base64') !== signature) return 'was changed'
  if (!verify(null, Buffer.from(canonical(facts)), key, Buffer.from(signature, 'base64')))
    return 'was changed: its signature does not hold'
  return null
}

function takeHead(text, place) {
  const head = parse(text)
  if (head && 'before_ms' in head) return takeCheckpoint(head, place, { isInHeads: true })
  const wrong = wrongWith(head, 'head')
  if (wrong !== null) return bad(null, null, 'head changed', `${place} ${wrong}`)
  const numbers = heads.get(head.chain) ?? new Map()
  numbers.set(head.n, [...(numbers.get(head.n) ?? []), head])
  heads.set(head.chain, numbers)
}

// --- retention checkpoints ---------------------------------------------------------------------------

const checkpoints = new Map()

/**
 * Records a checkpoint. Every checkpoint must be in the database and, written before the cut, in a head file.
 */
function takeCheckpoint(signed, place, where) {
  const what = where.isInHeads ? 'head changed' : 'checkpoint changed'
  const wrong = wrongWith(signed, 'checkpoint')
  if (wrong !== null || typeof signed.hash !== 'string')
    return bad(null, null, what, `${place} ${wrong ?? 'is not a checkpoint'}`)
  const known = checkpoints.get(signed.signature) ?? { signed, isInHeads: false, isInDatabase: false }
  checkpoints.set(signed.signature, { ...known, ...where })
}

function takeStoredCheckpoint({ checkpoint, chain, n }, place) {
  const signed = parse(checkpoint)
  if (signed && (signed.chain !== chain || signed.n !== n || !('before_ms' in signed)))
    return bad(String(chain), null, 'checkpoint changed', `${place} was signed for another place`)
  takeCheckpoint(signed, place, { isInDatabase: true })
}

/** Returns the checkpoint of a chain that reaches furthest, or null. */
function coverOf(chain) {
  const own = [...checkpoints.values()].filter(({ signed }) => signed.chain === chain)
  return own.sort((a, b) => b.signed.n - a.signed.n)[0] ?? null
}

function endCheckpoints() {
  for (const { signed, isInDatabase } of checkpoints.values())
    if (!isInDatabase)
      bad(signed.chain, null, 'no checkpoint', `the one of entry ${signed.n} is in the head file only`)
  for (const { chain, cut, cover } of chains.values())
    if (cut > 0 && !checkpoints.get(cover.signature).isInHeads)
      bad(chain, null, 'no checkpoint', `entries 1 to ${cut} are gone: their checkpoint is in no head file`)
}

// --- chains -----------------------------------------------------------------------------------------

const chains = new Map()
let current = null

function beginChain({ chain, after, hash }) {
  if (typeof chain !== 'string' || !Number.isInteger(after) || chains.has(chain))
    return bad(
      current?.chain ?? null,
      current ? current.last + 1 : null,
      'changed',
      'the start of a chain is not of the form',
    )
  if (after === 0 && hash !== '0'.repeat(64)) bad(chain, 1, 'changed', 'the chain does not begin with zeros')
  current = {
    chain,
    start: after,
    last: after,
    lastHash: hash,
    signed: after,
    isWhole: true,
    entries: 0,
    bad: 0,
    cut: 0,
    cover: null,
  }
  chains.set(chain, current)
}

/** Moves the start of a chain behind the entries that a retention cut removed. */
function beginBehindCut(of, entry) {
  const cover = coverOf(of.chain)?.signed
  if (!cover || of.start !== 0) return
  of.cover = cover
  if (entry.n <= 1) return
  of.cut = Math.min(entry.n - 1, cover.n)
  of.start = of.cut
  of.last = of.cut
  of.signed = of.cut
  of.lastHash = of.cut === cover.n ? cover.hash : entry.prev
}

function judgeHeads(of, n, hash) {
  const own = of.cover?.n === n ? [of.cover] : []
  for (const head of [...(heads.get(of.chain)?.get(n) ?? []), ...own]) {
    if (head.hash === hash) of.signed = n
    else if (of.bad <= of.signed) {
      of.bad = of.signed + 1
      bad(
        of.chain,
        of.bad,
        'rewritten',
        `of the entries ${of.bad} to ${n} one is not what it was at ${new Date(head.time_ms).toISOString()}`,
      )
    }
  }
}

function takeEntry(entry, hash, place) {
  const of = current
  const found = (n, what, words) => {
    of.bad = Math.max(of.bad, n)
    bad(of.chain, n, what, words)
  }
  if (!isObject(entry) || !Number.isInteger(entry.n) || entry.chain !== of.chain) {
    found(of.last + 1, 'changed', `${place} is not of the form`)
    of.isWhole = false
    return
  }
  const { n } = entry
  if (of.entries === 0) beginBehindCut(of, entry)
  of.entries += 1
  if (n <= of.last && hexOf(canonical({ ...entry, n: of.last + 1 })) === hash)
    return found(of.last + 1, 'out of order', `entry ${of.last + 1} has number ${n}`)
  if (n === of.last && of.entries > 1) {
    const isSame = hash === of.lastHash
    return found(n, isSame ? 'doubled' : 'fork', `number ${n} is there twice`)
  }
  if (n <= of.last) return found(n, 'out of order', `entry ${n} comes after entry ${of.last}`)
  const own = hexOf(canonical(entry))
  if (n > of.last + 1) found(of.last + 1, 'missing', `entries ${of.last + 1} to ${n - 1} are gone`)
  else if (of.isWhole && entry.prev !== of.lastHash && own === hash)
    found(
      Math.max(of.last, of.start + 1),
      'changed',
      `entry ${n} was not written after entry ${of.last} as it is`,
    )
  if (entry.time_ms === undefined) found(n, 'missing', `of entry ${n} only its place is left`)
  else if (own !== hash) found(n, 'changed', `entry ${n} is not what was written`)
  of.isWhole = own === hash
  of.last = n
  of.lastHash = hash
  judgeHeads(of, n, hash)
}

function endChains(header) {
  for (const [chain, numbers] of heads) {
    if (header.chain !== null && header.chain !== chain) continue
    const of = chains.get(chain)
    const top = Math.max(...numbers.keys())
    const last = of?.last ?? 0
    if (top <= last || header.to_ms !== null || (!of && header.from_ms !== null)) continue
    bad(chain, last + 1, 'cut', `the chain ends with entry ${last}, a signed head names entry ${top}`)
  }
  for (const of of chains.values())
    if (!heads.has(of.chain)) bad(of.chain, null, 'no head', 'no signed head: a cut end cannot be found')
}

// --- export file ------------------------------------------------------------------------------------

function options() {
  const given = { files: [], keys: [], heads: [] }
  const args = process.argv.slice(2)
  while (args.length > 0) {
    const arg = args.shift()
    if (arg === '--key') given.keys.push(args.shift() ?? '')
    else if (arg === '--heads') given.heads.push(args.shift() ?? '')
    else given.files.push(arg)
  }
  if (given.files.length === 1) return given
  print('Usage: node audit-check.mjs <export.jsonl> [--key <public key>]… [--heads <head file>]…')
  process.exit(64)
}

async function begin(header, given) {
  const own = Array.isArray(header.keys) ? header.keys.map(({ public_key: text }) => text) : []
  const trusted = given.keys.length > 0 ? given.keys : own
  for (const text of trusted)
    print(
      `Key ${addKey(text)}${given.keys.length > 0 ? '' : ' (as the export says: compare it with the published one)'}`,
    )
  for (const file of given.heads) {
    let at = 0
    for await (const text of linesOf(file)) {
      at += 1
      if (text !== '') takeHead(text, `line ${at} of ${file}`)
    }
  }
}

async function read(given) {
  let header = null
  let end = null
  let at = 0
  for await (const text of linesOf(given.files[0])) {
    at += 1
    const line = parse(text)
    const place = `line ${at}`
    if (header === null) {
      if (line?.paydesk_audit_export !== 1)
        return bad(null, null, 'changed', 'this is no export of an audit trail')
      header = line
      await begin(header, given)
    } else if (end !== null) bad(null, null, 'changed', `${place} comes after the end`)
    else if (typeof line?.head === 'string') takeHead(line.head, place)
    else if (typeof line?.checkpoint === 'string' && !current) takeStoredCheckpoint(line, place)
    else if (line && 'after' in line) beginChain(line)
    else if (line && 'entry' in line && current) takeEntry(line.entry, line.hash, place)
    else if (isObject(line?.outside))
      bad(
        line.outside.environment ?? 'global',
        null,
        'outside',
        `the entry with seq ${line.outside.seq} stands in no chain`,
      )
    else if (isObject(line?.end)) end = line.end
    else if (current) takeEntry(null, null, place)
    else bad(null, null, 'changed', `${place} is not of the form`)
  }
  if (header === null) return bad(null, null, 'changed', 'the file is empty')
  const entries = [...chains.values()].reduce((sum, of) => sum + of.entries, 0)
  if (end?.entries !== entries)
    bad(
      current?.chain ?? null,
      current ? current.last + 1 : null,
      'cut',
      'the export does not end as it should',
    )
  endChains(header)
  endCheckpoints()
  if (header.from_ms !== null || header.to_ms !== null || header.chain !== null)
    print('A part of the trail only.')
}

await read(options())
for (const { chain, start, last, signed, cut, cover } of chains.values()) {
  print(`Chain ${chain}: entries ${start + 1} to ${last}, signed to entry ${signed}`)
  if (cut > 0)
    print(`  cut by retention to entry ${cut}, by the checkpoint of ${new Date(cover.time_ms).toISOString()}`)
}
problems.sort((a, b) => (a.chain === b.chain ? (a.n ?? Infinity) - (b.n ?? Infinity) : 0))
const firsts = new Set()
for (const { chain, n, what, words } of problems) {
  const isFirst = n !== null && !firsts.has(chain)
  if (isFirst) firsts.add(chain)
  const name = `${chain === null ? '' : `chain ${chain}, `}${n === null ? '' : `entry ${n}, `}`
  print(`${isFirst ? 'FIRST BAD ENTRY' : 'also'}: ${name}${what}: ${words}`)
}
print(problems.length === 0 ? 'Whole: nothing was changed, removed or added.' : 'NOT WHOLE.')
process.exitCode = problems.length === 0 ? 0 : 1
