import { hash } from 'node:crypto'
import { nothingBefore } from './canonical.ts'
import type { HeadFile } from './head-file.ts'
import type { Head } from './signing.ts'
import type { Stored, TrailSource, Value } from './source.ts'

export type Wrong =
  | 'changed'
  | 'missing'
  | 'doubled'
  | 'out of order'
  | 'fork'
  | 'rewritten'
  | 'cut'
  | 'outside'
  | 'head changed'
  | 'no head'

/** One thing that is wrong; `n` is the first bad entry's number in its chain, where it has one. */
export interface Finding {
  readonly chain: string | null
  readonly n: number | null
  readonly what: Wrong
  readonly words: string
}

export interface ChainResult {
  readonly chain: string
  readonly entries: number
  /** Number of the last entry, and of the last one that a signed head names. */
  readonly last: number
  readonly sealedTo: number
}

export interface Verified {
  readonly entries: number
  readonly chains: readonly ChainResult[]
  /** Of each chain the first bad entry comes first. */
  readonly findings: readonly Finding[]
}

/** Members of the hashed text that are no columns of an entry. */
const places = ['chain', 'n', 'prev'] as const

/** The hash of a stored entry as docs/audit.md has it, with all that does not change prepared. */
export function makeStoredHash(columns: readonly string[], chain: string) {
  const layout = [
    ...columns.map((name, at) => ({ name, at: at + 3 })),
    ...places.map((name) => ({ name, at: -1 })),
  ]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, at }) => ({ name, at, before: `${JSON.stringify(name)}:` }))
  return (stored: Stored, n: Value = stored[0] ?? null, prev: Value = stored[1] ?? null): string => {
    let text = ''
    for (const { name, at, before } of layout) {
      const value = at >= 0 ? stored[at] : name === 'n' ? n : name === 'prev' ? prev : chain
      if (value === null || value === undefined) continue
      text += `${text === '' ? '{' : ','}${before}${typeof value === 'number' ? value : JSON.stringify(value)}`
    }
    return hash('sha256', `${text}}`, 'hex')
  }
}

/** Findings of one chain are kept up to so many. */
const mostKept = 20
/** So many entries before and after are looked at for where one that is out of order belongs. */
const around = 50

