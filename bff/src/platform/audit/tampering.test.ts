import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../database/test-store.test-kit.ts'
import { isFullRun, pickByRunLength } from '../runtime/run-length.test-kit.ts'
import { sha256Hex, toCanonicalJson } from './canonical.ts'
import {
  createTestAuditLog,
  createTestSigningKey,
  formatHeadLines,
  runChecker,
  runStandaloneChecker,
  type TamperableCopy,
  type TestAuditLog,
  verifyAndExport,
} from './test-audit-log.test-kit.ts'
import type { AuditFindingKind } from './verification/audit-chain-verifier.ts'
import { type AuditLogReader, openAuditLogReader } from './verification/audit-log-reader.ts'
import type { AuditColumnValue, StoredAuditEntry } from './verification/audit-snapshot.ts'
import { verifyAuditLog } from './verification/verify.ts'

/** Number of the tampered entry among 40 entries of `stage`, which has signed heads at 15 and 20. */
const k = 17

type Tamper = (place: TamperableCopy) => Promise<unknown>
interface Case {
  readonly name: string
  readonly tamper: Tamper
  /** Number of the first bad entry of `stage`; null if the error is not in an entry of a chain. */
  readonly n: number | null
  readonly what: AuditFindingKind
}

const seqOf = (n: number) => `(select seq from audit_links where chain = 'stage' and n = ${n})`
const audit = (set: string, n = k) => `update audit set ${set} where seq = ${seqOf(n)}`
const link = (set: string, n = k) => `update audit_links set ${set} where chain = 'stage' and n = ${n}`

const texts = [
  'instance',
  'actor_issuer',
  'actor_subject',
  'role',
  'session_hash',
  'source_address',
  'action',
  'reason',
  'environment',
  'merchant',
  'subject_kind',
  'subject_id',
  'reference',
  'field',
  'purpose_code',
  'case_ref',
]
/** Changes the last byte of a column; an empty column gets one byte. */
const other = (column: string) =>
  `${column} = case when ${column} is null then 'x' else substr(${column}, 1, length(${column}) - 1) || '~' end`

const changed = (name: string, statement: string): Case => ({
  name,
  tamper: ({ sql }) => sql(statement),
  n: k,
  what: 'changed',
})

const ofColumns: Case[] = [
  ...texts.map((column) => changed(`column ${column} changed`, audit(other(column)))),
  changed('column merchant emptied', audit('merchant = null')),
  changed('column reason filled with nothing', audit(`reason = ''`)),
  changed('column time_ms changed', audit('time_ms = time_ms + 1')),
  changed('column reauthentication_age changed', audit('reauthentication_age = reauthentication_age + 1')),
  changed('column reauthentication_age emptied', audit('reauthentication_age = null')),
  changed('column result changed', audit(`result = 'refused'`)),
  changed('the link’s prev changed', link(other('prev'))),
  changed('the link’s hash changed', link(other('hash'))),
  { ...changed('column seq changed', audit('seq = seq + 1000')), what: 'missing' },
  { ...changed('the link’s seq changed', link('seq = seq + 1')), what: 'out of order' },
  { ...changed('the link’s chain changed', link(`chain = 'elsewhere'`)), what: 'missing' },
  { ...changed('renumbered to one that is there', link('n = n - 1')), what: 'out of order' },
  { ...changed('renumbered to one that is not there', link('n = n + 1000')), what: 'missing' },
]

const swapLinks = (a: number, b: number) =>
  [link('n = -1', a), link(`n = ${a}`, b), `update audit_links set n = ${b} where n = -1`].join(';')

async function swapEntries({ sql }: TamperableCopy): Promise<void> {
  const [one] = await sql(`select seq from audit_links where chain = 'stage' and n = ${k}`)
  const [two] = await sql(`select seq from audit_links where chain = 'stage' and n = ${k + 2}`)
  const [a, b] = [Number(one?.seq), Number(two?.seq)]
  await sql(`update audit set seq = -1 where seq = ${a}; update audit set seq = ${a} where seq = ${b};
    update audit set seq = ${b} where seq = -1`)
}

const columns = ['time_ms', 'result', ...texts].join(', ')
const copied = (n: number) =>
  `insert into audit (seq, ${columns}) select 5000, ${columns} from audit where seq = ${seqOf(n)}`
const remove = (n: number) =>
  `delete from audit where seq = ${seqOf(n)}; delete from audit_links where chain = 'stage' and n = ${n}`

