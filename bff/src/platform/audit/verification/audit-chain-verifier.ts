import { hash } from 'node:crypto'
import { genesisHash } from '../canonical.ts'
import type { AuditCheckpoint, SignedAuditHead } from '../signed-audit-head.ts'
import type { AuditColumnValue, StoredAuditEntry } from './audit-snapshot.ts'

/** Fields of the hashed text that are not columns of an entry. */
const positionFields = ['chain', 'n', 'prev'] as const

/**
 * Creates the hash function for stored entries (docs/audit.md), with all constant parts prepared. Most
 * columns repeat the value of the previous entry, so their serialised text is cached until the value changes.
 */
function createStoredEntryHasher(columns: readonly string[], chain: string) {
  const layout = [
    ...columns.map((name, at) => ({ name, at: at + 3 })),
    ...positionFields.map((name) => ({ name, at: -1 })),
  ]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, at }) => ({ name, at, before: `,${JSON.stringify(name)}:`, value: '', text: '' }))
  for (const one of layout) one.text = `${one.before}""`
  return (
    stored: StoredAuditEntry,
    n: AuditColumnValue = stored[0] ?? null,
    prev: AuditColumnValue = stored[1] ?? null,
  ): string => {
    let text = ''
    for (const one of layout) {
      const { name, at, before } = one
      const value = at >= 0 ? stored[at] : name === 'n' ? n : name === 'prev' ? prev : chain
      if (value === null || value === undefined) continue
      if (typeof value === 'number') {
        text += before + value
        continue
      }
      if (value !== one.value) {
        one.value = value
        one.text = before + JSON.stringify(value)
      }
      text += one.text
    }
    return hash('sha256', `{${text.slice(1)}}`, 'hex')
  }
}

export type AuditFindingKind =
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
  | 'checkpoint changed'
  | 'no checkpoint'

/**
 * Error found by a verification; `n` is the number of the first bad entry in its chain, or null if no entry
 * is bad.
 */
export interface AuditFinding {
  readonly chain: string | null
  readonly n: number | null
  /** Number of the last bad entry, if several follow each other from `n` on. */
  readonly to?: number
  readonly what: AuditFindingKind
  readonly message: string
}

export interface AuditChainResult {
  readonly chain: string
  readonly entries: number
  /** Number of the last entry, and (`sealedTo`) of the last entry that a signed head confirms. */
  readonly last: number
  readonly sealedTo: number
  /** Number of entries removed from the start by cuts under a signed checkpoint; 0 without cuts. */
  readonly cutTo: number
}

/** Limit of findings kept per chain. */
const maxFindings = 20
/** Number of entries before and after that are searched for the right position of an entry out of order. */
export const maxReorderDistance = 50

/**
 * Verifies one chain, entry by entry, and collects findings. `cover` is the checkpoint of a cut: entries up
 * to its number may be missing, and the hash of that entry must match.
 */
export function createAuditChainVerifier(
  chain: string,
  columns: readonly string[],
  { heads, cover }: { readonly heads: readonly SignedAuditHead[]; readonly cover: AuditCheckpoint | null },
) {
  const hashOf = createStoredEntryHasher(columns, chain)
  const seqAt = columns.indexOf('seq') + 3
  const findings: AuditFinding[] = []
  const byNumber = new Map<number, Pick<SignedAuditHead, 'n' | 'hash' | 'time_ms'>[]>()
  for (const head of cover === null ? heads : [...heads, cover])
    byNumber.set(head.n, [...(byNumber.get(head.n) ?? []), head])
  const recent: StoredAuditEntry[] = []
  let entries = 0
  let last = 0
  let lastHash = genesisHash
  let lastGoodHead = 0
  let wasWhole = true
  let cutTo = 0

  /** Starts behind the entries that a cut removed. */
  function begin(first: StoredAuditEntry): void {
    const n = Number(first[0])
    if (cover === null || n <= 1) return
    cutTo = Math.min(n - 1, cover.n)
    last = cutTo
    lastHash = cutTo === cover.n ? cover.hash : String(first[1])
    lastGoodHead = cutTo
  }

  function find(n: number, what: AuditFindingKind, text: string, to = n): void {
    if (findings.length < maxFindings)
      findings.push({ chain, n, ...(to > n ? { to } : {}), what, message: text })
  }

  /** Finds the position where an entry that does not match its number would fit. */
  function belongs(row: StoredAuditEntry, ahead: () => readonly StoredAuditEntry[]): number | null {
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
      find(from, 'rewritten', `${where} is not what it was when the head of ${at} was signed`, n)
    }
  }

  function take(row: StoredAuditEntry, ahead: () => readonly StoredAuditEntry[]): void {
    const n = Number(row[0])
    const own = String(row[2])
    if (entries === 0) begin(row)
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
        n - 1,
      )
    else if (wasWhole && row[1] !== lastHash && hashOf(row) === own) {
      // Blame the first entry itself: its predecessor is not among the entries.
      const bad = last === cutTo ? n : last
      const text = last === 0 ? 'does not begin the chain' : `was not written after entry ${last} as it is`
      find(bad, 'changed', `entry ${n} ${text}`)
    }
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
    if (recent.length > maxReorderDistance) recent.shift()
  }

  function end(): { result: AuditChainResult; findings: AuditFinding[] } {
    const beyond = heads.filter(({ n }) => n > last).sort((a, b) => b.n - a.n)[0]
    if (beyond !== undefined) {
      const at = new Date(beyond.time_ms).toISOString()
      find(
        last + 1,
        'cut',
        `the chain ends with entry ${last}, but at ${at} it had ${beyond.n}: its end was cut off, or an old copy was restored`,
        beyond.n,
      )
    }
    if (heads.length === 0)
      findings.push({
        chain,
        n: null,
        what: 'no head',
        message: 'there is no signed head of this chain: a cut end cannot be found',
      })
    findings.sort((a, b) => (a.n ?? Number.POSITIVE_INFINITY) - (b.n ?? Number.POSITIVE_INFINITY))
    return { result: { chain, entries, last, sealedTo: lastGoodHead, cutTo }, findings }
  }

  return { take, end }
}