/** Goes along one chain, entry by entry, and says what is wrong with it. */
function makeWalk(chain: string, columns: readonly string[], heads: readonly Head[]) {
  const hashOf = makeStoredHash(columns, chain)
  const seqAt = columns.indexOf('seq') + 3
  const findings: Finding[] = []
  const byNumber = new Map<number, Head[]>()
  for (const head of heads) byNumber.set(head.n, [...(byNumber.get(head.n) ?? []), head])
  const recent: Stored[] = []
  let entries = 0
  let last = 0
  let lastHash = nothingBefore
  let lastGoodHead = 0
  let wasWhole = true

  function find(n: number, what: Wrong, words: string): void {
    if (findings.length < mostKept) findings.push({ chain, n, what, words })
  }

  /** Where an entry that does not fit its number would fit. */
  function belongs(row: Stored, ahead: () => readonly Stored[]): number | null {
    for (const other of [...recent, ...ahead()])
      if (
        other !== row &&
        (hashOf(row, other[0], row[1]) === row[2] || hashOf(row, other[0], other[1]) === other[2])
      )
        return Number(other[0])
    return null
  }

  function checkHeads(n: number, own: string): void {
    for (const head of byNumber.get(n) ?? []) {
      if (head.hash === own) {
        lastGoodHead = Math.max(lastGoodHead, n)
        continue
      }
      if (findings.some((one) => one.n !== null && one.n > lastGoodHead)) continue
      const from = lastGoodHead + 1
      const where = from === n ? `entry ${n}` : `one of the entries ${from} to ${n}`
      const at = new Date(head.time_ms).toISOString()
      find(from, 'rewritten', `${where} is not what it was when the head of ${at} was signed`)
    }
  }

  function take(row: Stored, ahead: () => readonly Stored[]): void {
    const n = Number(row[0])
    const own = String(row[2])
    entries += 1
    const isSecond = n === last && entries > 1
    if (isSecond && hashOf(row, n + 1) === own) {
      find(n + 1, 'out of order', `entry ${n + 1} has number ${n}`)
      last = n + 1
      lastHash = own
      return
    }
    if (isSecond) {
      const same = own === lastHash
      find(n, same ? 'doubled' : 'fork', `${same ? 'the same entry' : 'another entry'} has number ${n} too`)
      return
    }
    if (n !== last + 1)
      find(
        last + 1,
        'missing',
        n === last + 2 ? `entry ${n - 1} is gone` : `entries ${last + 1} to ${n - 1} are gone`,
      )
    else if (wasWhole && row[1] !== lastHash && hashOf(row) === own)
      find(
        Math.max(last, 1),
        'changed',
        `entry ${Math.max(last, 1)} is not the one that entry ${n} was written after`,
      )
    if (row[seqAt] === null) find(n, 'missing', `entry ${n} is gone, its place in the chain is there`)
    else if (hashOf(row) !== own) {
      const place = belongs(row, ahead)
      if (place === null) find(n, 'changed', `entry ${n} is not what was written`)
      else find(n, 'out of order', `in place ${n} stands what was written as entry ${place}`)
      wasWhole = false
    } else wasWhole = true
    last = n
    lastHash = own
    checkHeads(n, own)
    recent.push(row)
    if (recent.length > around) recent.shift()
  }

  function end(): { result: ChainResult; findings: Finding[] } {
    const beyond = heads.filter(({ n }) => n > last).sort((a, b) => b.n - a.n)[0]
    if (beyond !== undefined) {
      const at = new Date(beyond.time_ms).toISOString()
      find(
        last + 1,
        'cut',
        `the chain ends with entry ${last}, but at ${at} it had ${beyond.n}: its end was cut off, or an old copy was restored`,
      )
    }
    if (heads.length === 0)
      findings.push({
        chain,
        n: null,
        what: 'no head',
        words: 'there is no signed head of this chain: a cut end cannot be found',
      })
    findings.sort((a, b) => (a.n ?? Number.POSITIVE_INFINITY) - (b.n ?? Number.POSITIVE_INFINITY))
    return { result: { chain, entries, last, sealedTo: lastGoodHead }, findings }
  }

  return { take, end }
}

/** Goes along a whole chain; the entries just ahead are at hand where one is out of order. */
async function verifyChain(source: TrailSource, chain: string, heads: readonly Head[]) {
  const walk = makeWalk(chain, source.columns, heads)
  let kept: Stored[] = []
  const takeAll = (rows: readonly Stored[], until: number) => {
    for (let at = 0; at < until; at += 1) {
      const row = rows[at]
      if (row !== undefined) walk.take(row, () => rows.slice(at + 1, at + 1 + around))
    }
  }
  for await (const rows of source.entries(chain)) {
    const all = kept.length === 0 ? rows : [...kept, ...rows]
    const until = Math.max(all.length - around, 0)
    takeAll(all, until)
    kept = all.slice(until)
  }
  takeAll(kept, kept.length)
  return walk.end()
}

function headFindings({ bad }: HeadFile): Finding[] {
  return bad.map(({ chain, n, words }) => ({ chain, n, what: 'head changed', words }))
}

/**
 * Verifies every chain against itself and against the signed heads, which must have been read before the
 * source was opened: no head is ahead of what is committed. Memory does not grow with the trail.
 */
export async function verifyTrail(source: TrailSource, heads: HeadFile): Promise<Verified> {
  const names = new Set([...(await source.chains()), ...heads.heads.keys()])
  const findings: Finding[] = headFindings(heads)
  const chains: ChainResult[] = []
  for (const chain of [...names].sort()) {
    const one = await verifyChain(source, chain, heads.heads.get(chain) ?? [])
    chains.push(one.result)
    findings.push(...one.findings)
  }
  const inChains = chains.reduce((sum, { entries }) => sum + entries, 0)
  const entries = await source.count()
  if (entries !== inChains) {
    const [environmentAt, seqAt] = [
      source.columns.indexOf('environment') + 3,
      source.columns.indexOf('seq') + 3,
    ]
    for (const row of await source.outside())
      findings.push({
        chain: row[environmentAt] === null ? 'office' : String(row[environmentAt]),
        n: null,
        what: 'outside',
        words: `the entry with seq ${row[seqAt]} stands in no chain: it was not written by Paydesk`,
      })
  }
  return { entries, chains, findings }
}