/** Changes an entry and recomputes every hash from there on, up to `until`. */
const rewriteFrom =
  (from: number, until = 40): Tamper =>
  async ({ sql }) => {
    await sql(audit(`actor_subject = 'somebody.else'`, from))
    const entries = await sql(`select audit.*, n, prev from audit join audit_links using (seq)
      where chain = 'stage' and n between ${from} and ${until} order by n`)
    const rewritten: string[] = []
    let hash = String(entries[0]?.prev)
    for (const { n, prev: _, ...row } of entries) {
      const values = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value === null
            ? null
            : /^(seq|time_ms|reauthentication_age)$/.test(name)
              ? Number(value)
              : String(value),
        ]),
      )
      const place = { chain: 'stage', n: Number(n), prev: hash }
      hash = sha256Hex(toCanonicalJson({ ...values, ...place }))
      rewritten.push(link(`prev = '${place.prev}', hash = '${hash}'`, place.n))
    }
    await sql(rewritten.join(';'))
  }

const run =
  (statement: string): Tamper =>
  ({ sql }) =>
    sql(statement)

const others: Case[] = [
  { name: 'two entries change places', tamper: swapEntries, n: k, what: 'changed' },
  { name: 'two numbers change places', tamper: run(swapLinks(k, k + 2)), n: k, what: 'out of order' },
  { name: 'the first is deleted', tamper: run(remove(1)), n: 1, what: 'missing' },
  { name: 'one in the middle is deleted', tamper: run(remove(k)), n: k, what: 'missing' },
  { name: 'the last is deleted', tamper: run(remove(40)), n: 40, what: 'cut' },
  {
    name: 'an entry is deleted',
    tamper: run(`delete from audit where seq = ${seqOf(k)}`),
    n: k,
    what: 'missing',
  },
  {
    name: 'a link is deleted',
    tamper: run(`delete from audit_links where chain = 'stage' and n = ${k}`),
    n: k,
    what: 'missing',
  },
  {
    name: 'one is deleted and what follows moves up',
    tamper: run(`${remove(k)}; update audit_links set n = n - 1 where chain = 'stage' and n > ${k}`),
    n: k,
    what: 'out of order',
  },
  {
    name: 'one is put in',
    tamper: run(
      `${copied(3)}; insert into audit_links select chain, n, 5000, prev, '${'a'.repeat(64)}' from audit_links where chain = 'stage' and n = ${k}`,
    ),
    n: k,
    what: 'fork',
  },
  {
    name: 'one is put in and what follows moves down',
    tamper: run(
      `update audit_links set n = n + 1 where chain = 'stage' and n >= ${k}; ${copied(3)};
       insert into audit_links values ('stage', ${k}, 5000, '${'b'.repeat(64)}', '${'a'.repeat(64)}')`,
    ),
    n: k,
    what: 'changed',
  },
  { name: 'one is put in beside the chain', tamper: run(copied(k)), n: null, what: 'outside' },
  {
    name: 'one is doubled',
    tamper: run(
      `${copied(k)}; insert into audit_links select chain, n, 5000, prev, hash from audit_links where chain = 'stage' and n = ${k}`,
    ),
    n: k,
    what: 'doubled',
  },
  {
    name: 'one is written again at the end',
    tamper: run(
      `${copied(k)}; insert into audit_links select chain, 41, 5000, prev, hash from audit_links where chain = 'stage' and n = ${k}`,
    ),
    n: 41,
    what: 'changed',
  },
  { name: 'one is rewritten with its hash', tamper: rewriteFrom(k, k), n: k, what: 'changed' },
  { name: 'rewritten from 16 with right hashes', tamper: rewriteFrom(16), n: 16, what: 'rewritten' },
  // Name the first entry that may be bad: between two signed heads the exact entry cannot be known.
  { name: 'rewritten from 18 with right hashes', tamper: rewriteFrom(18), n: 16, what: 'rewritten' },
  { name: 'rewritten from the first with right hashes', tamper: rewriteFrom(1), n: 1, what: 'rewritten' },
  {
    name: 'the tail is cut',
    tamper: run(
      `delete from audit where seq in (select seq from audit_links where chain = 'stage' and n > 34);
       delete from audit_links where chain = 'stage' and n > 34`,
    ),
    n: 35,
    what: 'cut',
  },
  {
    name: 'the chain is gone',
    tamper: run(
      `delete from audit where environment = 'stage'; delete from audit_links where chain = 'stage'`,
    ),
    n: 1,
    what: 'cut',
  },
]

