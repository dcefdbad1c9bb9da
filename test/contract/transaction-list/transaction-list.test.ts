import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { beforeAll, expect, it } from 'vitest'
import { auditRows, customerHandleOf, onOneDatabase, rowsOf } from '../../support/contract/support.ts'
import { people, type Stack, type Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const day = 86_400_000
const idOf = (n: number) => `tx-${String(n).padStart(6, '0')}`
const email = 'mara.lindqvist@example.test'

/** Inserts transactions of two merchants, the n-th seen n days ago; every third is of Fiona’s merchant. */
async function insert(stack: Stack, count: number): Promise<void> {
  const handles = {
    'demo-merchant': await customerHandleOf(stack, 'cust-00417', 'demo-merchant'),
    'demo-outlet': await customerHandleOf(stack, email, 'demo-outlet'),
  }
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, n) => {
    const merchant = n % 3 === 0 ? ('demo-merchant' as const) : ('demo-outlet' as const)
    return {
      environment: 'stage',
      id: idOf(n),
      merchant,
      customer: n % 5 === 0 ? null : handles[merchant],
      merchant_transaction_id: n === 7 ? '=HYPERLINK("//evil.test")' : `ord-${n}`,
      reference: `RF${n}`,
      workflow: merchant === 'demo-merchant' ? 'her-own' : 'instant-transfer',
      state: n % 2 === 0 ? 'SUCCESS' : 'PENDING',
      compound: n % 2 === 0 ? 'SUCCESS.COMPLETE' : 'PENDING.AWAIT_OTP',
      reason: n % 2 === 0 ? 'COMPLETE' : 'AWAIT_OTP',
      final: n % 2 === 0 ? 1 : 0,
      review: 0,
      test: 0,
      amount_minor: 10_000 + ((n * 7_919) % 90_000),
      currency: merchant === 'demo-merchant' ? 'CHF' : 'EUR',
      amount_source: 'notification' as const,
      first_seen: now - n * day,
      first_source: 'read' as const,
      changed_at: now - n * day + 5,
      version: 1,
      finality: n % 2 === 0 ? ('confirmed' as const) : ('open' as const),
      received: 1,
      sent: n === 0 ? 2 : 1,
    }
  })
  for (let at = 0; at < rows.length; at += 100)
    await stack.deps.store.db
      .insertInto('transactions')
      .values(rows.slice(at, at + 100).map((row) => ({ ...nothing, ...row })))
      .execute()
}

const nothing = {
  expires_at: null,
  changed_from: null,
  read_at: null,
  secret_hash: null,
  tasks: null,
  final_read_at: null,
  proof_notification_seq: null,
  proof_read_at: null,
  listed_at: null,
  next_read_at: null,
  gone: 0,
}

const query = (filter: TransactionListFilter & { after?: string }) =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))
const list = (visitor: Visitor, filter: TransactionListFilter & { after?: string } = {}) =>
  visitor.get(endpoints.listTransactions, { params: stage, query: query(filter) })
const refused = async (visitor: Visitor, filter: TransactionListFilter & { after?: string }) => {
  const { status, json } = await visitor.call(endpoints.listTransactions, {
    params: stage,
    query: query(filter),
  })
  return { status, fields: (json as { fields?: { name: string }[] }).fields?.map(({ name }) => name) }
}

const total = 150

