import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry } from '@paydesk/bff/platform/audit/entry'
import { generateSupportReference } from '@paydesk/bff/platform/runtime/reference'
import type { AuditEntryList, AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-verification'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it, vi } from 'vitest'
import { enterView } from '../../support/contract/audit-entries.ts'
import {
  auditRows,
  awayFromMidnight,
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onEachDatabase,
  problemIn,
  rowsOf,
  runSql,
  untilNoted,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const stage = { env: 'stage' }
const soon = { timeout: 60_000, interval: 50 }
type Query = Readonly<Record<string, string>>

/** Today in the time zone of the product under test, whose days a filter means: UTC ends its day later. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format()

onEachDatabase('the audit log pages', (stack, backing) => {
  const visitors = new Map<Person, Visitor>()
  let customer: string
  let identity: string
  let transaction: string

  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const ask = (person: Person, query: Query = {}) =>
    as(person).call(endpoints.listAuditEntries, { params: stage, query })
  const list = async (person: Person, query: Query = {}) =>
    endpoints.listAuditEntries.response.parse((await ask(person, query)).json)
  const showRecordAccess = (person: Person, subject: string, reason: Readonly<Record<string, string>> = {}) =>
    as(person).call(endpoints.showRecordAccess, { params: stage, body: { subject, ...reason } })
  const nameOf = ({ person }: AuditEntryView) =>
    person?.name.visibility === 'clear' ? person.name.text : null
  const append = (change: Partial<AuditEntry>, who?: Person) => enterView(stack(), customer, change, who)

  beforeAll(async () => {
    await awayFromMidnight(stack())
    const all = ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const
    for (const person of all) visitors.set(person, await stack().as(person))
    customer = await customerHandleOf(stack(), 'cust-00417')
    const of = await customerOf(stack(), 'cust-00417')
    identity = await identityHandleOf(stack(), 'cust-00417', of.identity)
    transaction = of.transaction(0)
    await as('support').get(endpoints.showCustomer, { params: { ...stage, customer } })
    await as('support').get(endpoints.showTransaction, { params: { ...stage, transaction } })
    await untilNoted(stack(), transaction)
    problemIn(
      await as('support').call(endpoints.showIdentity, { params: { ...stage, identity } }),
      'not_allowed',
    )
  })

  it('show each person their own events, and no events of others', async () => {
    const page = await list('support')
    expect(page.visibility).toBe('own')
    expect(new Set(page.entries.map(nameOf))).toEqual(new Set(['Ana Ruiz']))
    const opened = page.entries.find(({ action }) => action === 'customer.viewed')
    expect(opened).toMatchObject({
      role: 'support',
      group: 'reads',
      about: { id: { visibility: 'clear', text: customer }, link: { page: 'customer', customer } },
      result: 'allowed',
      outcome: [],
      person: { me: true },
      chain: 'stage',
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    const refused = page.entries.find(({ result }) => result === 'refused')
    expect(refused).toMatchObject({
      action: 'access.refused',
      about: { kind: 'identity', id: { visibility: 'clear', text: identity } },
      outcome: [{ code: 'not_allowed' }],
    })
    // Includes sign-ins, which belong to no environment.
    expect(page.entries.some(({ chain, action }) => chain === 'global' && action === 'session.started')).toBe(
      true,
    )
    // Expects nothing for a filter by another person.
    const [other] = (await list('auditor', { group: 'sessions' })).entries.filter(
      (one) => nameOf(one) !== 'Ana Ruiz',
    )
    expect((await list('support', { person: other?.person?.person ?? '' })).entries).toEqual([])
  })

  it('show the auditor every event, with staff by name and records by their last characters', async () => {
    const { entries, visibility } = await list('auditor', { group: 'reads' })
    expect(visibility).toBe('every')
    const opened = entries.find(({ action }) => action === 'customer.viewed')
    expect(opened?.person).toMatchObject({ name: { visibility: 'clear', text: 'Ana Ruiz' }, me: false })
    expect(opened?.source.visibility).toBe('clear')
    expect(opened?.about).toMatchObject({
      id: { visibility: 'masked', text: `••••${customer.slice(-4)}`, mask: 'last4' },
      link: null,
    })
    const answer = await ask('auditor')
    expect(answer.text).not.toContain(customer)
    expect(answer.text).not.toContain(identity)
  })

  it('show the administrator administrative events only, and no record', async () => {
    const page = await list('admin')
    expect(page.visibility).toBe('administration')
    expect(new Set(page.entries.map(({ group }) => group))).toEqual(new Set(['sessions']))
    expect(page.entries.filter(({ group }) => group === 'sessions').map(nameOf)).toContain('Ana Ruiz')
    problemIn(await ask('admin', { subject: customer }), 'bad_request')
    expect((await list('admin', { group: 'reads' })).entries).toEqual([])
  })

  it('find events by action, person, result, date, purpose, ticket, record and reference', async () => {
    const reference = generateSupportReference()
    const purpose = { field: 'profile.dob', code: 'customer_call', caseRef: 'T-5512', stepUpAge: 41 } as const
    await append({ action: 'field.revealed', purpose, reference, result: 'failed', reason: 'unavailable' })
    const told = {
      action: 'field.revealed',
      group: 'reveals',
      field: 'profile.dob',
      purpose: 'customer_call',
      ticket: 'T-5512',
      reauthenticationAge: 41,
      result: 'failed',
      outcome: [{ code: 'unavailable' }],
      reference,
    }
    const [entry] = (await list('auditor', { reference })).entries
    expect(entry).toMatchObject(told)
    const day = today()
    const finding: Query[] = [
      { ticket: 'T-5512' },
      { purpose: 'customer_call' },
      { group: 'reveals' },
      { result: 'failed', from: '2020-01-01', to: today() },
      { person: entry?.person?.person ?? '', result: 'failed' },
    ]
    for (const query of finding)
      expect(
        (await list('auditor', query)).entries.map((one) => one.reference),
        JSON.stringify(query),
      ).toContain(reference)
    const missing: Query[] = [
      { ticket: 'T-5513' },
      { purpose: 'incident' },
      { to: '2020-01-01' },
      { to: '2001-01-01' },
      { person: 'p_00000000000000000000' },
      { reference: generateSupportReference() },
    ]
    for (const query of missing) {
      const page = await list('auditor', query)
      expect([page.entries, page.next], JSON.stringify(query)).toEqual([[], null])
    }
    expect(day).toMatch(/^\d{4}/)
  })

  it('reject a malformed filter by its name, without repeating its value', async () => {
    const wrong: readonly (readonly [Query, string])[] = [
      [{ group: 'secrets' }, 'group'],
      [{ person: 'ana.ruiz' }, 'person'],
      [{ subject: 'c_!' }, 'subject'],
      [{ ticket: 'Mara Lindqvist' }, 'ticket'],
      [{ reference: 'PD-1' }, 'reference'],
      [{ from: 'yesterday' }, 'from'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
      [{ after: 'x' }, 'after'],
    ]
    for (const [query, name] of wrong) {
      const answer = await ask('auditor', query)
      expect(problemIn(answer, 'bad_request').fields?.map((field) => field.name)).toEqual([name])
      expect(answer.text).not.toMatch(/Mara|secrets|yesterday|ana\.ruiz/)
    }
    problemIn(await showRecordAccess('compliance', 'Mara Lindqvist'), 'bad_request')
    problemIn(await showRecordAccess('compliance', 'c_00000000000000000000'), 'not_found')
    problemIn(
      await as('auditor').call(endpoints.showStaffActivity, {
        params: { ...stage, person: 'p_00000000000000000000' },
      }),
      'not_found',
    )
  })

  it('page backwards with each event once, and reject the cursor of another list or person', async () => {
    await Promise.all(Array.from({ length: 120 }, () => append({ action: 'coverage.viewed', about: null })))
    const query = { group: 'lists' }
    const first = await list('auditor', query)
    const numbers: number[] = []
    for (let page = first; ; page = await list('auditor', { ...query, after: page.next ?? '' })) {
      numbers.push(...page.entries.map(({ number }) => number))
      expect(page.entries.length).toBeLessThanOrEqual(50)
      if (page.next === null) break
    }
    expect(numbers.length).toBeGreaterThanOrEqual(120)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
    const after = first.next ?? ''
    expect(first.entries).toHaveLength(50)
    for (const answer of [
      await ask('auditor', { group: 'reads', after }),
      await ask('admin', { ...query, after }),
      await ask('support', { ...query, after }),
    ])
      problemIn(answer, 'bad_request')
  })

  it('show activity without lists and figures, and repeated reads of a record once', async () => {
    const [mine, refused] = [generateSupportReference(), generateSupportReference()]
    for (const _ of [1, 2, 3]) await append({ reference: mine }, 'finance')
    await append({ action: 'coverage.viewed', about: null, reference: mine }, 'finance')
    await append({ action: 'coverage.viewed', about: null, reference: refused, result: 'refused' }, 'finance')
    const shown = async (reference: string, view: string) =>
      (await list('auditor', { reference, view })).entries.map(({ action, repeated }) => [
        action,
        repeated?.times ?? 1,
      ])
    expect(await shown(mine, 'activity')).toEqual([['customer.viewed', 3]])
    expect(await shown(refused, 'activity')).toEqual([['coverage.viewed', 1]])
    expect(await shown(mine, 'all')).toHaveLength(4)
    const figures = await as('auditor').get(endpoints.showAuditLogFigures, { params: stage })
    const finance = figures.people.find(({ person: { name } }) => JSON.stringify(name).includes('Farid'))
    expect(finance).toMatchObject({ reads: 1 })
  })

  it('hide events of other merchants', async () => {
    const about = { kind: 'customer', id: customer, merchant: 'demo-outlet' } as const
    const foreign = generateSupportReference()
    const own = generateSupportReference()
    await append({ about, reference: foreign }, 'finance2')
    await append({ reference: own }, 'finance2')
    const references = (await list('finance2')).entries.map(({ reference }) => reference)
    expect(references).toContain(own)
    expect(references).not.toContain(foreign)
    expect((await list('finance2', { reference: foreign })).entries).toEqual([])
    expect((await list('auditor', { reference: foreign })).entries).toHaveLength(1)
    expect((await list('auditor', { reference: own })).entries[0]).toMatchObject({ role: 'support' })
  })

  it('count the events of the day that the person may see', async () => {
    const figures = (person: Person) => as(person).get(endpoints.showAuditLogFigures, { params: stage })
    const every = await figures('auditor')
    expect(every.today.refused).toBeGreaterThan(0)
    expect(every.today.entries).toBe(
      (await auditRows(stack())).filter(({ environment }) => environment !== 'production').length - 1,
    )
    expect(every.coverage.map(({ chain }) => chain)).toEqual(['stage', 'global'])
    expect(every.coverage[0]?.entries).toBeGreaterThan(100)
    expect(every.lastVerification).toEqual({ state: 'never' })
    const own = await figures('support')
    expect(own.people.map(({ person }) => person.me)).toEqual([true])
    expect(own.lastVerification).toBeNull()
    expect(own.coverage.map(({ chain }) => chain)).toEqual(['own'])
    expect((await figures('admin')).today.reads).toBe(0)
  })

  it('report who saw a customer: what, why and how often, including its transactions and identity', async () => {
    await as('compliance').get(endpoints.showIdentity, { params: { ...stage, identity } })
    const purpose = { field: 'profile.dob', code: 'identity_check', caseRef: 'T-7', stepUpAge: 3 } as const
    for (const _ of [1, 2]) await append({ action: 'field.revealed', purpose })
    const { value, rows } = await rowsOf(stack(), () => showRecordAccess('compliance', customer))
    expect(rows).toMatchObject([
      {
        action: 'audit.record_access.viewed',
        subject_kind: 'customer',
        subject_id: customer,
        merchant: 'demo-merchant',
      },
    ])
    const seen = endpoints.showRecordAccess.response.parse(value.json)
    expect(seen.records).toBeGreaterThanOrEqual(3)
    const named = (text: string) =>
      seen.people.find(({ person: { name } }) => name.visibility === 'clear' && name.text === text)
    const ana = named('Ana Ruiz')
    expect(ana?.roles).toEqual(['support'])
    expect(ana?.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'customer.viewed', kind: 'customer', result: 'allowed' }),
        expect.objectContaining({
          action: 'transaction.viewed',
          kind: 'transaction',
          records: 1,
          result: 'allowed',
        }),
        expect.objectContaining({ action: 'access.refused', kind: 'identity', result: 'refused' }),
        expect.objectContaining({
          ...{ action: 'field.revealed', field: 'profile.dob', ticket: 'T-7', times: 2 },
          purpose: 'identity_check',
        }),
      ]),
    )
    expect(named('Clara Weiss')?.events).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'identity.viewed', kind: 'identity' })]),
    )
    const reason = { purpose: 'incident', caseRef: 'T-7741' }
    const ofTransaction = await showRecordAccess('auditor', transaction, reason)
    const people_ = endpoints.showRecordAccess.response.parse(ofTransaction.json).people
    expect(people_.flatMap(({ events }) => events).every(({ kind }) => kind === 'transaction')).toBe(true)
    expect(people_.length).toBeGreaterThan(0)
    for (const person of ['support', 'finance', 'admin'] as const)
      problemIn(await showRecordAccess(person, customer), 'not_allowed')
    const unknown = await rowsOf(stack(), () =>
      showRecordAccess('compliance', '00000000-0000-4000-8000-000000000000'),
    )
    expect(endpoints.showRecordAccess.response.parse(unknown.value.json).entries).toBe(0)
    expect(unknown.rows).toMatchObject([{ subject_id: null }])
  })

  it('are searched by a full ID with a reason only, by those who see IDs masked', async () => {
    for (const subject of [customer, identity, transaction]) {
      const refused = await ask('auditor', { subject })
      expect(problemIn(refused, 'bad_request').fields?.map(({ name }) => name)).toEqual(['subject'])
      expect(refused.text).not.toContain(subject)
      for (const [reason, missing] of [
        [{}, ['purpose', 'caseRef']],
        [{ purpose: 'incident' }, ['caseRef']],
        [{ caseRef: 'T-7741' }, ['purpose']],
      ] as const)
        expect(
          problemIn(await showRecordAccess('auditor', subject, reason), 'bad_request').fields?.map(
            ({ name }) => name,
          ),
        ).toEqual(missing)
    }
    const reason = { purpose: 'incident', caseRef: 'T-7741' }
    const counted = () =>
      stack().deps.store.db.selectFrom('reveals').selectAll().where('about', '=', customer).execute()
    const before = (await counted()).length
    const { value, rows } = await rowsOf(stack(), () => showRecordAccess('auditor', customer, reason))
    expect(endpoints.showRecordAccess.response.parse(value.json).entries).toBeGreaterThan(0)
    expect(rows).toMatchObject([
      {
        ...{ action: 'audit.record_access.viewed', subject_id: customer, purpose_code: 'incident' },
        ...{ case_ref: 'T-7741', field: 'audit.subject_id' },
      },
    ])
    expect((await counted()).length).toBe(before + 1)
    // Own events show IDs in full, so the filter tells nothing there.
    expect((await list('support', { subject: customer })).entries.length).toBeGreaterThan(0)
    expect((await list('compliance', { subject: customer })).visibility).toBe('own')
  })

  it('report what a person saw, by day and record, to the auditor only', async () => {
    const [{ person: { person = '' } = {} } = {}] = (await list('support')).entries as {
      person?: { person: string }
    }[]
    const saw = (who: Person, query: Query = {}) =>
      as(who).call(endpoints.showStaffActivity, { params: { ...stage, person }, query })
    const { value, rows } = await rowsOf(stack(), () => saw('auditor'))
    expect(rows).toMatchObject([
      { action: 'audit.staff_activity.viewed', subject_kind: 'person', subject_id: person },
    ])
    const page = endpoints.showStaffActivity.response.parse(value.json)
    expect(page.person.name).toEqual({ visibility: 'clear', text: 'Ana Ruiz' })
    expect(page.days).toHaveLength(1)
    const kinds = page.days[0]?.records.map(({ about }) => about?.kind)
    expect(kinds).toEqual(expect.arrayContaining(['customer', 'transaction', 'identity', undefined]))
    expect(value.text).not.toContain(customer)
    for (const who of ['compliance', 'admin', 'support'] as const) problemIn(await saw(who), 'not_allowed')
    expect(
      problemIn(await saw('auditor', { from: '2026-01-01', to: '2026-03-01' }), 'bad_request').fields,
    ).toMatchObject([{ name: 'from', rule: 'max_days', values: { max: 31 } }])
    const before = await saw('auditor', { from: '2020-01-01', to: '2020-01-07' })
    expect(endpoints.showStaffActivity.response.parse(before.json)).toMatchObject({ entries: 0, days: [] })
  })

  const verified = async (person: Person): Promise<Extract<AuditLogVerification, { state: 'done' }>> => {
    let state = await as(person).get(endpoints.startAuditLogVerification, { params: stage })
    await vi.waitFor(async () => {
      if (state.state === 'running')
        state = await as(person).get(endpoints.showAuditLogVerification, { params: stage })
      expect(state.state).toBe('done')
    }, soon)
    if (state.state !== 'done') throw new Error(state.state)
    return state
  }

  it('export a file that the stand-alone checker accepts in an empty folder, and record the export', async () => {
    const { deps } = stack()
    const { value, rows } = await rowsOf(stack(), () =>
      as('auditor').call(endpoints.exportAuditLog, { params: stage }),
    )
    expect(value.headers.get('content-disposition')).toBe('attachment; filename="paydesk-audit.jsonl"')
    expect(rows[0]).toMatchObject({ action: 'audit.exported', result: 'allowed' })
    const written = async () =>
      (await auditRows(stack())).find(({ action }) => action === 'audit.export.ended')
    await vi.waitFor(async () => expect(await written()).toBeDefined(), soon)
    const lines = value.text.trim().split('\n')
    const entries = lines.filter((line) => line.startsWith('{"entry":')).length
    expect(await written()).toMatchObject({ result: 'allowed', reason: `rows:${entries}` })
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-check-'))
    copyFileSync(join(import.meta.dirname, '../../../bff/audit-check.mjs'), join(folder, 'audit-check.mjs'))
    writeFileSync(join(folder, 'trail.jsonl'), value.text)
    const [key] = deps.trailKeys
    const check = () =>
      new Promise<{ code: number; said: string }>((done) => {
        const args = ['audit-check.mjs', 'trail.jsonl', '--key', key?.text ?? '']
        execFile(process.execPath, args, { cwd: folder, env: {} }, (error, said) =>
          done({ code: typeof error?.code === 'number' ? error.code : 0, said }),
        )
      })
    expect(await check()).toMatchObject({ code: 0, said: expect.stringContaining('Whole') })
    writeFileSync(join(folder, 'trail.jsonl'), value.text.replace('"ana.ruiz"', '"ana.riuz"'))
    expect((await check()).code).toBe(1)
    for (const person of ['compliance', 'admin', 'support'] as const)
      problemIn(await as(person).call(endpoints.exportAuditLog, { params: stage }), 'not_allowed')
  })

  it('export the entries of a filter as CSV and as a workbook, masked as in the list, and record the export', async () => {
    const query = { group: 'reads', to: today() } as const
    const listed: AuditEntryView[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: AuditEntryList = await as('auditor').get(endpoints.listAuditEntries, {
        params: stage,
        query: after === '' ? query : { ...query, after },
      })
      listed.push(...page.entries)
      after = page.next ?? undefined
    }
    expect(listed.length).toBeGreaterThan(0)
    const { value, rows } = await rowsOf(stack(), async () => {
      const answer = await as('auditor').call(endpoints.exportAuditEntries, { params: stage, query })
      await vi.waitFor(async () => {
        expect((await auditRows(stack())).at(-1)?.action).toBe('audit.entries.export.ended')
      }, soon)
      return answer
    })
    expect(value.headers.get('content-disposition')).toMatch(
      /filename="paydesk-audit-entries-stage-.*\.csv"$/,
    )
    const [headings = '', codes = '', ...lines] = value.text.trimEnd().split('\r\n')
    expect(headings).toMatch(/^\W?Entry,Time \(UTC\),Person,/)
    expect(codes).toMatch(/^entry,at,person,role,group,action,description,record_kind,record_id,/)
    expect(lines.map((line) => line.split(',')[0])).toEqual(listed.map(({ entry }) => entry))
    const about = listed.find((entry) => entry.about?.id.visibility === 'masked')?.about?.id
    if (about?.visibility !== 'masked') throw new Error('no masked ID is listed')
    expect(value.text).toContain(about.text)
    expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
      ['audit.entries.exported', null],
      ['audit.entries.export.ended', `rows:${listed.length}`],
    ])
    const workbook = await as('auditor').call(endpoints.exportAuditEntries, {
      params: stage,
      query: { ...query, format: 'xlsx' },
    })
    expect(workbook.headers.get('content-disposition')).toMatch(/\.xlsx"$/)
    expect(workbook.text.split('\n')[1]).toMatch(/^entry\tat\tperson\t/)
    for (const person of ['compliance', 'admin', 'support'] as const)
      problemIn(await as(person).call(endpoints.exportAuditEntries, { params: stage }), 'not_allowed')
  })

  it('record the start of a verification once, before it begins', async () => {
    const { verifications } = stack().deps
    const settled = verifications.waitForEnd.bind(verifications)
    const begun = async () =>
      (await auditRows(stack())).filter(({ action }) => action === 'audit.verification.started').length
    const before = await begun()
    // Counts the start events while the call waits for the end, even if the verification is fast.
    let during = 0
    const waiting = vi.spyOn(verifications, 'waitForEnd').mockImplementationOnce(async (ms) => {
      during = await begun()
      return settled(ms)
    })
    await verified('auditor')
    waiting.mockRestore()
    expect([during, await begun()]).toEqual([before + 1, before + 1])
  })

  it('verify the log of the running product, record who did, and find a changed entry', async () => {
    for (const person of ['compliance', 'support'] as const)
      problemIn(await as(person).call(endpoints.startAuditLogVerification, { params: stage }), 'not_allowed')
    const { value: whole, rows } = await rowsOf(stack(), () => verified('auditor'))
    expect(whole).toMatchObject({ isIntact: true, findings: [] })
    expect(whole.chains.map(({ chain }) => chain)).toEqual(['global', 'stage'])
    const done = rows.map(({ action }) => action).filter((action) => action !== 'audit.verification.viewed')
    expect(done).toEqual(['audit.verification.started', 'audit.verification.ended'])
    expect(rows.find(({ action }) => action === 'audit.verification.ended')).toMatchObject({
      ...{ result: 'allowed', actor_subject: 'auden.holt', reason: `rows:${whole.entries}` },
    })
    const looseners =
      backing === 'embedded' ? ['drop trigger audit_no_update'] : ['alter table audit disable trigger user']
    for (const statement of looseners) await runSql(stack(), statement)
    const { db } = stack().deps.store
    const victim = await db
      .selectFrom('audit_links')
      .select(['n', 'seq'])
      .where('chain', '=', 'stage')
      .orderBy('n', 'desc')
      .offset(20)
      .limit(1)
      .executeTakeFirstOrThrow()
    await runSql(stack(), `update audit set source_address = '192.0.2.99' where seq = ${victim.seq}`)
    // Expects the last result to be shown to every role that may verify, until the next verification.
    const before = await as('admin').get(endpoints.showAuditLogFigures, { params: stage })
    expect(before.lastVerification).toMatchObject({ state: 'done', isIntact: true })
    const broken = await verified('admin')
    expect(broken.isIntact).toBe(false)
    expect(broken.findings[0]).toEqual({
      chain: 'stage',
      kind: 'changed',
      from: victim.n,
      to: null,
    })
    const ended = (await auditRows(stack())).findLast(({ action }) => action === 'audit.verification.ended')
    expect(ended).toMatchObject({ result: 'failed', reason: `not_whole rows:${broken.entries}` })
  })
})
