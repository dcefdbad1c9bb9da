import { randomUUID } from 'node:crypto'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { IdImport } from '@paydesk/shared/administration/imports'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import {
  askedPaths,
  controlSandbox,
  customerOf,
  forgetRequests,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import { sleepFor } from '../../support/stack/sleep.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }

/** Waits until the import has ended, and returns the import. */
async function ended(visitor: Visitor, { import: id }: IdImport): Promise<IdImport> {
  for (;;) {
    const view = await visitor.get(endpoints.showImport, { params: { ...params, import: id } })
    if (view.status !== 'running') return view
    await sleepFor(100)
  }
}

const start = (
  visitor: Visitor,
  body: {
    kind: 'rid' | 'transaction'
    merchant?: string
    text: string
    column?: { at: number; heading: boolean }
  },
) => visitor.get(endpoints.startImport, { params, body })

const known = async (stack: Stack, environment = 'stage') =>
  (
    await stack.deps.store.db
      .selectFrom('transactions')
      .select(['id', 'merchant', 'first_source'])
      .where('environment', '=', environment)
      .orderBy('id')
      .execute()
  ).map(({ id, first_source }) => `${id} ${first_source}`)

onOneDatabase('an import', (stack) => {
  let admin: Visitor
  beforeAll(async () => {
    admin = await stack().as('admin')
  })

  it('adds customers of one merchant with all their transactions', async () => {
    const [one, other] = [await customerOf(stack(), 'cust-card'), await customerOf(stack(), 'cust-siin')]
    const text =
      'rid;name\ncust-card;x\ncust-siin;y\nnobody-here;z\n4111 1111 1111 1111;\n"Mara L";\ncust-card;\n'
    const { value: begun, rows } = await rowsOf(stack(), () =>
      start(admin, { kind: 'rid', merchant: 'demo-merchant', text }),
    )
    expect(begun).toMatchObject({ kind: 'rid', by: 'page', lines: 6 })
    expect(rows).toMatchObject([
      {
        action: 'import.started',
        result: 'allowed',
        subject_kind: 'import',
        subject_id: begun.import,
        reason: 'lines:6',
      },
    ])
    const done = await ended(admin, begun)
    expect(done).toMatchObject({ status: 'done', lines: 6, done: 2, refused: 4, moreRefused: false })
    expect(done.refusedLines).toEqual([
      { line: 5, reason: 'card_number' },
      { line: 6, reason: 'not_a_rid' },
      { line: 7, reason: 'twice' },
    ])
    // Hides from this role, which sees no customers, the ids that the payment service does not know.
    expect(done.service).toEqual({ unknown: 1, unread: 0 })
    const all = await known(stack())
    expect(all).toEqual(
      expect.arrayContaining([`${one.transaction(0)} import`, `${other.transaction(0)} import`]),
    )
    expect(done.added).toBe(all.filter((row) => row.endsWith('import')).length)
    // Imports the same lines again: no transaction is new.
    const again = await ended(admin, await start(admin, { kind: 'rid', merchant: 'demo-merchant', text }))
    expect(again).toMatchObject({ status: 'done', done: 2, added: 0, refused: 4 })
  })

  it('adds transaction ids through the sync, and does not read known transactions again', async () => {
    const of = await customerOf(stack(), 'cust-forty')
    const here = await noteTransaction(stack(), { final: 1, state: 'SUCCESS', finality: 'confirmed' })
    const missing = randomUUID()
    await forgetRequests(stack())
    const text = `transaction\n${of.transaction(0)}\n${of.transaction(1)}\n${here}\n${missing}\nx\n`
    const done = await ended(admin, await start(admin, { kind: 'transaction', text }))
    expect(done).toMatchObject({ status: 'done', lines: 5, done: 3, added: 2, refused: 2 })
    expect(done.refusedLines).toEqual([{ line: 6, reason: 'not_a_transaction_id' }])
    expect(done.service).toEqual({ unknown: 1, unread: 0 })
    // Ignores other paths, because the sync may still read transactions of the previous import.
    const pathOf = (id: string) => `/stage/v1/authorization/${id}`
    const read = [of.transaction(0), of.transaction(1), missing].map(pathOf)
    const own = new Set([...read, pathOf(here)])
    expect(new Set((await askedPaths(stack())).filter((path) => own.has(path)))).toEqual(new Set(read))
    expect(await known(stack())).toEqual(expect.arrayContaining([`${of.transaction(1)} import`]))
  })

  it('counts no transaction of another merchant as found if the merchant is given', async () => {
    const outlet = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const text = outlet.transaction(0)
    for (const round of ['not known', 'known']) {
      const done = await ended(
        admin,
        await start(admin, { kind: 'transaction', merchant: 'demo-merchant', text }),
      )
      const service = { unknown: 1, unread: 0 }
      expect([round, done]).toMatchObject([round, { done: 0, added: 0, refusedLines: [], service }])
    }
    const own = await ended(admin, await start(admin, { kind: 'transaction', merchant: 'demo-outlet', text }))
    expect(own).toMatchObject({ done: 1, added: 0, refused: 0 })
  })

  it('stores ids encrypted, and deletes them when it ends', async () => {
    const text = ['sealed-rid-0001', 'sealed-rid-0002'].join('\n')
    const begun = await start(admin, { kind: 'rid', merchant: 'demo-merchant', text })
    const lines = () => stack().deps.store.db.selectFrom('import_lines').selectAll().execute()
    expect(JSON.stringify(await lines())).not.toContain('sealed-rid')
    await ended(admin, begun)
    expect((await lines()).filter(({ sealed }) => sealed !== null)).toEqual([])
    expect(stack().logged.join('')).not.toContain('sealed-rid')
  })

  it('publishes its progress as changes', async () => {
    const begun = await start(admin, { kind: 'rid', merchant: 'demo-merchant', text: 'cust-one' })
    await ended(admin, begun)
    const told = await stack()
      .deps.store.db.selectFrom('changes')
      .select(['subject_id', 'version', 'merchant'])
      .where('kind', '=', 'import')
      .where('subject_id', '=', begun.import)
      .orderBy('seq')
      .execute()
    expect(told.at(-1)).toEqual({ subject_id: begun.import, version: 2, merchant: null })
  })

  it('waits for an unavailable payment service, and refuses no line meanwhile', async () => {
    await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation: 'list', fault: '503' })
    await forgetRequests(stack())
    const begun = await start(admin, {
      kind: 'rid',
      merchant: 'demo-merchant',
      text: 'cust-success\ncust-failed',
    })
    const asked = async () =>
      (await askedPaths(stack())).filter((path) => path.endsWith('cust-success')).length
    while ((await asked()) === 0) await sleepFor(20)
    const meanwhile = await admin.get(endpoints.showImport, { params: { ...params, import: begun.import } })
    expect(meanwhile).toMatchObject({ status: 'running', done: 0, refused: 0 })
    await controlSandbox(stack(), 'DELETE', 'faults')
    expect(await ended(admin, begun)).toMatchObject({ status: 'done', done: 2, refused: 0 })
  })

  it('can be stopped: what was added stays, the remaining ids are deleted, and the stop is recorded', async () => {
    await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation: 'list', fault: '503' })
    const text = 'cust-success\ncust-failed\nnot an id\n'
    const begun = await start(admin, { kind: 'rid', merchant: 'demo-merchant', text })
    const of = { params: { ...params, import: begun.import } }
    problemIn(await (await stack().as('support')).call(endpoints.stopImport, of), 'not_allowed')
    const elsewhere = { params: { env: 'production', import: begun.import } }
    problemIn(await admin.call(endpoints.stopImport, elsewhere), 'not_found')
    const stopped = await rowsOf(stack(), () => admin.get(endpoints.stopImport, of))
    await controlSandbox(stack(), 'DELETE', 'faults')
    const counts = { lines: 3, done: 0, refused: 1, endedAt: expect.any(String) }
    expect(stopped.value).toMatchObject({ status: 'stopped', ...counts })
    const about = { subject_kind: 'import', subject_id: begun.import, result: 'allowed' }
    expect(stopped.rows).toMatchObject([{ action: 'import.stopped', ...about }])
    const { db } = stack().deps.store
    const left = db.selectFrom('import_lines').select('status').where('import_id', '=', begun.import)
    expect(await left.execute()).toEqual([{ status: 'refused' }])
    const told = db.selectFrom('changes').select('version').where('subject_id', '=', begun.import)
    expect((await told.execute()).at(-1)).toEqual({ version: 2 })
    const again = await rowsOf(stack(), () => admin.get(endpoints.stopImport, of))
    expect(again.value).toEqual(stopped.value)
    expect(again.rows).toMatchObject([{ action: 'import.viewed', ...about }])
  })

  it('exports every refused line by number and reason, never its text or an answer of the service', async () => {
    const text = 'rid;name\nnobody-here;z\n4111 1111 1111 1111;x\n=cmd|1;Mara\n'
    const begun = await start(admin, { kind: 'rid', merchant: 'demo-merchant', text })
    await ended(admin, begun)
    const of = { params: { ...params, import: begun.import } }
    const { value, rows } = await rowsOf(stack(), () => admin.call(endpoints.exportRefusedImportLines, of))
    expect(value.text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Line,Reason code,Reason',
      'line,reason,description',
      '3,card_number,Looks like a card number',
      '4,not_a_rid,Not in the format of a customer ID',
      '',
    ])
    const about = { subject_kind: 'import', subject_id: begun.import }
    expect(rows).toMatchObject([{ action: 'import.refusals.exported', result: 'allowed', ...about }])
    const elsewhere = { params: { env: 'production', import: begun.import } }
    problemIn(await admin.call(endpoints.exportRefusedImportLines, elsewhere), 'not_found')
  })

  it('asks the service for nothing before the column is certain, then for the chosen one alone', async () => {
    await forgetRequests(stack())
    const body = {
      kind: 'rid',
      merchant: 'demo-merchant',
      text: 'Name;Kundennummer\r\nMara;cust-one\r\n',
    } as const
    const answer = await admin.call(endpoints.startImport, { params, body })
    expect(problemIn(answer, 'bad_request').fields?.map(({ name }) => name)).toEqual(['column'])
    const begun = await start(admin, { ...body, column: { at: 1, heading: true } })
    expect(await ended(admin, begun)).toMatchObject({ lines: 1, done: 1, refused: 0 })
    const paths = (await askedPaths(stack())).join(' ')
    expect(paths).toContain('/cust-one')
    expect(paths).not.toMatch(/Mara|Kundennummer/)
  })

  it('is listed newest first, in its environment only', async () => {
    const begun = await start(admin, { kind: 'rid', merchant: 'demo-merchant', text: 'cust-one' })
    const { imports } = await admin.get(endpoints.listImports, { params })
    expect(imports[0]?.import).toBe(begun.import)
    expect(imports.every(({ refusedLines, service }) => refusedLines.length === 0 && service === null)).toBe(
      true,
    )
    const elsewhere = { env: 'production', import: begun.import }
    problemIn(await admin.call(endpoints.showImport, { params: elsewhere }), 'not_found')
    expect((await admin.get(endpoints.listImports, { params: { env: 'production' } })).imports).toEqual([])
    await ended(admin, begun)
  })

  it('requires the permission for imports and a well-formed body', async () => {
    const body = { kind: 'rid', merchant: 'demo-merchant', text: 'cust-one' }
    for (const person of ['support', 'finance', 'compliance', 'auditor'] as const satisfies Person[]) {
      const visitor = await stack().as(person)
      problemIn(await visitor.call(endpoints.startImport, { params, body }), 'not_allowed')
      problemIn(await visitor.call(endpoints.listImports, { params }), 'not_allowed')
      const one = { ...params, import: 'm_00000000000000000000' }
      problemIn(await visitor.call(endpoints.showImport, { params: one }), 'not_allowed')
    }
    problemIn(await stack().visitor().call(endpoints.startImport, { params, body }), 'not_signed_in')
    for (const wrong of [
      { ...body, merchant: undefined },
      { ...body, merchant: 'another-merchant' },
      { ...body, merchant: 'demo merchant' },
      { ...body, kind: 'card' },
      { ...body, text: '' },
      { ...body, text: 'x'.repeat(4_000_001) },
      { ...body, more: 1 },
      { ...body, text: 'Name;Kundennummer\r\nMara;cust-one\r\n' },
      { ...body, column: { at: -1, heading: true } },
    ]) {
      const answer = await admin.call(endpoints.startImport, { params, body: wrong })
      expect(problemIn(answer, 'bad_request').fields?.length).toBeGreaterThan(0)
    }
    const large = { ...body, text: 'x'.repeat(4_300_000) }
    problemIn(await admin.call(endpoints.startImport, { params, body: large }), 'too_large')
    for (const id of ['m_00000000000000000000', 'x'])
      problemIn(await admin.call(endpoints.showImport, { params: { ...params, import: id } }), 'not_found')
  })

  it('does not raise the body limit of other endpoints', async () => {
    const support = await stack().as('support')
    const text = 'x'.repeat(20_000)
    problemIn(await support.call(endpoints.searchRecords, { params, body: { text } }), 'too_large')
  })
})