onOneDatabase('the transaction list', (stack) => {
  let finance: Visitor
  let fiona: Visitor
  let auditor: Visitor

  beforeAll(async () => {
    await insert(stack(), total)
    finance = await stack().as('finance')
    fiona = await stack().as('finance2')
    auditor = await stack().as('auditor')
  })

  it('shows a page of fifty with the total count and the filter options', async () => {
    const page = await list(finance)
    expect(page.rows.map((row) => row.transaction)).toEqual(Array.from({ length: 50 }, (_, n) => idOf(n)))
    expect(page).toMatchObject({ count: total, more: false, byAmount: true })
    expect(page.values).toEqual({
      states: ['PENDING', 'SUCCESS'],
      reasons: ['AWAIT_OTP', 'COMPLETE'],
      workflows: ['her-own', 'instant-transfer'],
      currencies: ['CHF', 'EUR'],
      merchants: ['demo-merchant', 'demo-outlet'],
    })
    expect(page.rows[1]).toMatchObject({
      rid: { visibility: 'masked', mask: 'email' },
      amount: { visibility: 'clear', text: '17919' },
      state: { raw: 'PENDING', documented: true, final: false },
      finality: 'open',
    })
    expect(page.rows[0]?.rid).toEqual({ visibility: 'absent' })
  })

  it('limits rows, counts and filter options to the merchants of the person', async () => {
    const own = total / 3
    const page = await list(fiona)
    expect(page.count).toBe(own)
    expect(new Set(page.rows.map((row) => JSON.stringify(row.merchant)))).toEqual(
      new Set([JSON.stringify({ visibility: 'clear', text: 'demo-merchant' })]),
    )
    expect(page.values).toMatchObject({
      workflows: ['her-own'],
      currencies: ['CHF'],
      merchants: ['demo-merchant'],
    })
    for (const filter of [
      { state: 'SUCCESS' },
      { open: '1' },
      { sort: 'amount' },
      { olderThan: '1d', sort: 'changed' },
      { test: '0', currency: 'CHF' },
    ] as const) {
      const { rows } = await list(fiona, filter)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(Number(row.transaction.slice(3)) % 3).toBe(0)
    }
    expect(await list(fiona, { merchant: 'demo-outlet' })).toMatchObject({
      rows: [],
      count: 0,
      next: null,
    })
    const ran = { started_at: 1_000, ended_at: 2_000, read_count: 41, changed: 17, failed: 23 }
    const swept = { environment: 'stage', holder: 'somebody', ...ran }
    await stack().deps.store.db.insertInto('sync_runs').values(swept).execute()
    const covered = await fiona.get(endpoints.showRecordsCoverage, { params: stage })
    expect(covered).toMatchObject({ transactions: own, customers: 1, missingNotifications: 1 })
    const all = await finance.get(endpoints.showRecordsCoverage, { params: stage })
    expect(all).toMatchObject({ transactions: total, customers: 2, missingNotifications: 1, open: total / 2 })
    // Hide the counts of the sync, which cover the whole environment, from people with access to a part.
    expect(covered.lastSync).toMatchObject({ counts: null })
    expect(all.lastSync).toMatchObject({ counts: { read: 41, changed: 17, failed: 23 } })
    const text = await exported(fiona, {})
    expect(lines(text)).toHaveLength(own + 2)
    expect(text).not.toContain('demo-outlet')
  })

  it('continues where the last page ended, for the same person and list only', async () => {
    const found: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(finance, {
        sort: 'amount',
        ...(after === '' ? {} : { after }),
      })
      found.push(...page.rows.map((row) => row.transaction))
      after = page.next
    }
    expect(new Set(found).size).toBe(total)
    const { next } = await list(finance, { sort: 'amount' })
    const after = next ?? ''
    const wrong = { status: 400, fields: ['after'] }
    expect(await refused(finance, { sort: 'seen', after })).toEqual(wrong)
    expect(await refused(finance, { sort: 'amount', order: 'asc', after })).toEqual(wrong)
    expect(await refused(fiona, { sort: 'amount', after })).toEqual(wrong)
    expect(await refused(await stack().as('compliance'), { sort: 'amount', after })).toEqual(wrong)
    expect(await refused(finance, { sort: 'amount', after: `${after.slice(0, -6)}AAAAAA` })).toEqual(wrong)
    expect(await refused(finance, { after: 'anything' })).toEqual(wrong)
  })

  it('is not filtered or sorted by amount for a role that sees amounts as ranges', async () => {
    const page = await list(auditor)
    expect(page.byAmount).toBe(false)
    expect(page.values.currencies).toEqual([])
    expect(page.rows[0]?.amount).toMatchObject({ visibility: 'masked', mask: 'band' })
    expect(await refused(auditor, { sort: 'amount' })).toEqual({ status: 400, fields: ['sort'] })
    expect(await refused(auditor, { amountFrom: '1', amountTo: '5' })).toEqual({
      status: 400,
      fields: ['amountFrom', 'amountTo'],
    })
    expect(await refused(auditor, { currency: 'EUR' })).toEqual({ status: 400, fields: ['currency'] })
    const answer = await auditor.call(endpoints.exportTransactions, {
      params: stage,
      query: { sort: 'amount' },
    })
    expect(answer.status).toBe(400)
    // The remaining order tells nothing about amounts either.
    expect(page.rows.map((row) => row.transaction)).toEqual(Array.from({ length: 50 }, (_, n) => idOf(n)))
  })

  it('rejects malformed filters by name', async () => {
    const wrong = async (filter: Record<string, string>) => {
      const { status, json } = await finance.call(endpoints.listTransactions, {
        params: stage,
        query: filter,
      })
      return { status, fields: (json as { fields?: { name: string }[] }).fields?.map(({ name }) => name) }
    }
    expect(await wrong({ olderThan: 'yesterday' })).toEqual({ status: 400, fields: ['olderThan'] })
    expect(await wrong({ state: "' or 1=1 --" })).toEqual({ status: 400, fields: ['state'] })
    expect(await wrong({ amountFrom: '1e9' })).toEqual({ status: 400, fields: ['amountFrom'] })
    expect(await wrong({ sort: 'rid' })).toEqual({ status: 400, fields: ['sort'] })
  })

  it('exports all filtered rows with the masks of the role, safe for spreadsheets, with two audit events', async () => {
    const { value: text, rows } = await rowsOf(stack(), async () => {
      const answer = await finance.call(endpoints.exportTransactions, { params: stage, query: {} })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="paydesk-transactions-stage-\d{4}-\d\d-\d\d\.csv"$/,
      )
      await expect.poll(async () => (await auditRows(stack())).at(-1)?.action).toBe('records.export.ended')
      return answer.text
    })
    expect(rows.map(({ action, result, reason }) => [action, result, reason])).toEqual([
      ['records.exported', 'allowed', null],
      ['records.export.ended', 'allowed', `rows:${total}`],
    ])
    expect(lines(text)).toHaveLength(total + 2)
    expect(text).not.toContain(email)
    expect(text).toContain('m•••••@•••••.test')
    expect(text).toContain(`"'=HYPERLINK(""//evil.test"")"`)
    const seen = await exported(auditor, {})
    expect(seen).toContain('10000 to 99999 minor units')
    expect(seen).not.toMatch(/,17919,|,EUR,|,CHF,/)
  })

  it('exports the same rows as a workbook: text as text, amounts and times as numbers', async () => {
    // The end of an export of somebody else may be recorded meanwhile.
    const listEvents = async () =>
      (await auditRows(stack())).filter(
        ({ action, actor_subject }) =>
          actor_subject === people.finance && String(action).startsWith('records.export'),
      )
    const before = (await listEvents()).length
    const query = { format: 'xlsx' }
    const answer = await finance.call(endpoints.exportTransactions, { params: stage, query })
    expect(answer.headers.get('content-disposition')).toMatch(/-stage-\d{4}-\d\d-\d\d\.xlsx"$/)
    await expect
      .poll(async () => (await listEvents()).slice(before).map(({ action, reason }) => [action, reason]))
      .toEqual([
        ['records.exported', null],
        ['records.export.ended', `rows:${total}`],
      ])
    const [headings, codes, ...cells] = answer.text
      .split('\n')
      .slice(0, total + 2)
      .map((line) => line.split('\t'))
    const csv = lines(await exported(finance, {}))
    expect([headings?.join(), codes?.join()]).toEqual(csv.slice(0, 2))
    const ids = (all: readonly (string | undefined)[]) => all.toSorted()
    expect(ids(cells.map(([id]) => id))).toEqual(ids(csv.slice(2).map((line) => line.split(',')[0])))
    expect(cells.flat()).toContain('=HYPERLINK("//evil.test")')
    expect(cells.flat()).toContain('m•••••@•••••.test')
    expect(answer.text).not.toContain(email)
    const at = (code: string) => codes?.indexOf(code) ?? -1
    const known = cells.find((row) => row[at('amount_minor')] === '17919')
    expect(known?.[at('amount')]).toBe('179.19')
    expect(known?.[at('first_seen_at')]).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(answer.text).toMatch(/<c r="[A-Z]+\d+" s="8"><v>179\.19<\/v><\/c>/)
  })

  it('exports headings in the language of the person, and codes that every language shares', async () => {
    const choose = (language: 'de' | null) =>
      finance.get(endpoints.saveSettings, {
        body: { ...defaultPersonSettings, language },
      })
    await choose('de')
    const german = lines(await exported(finance, {}))
    await choose(null)
    const english = lines(await exported(finance, {}))
    expect(german[0]).toMatch(/^Transaktions-ID,Kunden-ID \(RID\),Händler,/)
    expect(english[0]).toMatch(/^Transaction ID,Customer ID \(RID\),Merchant,/)
    expect(german[1]).toBe(english[1])
    expect(german[1]).toMatch(/^transaction_id,rid,merchant,(?:[a-z_]+,)+expires_at$/)
    expect(german[2]?.split(',')).toContain('nein')
    expect(english[2]?.split(',')).toContain('no')
  })

  it('has saved views per person, at most thirty, with names without personal data', async () => {
    const save = (visitor: Visitor, name: string, filter: TransactionListFilter = { open: '1' }) =>
      visitor.call(endpoints.saveTransactionListView, { params: stage, body: { name, filter } })
    for (const name of [
      email,
      'SE45 5000 0000 0583 9825 7466',
      'card 4111 1111 1111 1111',
      '5500.0000.0000.0004',
      'Op\u200Ben',
      'call +46 70 000 04 17',
    ])
      expect((await save(finance, name)).status, name).toBe(400)
    const { rows } = await rowsOf(stack(), () => save(finance, 'Open ones', { open: '1', sort: 'changed' }))
    expect(rows.map(({ action, subject_kind }) => [action, subject_kind])).toEqual([['view.saved', 'view']])
    const { views } = await finance.get(endpoints.listTransactionListViews, { params: stage })
    expect(views.map(({ name, filter }) => ({ name, filter }))).toEqual([
      { name: 'Open ones', filter: { open: '1', sort: 'changed' } },
    ])
    const view = views[0]?.view ?? ''
    const remove = (visitor: Visitor) =>
      visitor.call(endpoints.removeTransactionListView, { params: { ...stage, view } })
    expect((await fiona.get(endpoints.listTransactionListViews, { params: stage })).views).toEqual([])
    expect(
      (await finance.get(endpoints.listTransactionListViews, { params: { env: 'production' } })).views,
    ).toEqual([])
    expect((await remove(fiona)).status).toBe(404)
    for (let n = 1; n < 30; n += 1) expect((await save(finance, `View ${n}`)).status).toBe(200)
    expect((await save(finance, 'One too many')).status).toBe(400)
    expect((await remove(finance)).status).toBe(200)
    expect((await remove(finance)).status).toBe(404)
    expect((await save(finance, 'One again')).status).toBe(200)
  })
})

function lines(text: string): string[] {
  return text.trimEnd().split('\r\n')
}

async function exported(visitor: Visitor, filter: Record<string, string>): Promise<string> {
  const answer = await visitor.call(endpoints.exportTransactions, { params: stage, query: filter })
  expect(answer.status).toBe(200)
  return answer.text
}
