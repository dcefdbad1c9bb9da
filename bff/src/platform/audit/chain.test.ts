import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestStore, databaseKinds } from '../database/test-store.test-kit.ts'
import { sha256Hex, toCanonicalJson } from './canonical.ts'
import { type AuditChainEnds, linkAuditRows } from './chain-links.ts'
import { type AuditLogReader, openAuditLogReader } from './verification/audit-log-reader.ts'
import type { AuditColumnValue, StoredAuditEntry } from './verification/audit-snapshot.ts'
import { verifyAuditLog } from './verification/verify.ts'

const columns = ['action', 'environment', 'reason', 'reference', 'seq', 'time_ms']
interface Line {
  readonly chain: string
  stored: AuditColumnValue[]
}

/** Reads an audit log in memory, as a database would return it. */
function sourceOf(lines: readonly Line[]): AuditLogReader {
  const ofChain = (chain: string) =>
    lines.filter((one) => one.chain === chain).map(({ stored }): StoredAuditEntry => stored)
  return {
    columns,
    chains: async () => [...new Set(lines.map(({ chain }) => chain))],
    async *entries(chain) {
      const rows = ofChain(chain).toSorted((a, b) => Number(a[0]) - Number(b[0]))
      for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3)
    },
    count: async () => lines.length,
    unchainedEntries: async () => [],
    checkpoints: async () => [],
    close: async () => undefined,
  }
}

const text = fc.string({ unit: anyCharacter }).map((one) => one.toWellFormed())
const row = fc.record({
  action: text,
  environment: fc.constantFrom('stage', 'live', 'global', null),
  reason: fc.option(text),
  reference: text,
  time_ms: fc.maxSafeNat(),
})
/** Rows in groups, as they are committed. */
const groups = fc.array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 })

type RowOf = Readonly<Record<'action' | 'reference', string>> & {
  readonly environment: string | null
  readonly reason: string | null
  readonly time_ms: number
}

function written(commits: readonly (readonly RowOf[])[]): Line[] {
  let ends: AuditChainEnds = new Map()
  let seq = 0
  const lines: Line[] = []
  for (const commit of commits) {
    const rows = commit.map((one) => {
      seq += 1
      return { ...one, seq }
    })
    const { links, after } = linkAuditRows(rows, ends)
    ends = new Map([...ends, ...after])
    links.forEach((link, at) => {
      const of: Readonly<Record<string, AuditColumnValue>> = { ...rows[at] }
      const values = columns.map((name) => of[name] ?? null)
      lines.push({ chain: link.chain, stored: [link.n, link.prev, link.hash, ...values] })
    })
  }
  return lines
}

/** Returns the ends of the chains, as named by signed heads. */
function headsOf(lines: readonly Line[]) {
  const ends = new Map<string, StoredAuditEntry>()
  for (const { chain, stored } of lines) ends.set(chain, [...stored])
  const heads = [...ends].map(([chain, [n, , hash]]) => {
    const facts = {
      chain,
      n: Number(n),
      hash: String(hash),
      time_ms: 1,
      instance: 'i',
      key: 'k',
      signature: 's',
    }
    return [chain, [facts]] as const
  })
  return { heads: new Map(heads), bad: [] }
}

const verify = (lines: readonly Line[], heads: ReturnType<typeof headsOf>) =>
  verifyAuditLog(sourceOf(lines), heads)

it('any entries in any groups verify', async () => {
  await fc.assert(
    fc.asyncProperty(groups, async (commits) => {
      const lines = written(commits)
      const { findings, entries } = await verify(lines, headsOf(lines))
      expect(findings).toEqual([])
      expect(entries).toBe(commits.flat().length)
    }),
  )
})

const another = (value: AuditColumnValue) =>
  typeof value === 'number' ? value + 1 : value === null ? '' : `${value}x`

/** Changes that an owner of the database can make to the entry at a position. */
const deeds: Readonly<Record<string, (lines: Line[], at: number, member: number) => void>> = {
  change(lines, at, member) {
    const one = lines[at]
    if (one !== undefined)
      one.stored = one.stored.map((value, nth) => (nth === member ? another(value) : value))
  },
  remove: (lines, at) => void lines.splice(at, 1),
  double(lines, at) {
    const one = lines[at]
    if (one !== undefined) lines.splice(at, 0, { ...one })
  },
  exchange(lines, at) {
    const one = lines[at]
    const other = lines.find((line) => line.chain === one?.chain && line !== one)
    if (one === undefined || other === undefined) return void lines.splice(at, 1)
    const [n, otherN] = [one.stored[0] ?? null, other.stored[0] ?? null]
    one.stored = [otherN, ...one.stored.slice(1)]
    other.stored = [n, ...other.stored.slice(1)]
  },
}

it('every changed, removed, doubled or exchanged entry is found, and the first one is named', async () => {
  const where = fc.record({ deed: fc.constantFrom(...Object.keys(deeds)), at: fc.nat(), member: fc.nat() })
  await fc.assert(
    fc.asyncProperty(groups, where, async (commits, { deed, at, member }) => {
      const lines = written(commits)
      const heads = headsOf(lines)
      const nth = at % lines.length
      const { chain = '', stored: [n] = [] } = lines[nth] ?? {}
      deeds[deed]?.(lines, nth, member % (columns.length + 3))
      const { findings } = await verify(lines, heads)
      const first = findings.find((one) => one.chain === chain && one.n !== null)
      expect(first, deed).toBeDefined()
      expect(first?.n ?? Number.NaN).toBeLessThanOrEqual(Number(n))
      if (deed !== 'exchange') expect(first?.n).toBe(n)
    }),
    { numRuns: 300 },
  )
})

it('the canonical form matches the documentation', () => {
  const members = { b: 'ü"\\\n', a: 1, d: null, c: 'x' }
  expect(toCanonicalJson(members)).toBe('{"a":1,"b":"ü\\"\\\\\\n","c":"x"}')
  // printf '{"a":1}' | sha256sum
  expect(sha256Hex('{"a":1}')).toBe('015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862')
})

it.each(databaseKinds)('the hash of an entry covers every column (%s)', async (backing) => {
  const made = await createTestStore(backing)
  const source = await openAuditLogReader(made)
  const table = (await made.store.db.introspection.getTables()).find(({ name }) => name === 'audit')
  expect(source.columns).toEqual(table?.columns.map(({ name }) => name).sort())
  expect(source.columns).toContain('session_hash')
  await source.close()
  await made.remove()
})