/** Inserts many known transactions with few statements. */
async function noteMany(stack: Stack, ids: readonly string[]): Promise<void> {
  const at = Date.parse('2026-03-12T09:00:00Z')
  for (let begin = 0; begin < ids.length; begin += 500) {
    const rows = ids.slice(begin, begin + 500).map((id) => ({
      environment: 'stage',
      id,
      merchant: 'demo-merchant',
      state: 'SUCCESS',
      final: 1,
      review: 0,
      first_seen: at,
      first_source: 'read' as const,
      changed_at: at,
      version: 1,
      finality: 'confirmed' as const,
      received: 0,
      gone: 0,
    }))
    await stack.deps.store.db.insertInto('transactions').values(rows).execute()
  }
}

/** Number of lines with known transactions: reading all of them would take minutes and test nothing more. */
const knownLines = pickByRunLength(950, 8_950)
const hostileLines = pickByRunLength(600, 1_000)
/** Number of lines with unknown ids: each id is read again after some seconds, so a short run has none. */
const unknownLines = pickByRunLength(0, 50)

const manyLines: Parameters<typeof onOneDatabase>[1] = (stack) => {
  it('refuses hostile lines and imports the other lines, while staff work', async () => {
    const hostile = [
      '../../etc',
      '=cmd|1',
      '<script>',
      '4111111111111111',
      'a b',
      '%2e%2e',
      '\u202Ea b c',
      '',
    ]
    const ids = Array.from({ length: knownLines + unknownLines }, () => randomUUID())
    await noteMany(stack(), ids.slice(0, knownLines))
    const lines = [...ids, ...Array.from({ length: hostileLines }, (_, nth) => `${hostile[nth % 8]},x`)]
    const admin = await stack().as('admin')
    const begun = await start(admin, { kind: 'transaction', text: lines.join('\n') })
    expect(begun).toMatchObject({ lines: lines.length, refused: hostileLines, moreRefused: true })
    expect(begun.refusedLines).toHaveLength(500)
    const support = await stack().as('support')
    const input = { params, body: { text: 'cust-00417' } }
    expect((await support.call(endpoints.searchRecords, input)).status).toBe(200)
    const done = await ended(admin, begun)
    const service = { unknown: unknownLines, unread: 0 }
    const counts = { done: knownLines, added: 0, refused: hostileLines + unknownLines }
    expect(done).toMatchObject({ status: 'done', ...counts, service, moreRefused: true })
  }, 180_000)
}

onOneDatabase('an import of many lines', manyLines)