/** Changes one byte of a value; null becomes a text. */
function flipped(value: AuditColumnValue, at: number): AuditColumnValue {
  if (value === null) return 'x'
  const bytes = Buffer.from(String(value), 'latin1')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return typeof value === 'number' ? Number(bytes.toString('latin1')) || 0 : bytes.toString('latin1')
}

/** Reads a chain in memory, as a database would return it. */
const sourceFrom = (names: readonly string[], lines: readonly StoredAuditEntry[]): AuditLogReader => ({
  columns: names,
  chains: async () => ['stage'],
  async *entries() {
    yield lines.toSorted((a, b) => Number(a[0]) - Number(b[0]))
  },
  count: async () => lines.length,
  unchainedEntries: async () => [],
  checkpoints: async () => [],
  close: async () => undefined,
})

const isNamed = (what: AuditFindingKind, n: number | null) =>
  n === null ? `: chain stage, ${what}` : `FIRST BAD ENTRY: chain stage, entry ${n}, `

describe.each(databaseKinds)('a tampered audit log (%s)', { timeout: 240_000 }, (backing) => {
  let auditLog: TestAuditLog
  let heads: string
  beforeAll(async () => {
    auditLog = await createTestAuditLog(backing)
    heads = formatHeadLines(auditLog.heads)
  })

  it('is whole without tampering', async () => {
    const { verified, exported } = await verifyAndExport(await auditLog.copy(), heads, auditLog.key)
    expect(verified.findings).toEqual([])
    expect(verified.entries).toBe(55)
    expect(verified.chains.map(({ chain, last, sealedTo }) => [chain, last, sealedTo])).toEqual([
      ['global', 10, 10],
      ['live', 5, 5],
      ['stage', 40, 40],
    ])
    for (const checking of [runChecker, runStandaloneChecker]) {
      const checked = await checking(exported, ['--key', auditLog.key.publicKey.text])
      expect(checked).toMatchObject({ code: 0 })
      expect(checked.text).toContain('Whole')
    }
  })

  // Test every column only on one database or in full runs: all databases hash columns alike, and every case
  // needs a copy.
  const columnsHere =
    isFullRun || backing === 'embedded' ? ofColumns : ofColumns.filter((_, nth) => nth % 5 === 0)
  it.each([...columnsHere, ...others])('is detected: $name', async ({ tamper, n, what }) => {
    const place = await auditLog.copy()
    await tamper(place)
    const { verified, exported } = await verifyAndExport(place, heads, auditLog.key)
    const [first] = verified.findings.filter(({ chain }) => chain === 'stage')
    expect(first).toMatchObject({ chain: 'stage', n, what })
    const checked = await runChecker(exported)
    expect(checked.code, checked.text).toBe(1)
    expect(checked.text).toContain(isNamed(what, n))
  })

  it('is detected if any byte of an entry differs, in every column', async () => {
    const place = await auditLog.copy()
    const source = await openAuditLogReader(place)
    const stored: StoredAuditEntry[] = []
    for await (const rows of source.entries('stage')) stored.push(...rows)
    await source.close()
    const missed: string[] = []
    let positions = 0
    for (const [at, value] of (stored[k - 1] ?? []).entries())
      for (let byte = 0; byte < Math.max(String(value ?? '').length, 1); byte += 1) {
        positions += 1
        const lines = stored.map((row, nth) => (nth === k - 1 ? row.with(at, flipped(value, byte)) : row))
        const only = new Map([['stage', auditLog.heads.filter(({ chain }) => chain === 'stage')]])
        const { findings } = await verifyAuditLog(sourceFrom(source.columns, lines), { heads: only, bad: [] })
        if (findings[0]?.n !== k && !(at === 0 && findings[0]?.n !== undefined)) missed.push(`${at}/${byte}`)
      }
    expect(positions).toBeGreaterThan(350)
    expect(missed).toEqual([])
  })

  it('is detected: an old copy was restored', async () => {
    const place = await auditLog.oldCopy()
    const { verified, exported } = await verifyAndExport(place, heads, auditLog.key)
    // Expect only the later entries to be missing: two logs of the same entries have the same hashes.
    const [first] = verified.findings.filter(({ chain }) => chain === 'stage')
    expect(first).toMatchObject({ n: 33, what: 'cut' })
    expect(await runStandaloneChecker(exported)).toMatchObject({
      code: 1,
      text: expect.stringContaining(isNamed('cut', 33)),
    })
  })

  const lineAt = 9
  const changedHead = (change: (line: string) => string) => {
    const lines = formatHeadLines(auditLog.heads).split('\n')
    return lines.map((line, at) => (at === lineAt ? change(line) : line)).join('\n')
  }
  it.each([
    ['its hash', (line: string) => line.replace(/"hash":"./, '"hash":"x')],
    ['its number', (line: string) => line.replace(/"n":\d+/, '"n":1')],
    ['its signature', (line: string) => line.replace(/"signature":"..../, '"signature":"AAAA')],
    ['its time', (line: string) => line.replace(/"time_ms":\d/, '"time_ms":2')],
    ['its chain', (line: string) => line.replace(/"chain":"\w+/, '"chain":"x')],
    ['its key', (line: string) => line.replace(/"key":"./, '"key":"x')],
    ['all of it', () => 'nothing'],
  ])('is detected: a head was changed (%s)', async (_name, change) => {
    const { verified, exported } = await verifyAndExport(
      await auditLog.copy(),
      changedHead(change),
      auditLog.key,
    )
    expect(verified.findings).toMatchObject([{ what: 'head changed' }])
    expect(verified.findings[0]?.message).toContain(`line ${lineAt + 1} `)
    expect(await runChecker(exported)).toMatchObject({
      code: 1,
      text: expect.stringContaining('head changed'),
    })
  })

  it('is detected: rewritten, with every head signed by another key', async () => {
    const place = await auditLog.copy()
    await rewriteFrom(1)(place)
    const forger = createTestSigningKey()
    const links = await place.sql(`select n, hash from audit_links where chain = 'stage'`)
    const forged = links.map(({ n, hash }) =>
      forger.sign({ chain: 'stage', n: Number(n), hash: String(hash), time_ms: 1, instance: 'x' }),
    )
    const rest = auditLog.heads.filter(({ chain }) => chain !== 'stage')
    const { verified, exported } = await verifyAndExport(
      place,
      formatHeadLines([...rest, ...forged]),
      auditLog.key,
    )
    const whats = verified.findings.map(({ what }) => what)
    expect(whats).toContain('head changed')
    expect(whats).toContain('no head')
    expect((await runChecker(exported, ['--key', auditLog.key.publicKey.text])).code).toBe(1)
  })

  it('is detected: all heads are missing', async () => {
    const { verified, exported } = await verifyAndExport(await auditLog.copy(), '', auditLog.key)
    expect(verified.findings.map(({ what }) => what)).toEqual(['no head', 'no head', 'no head'])
    expect((await runChecker(exported)).code).toBe(1)
  })
})

describe('a tampered export', { timeout: 240_000 }, () => {
  let whole = ''
  beforeAll(async () => {
    const auditLog = await createTestAuditLog('embedded')
    whole = (await verifyAndExport(await auditLog.copy(), formatHeadLines(auditLog.heads), auditLog.key))
      .exported
  })

  it('is rejected if any byte of an entry differs', { timeout: 600_000 }, async () => {
    const bytes = Buffer.from(whole)
    const begin = bytes.indexOf(`{"entry":{"chain":"stage","n":${k},`)
    const end = bytes.indexOf('\n', begin)
    expect(end - begin).toBeGreaterThan(500)
    const step = pickByRunLength(31, 1)
    const missed: string[] = []
    async function lane(first: number) {
      for (let at = begin + first; at < end; at += 2 * step) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ 1
        const checked = await runChecker(flipped)
        if (checked.code !== 1 || !checked.text.includes(`FIRST BAD ENTRY: chain stage, entry ${k}, `))
          missed.push(`${at - begin}: ${checked.text}`)
      }
    }
    await Promise.all([lane(0), lane(step)])
    expect(missed).toEqual([])
  })

  it.each([
    ['its end', (lines: string[]) => lines.slice(0, -2)],
    ['an entry', (lines: string[]) => lines.filter((line) => !line.includes(`"chain":"stage","n":${k},`))],
    ['a chain', (lines: string[]) => lines.filter((line) => !line.includes('"chain":"global"'))],
  ])('is rejected without %s', async (_name, cut) => {
    const text = `${cut(whole.trimEnd().split('\n')).join('\n')}\n`
    expect((await runChecker(text)).code).toBe(1)
  })
})
