import type { AuditEntry } from '@paydesk/bff/platform/audit/entry'
import { generateSupportReference } from '@paydesk/bff/platform/runtime/reference'
import { revealResponseSchema } from '@paydesk/shared/compliance/reveals'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { enterView } from '../../support/contract/audit-entries.ts'
import { requestReveal, revealTicket } from '../../support/contract/reveals.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import {
  askedPaths,
  auditRows,
  customerHandleOf,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import { type Person, people, type Visitor } from '../../support/stack/start.ts'

const path = ['about', 'id']
const params = { env: 'stage' }

onOneDatabase('the record of an audit event', (stack) => {
  let auditor: Visitor
  let customer = ''
  let identity = ''
  let transaction = ''
  let outlet = ''

  const append = (change: Partial<AuditEntry>, who?: Person) => enterView(stack(), customer, change, who)
  /** Returns the event with this reference, as listed for an auditor. */
  const listed = async (reference: string, by = auditor) => {
    const query = { reference }
    const { entries } = await by.get(endpoints.listAuditEntries, { params, query })
    return entries[0]
  }
  const written = async (change: Partial<AuditEntry>, who: Person = 'support') => {
    const reference = generateSupportReference()
    await append({ ...change, reference }, who)
    const entry = await listed(reference)
    if (entry === undefined) throw new Error('the entry is not on the list')
    return entry
  }
  /** Appends an event that the auditor's list may not show; returns its name (chain and number). */
  const placed = async (change: Partial<AuditEntry>) => {
    const reference = generateSupportReference()
    await append({ ...change, reference })
    const { db } = stack().deps.store
    const { chain, n } = await db
      .selectFrom('audit')
      .innerJoin('audit_links', 'audit_links.seq', 'audit.seq')
      .select(['chain', 'n'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    return `${chain}-${n}`
  }
  const ask = (by: Visitor, entry: string, at: readonly string[] = path) =>
    requestReveal(by, { record: { kind: 'audit_entry', entry }, path: at })

  beforeAll(async () => {
    auditor = await stack().as('auditor')
    const found = await customerOf(stack(), 'cust-00417')
    customer = await customerHandleOf(stack(), 'cust-00417')
    identity = await identityHandleOf(stack(), 'cust-00417', found.identity)
    transaction = found.transaction(0)
    outlet = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
  })

  it('is revealed to an auditor, with an event about the same record and no call to the payment service', async () => {
    await forgetRequests(stack())
    const about = [
      ['customer', customer],
      ['identity', identity],
      ['transaction', transaction],
    ] as const
    for (const [kind, id] of about) {
      const entry = await written({ about: { kind, id, merchant: 'demo-merchant' } })
      expect(entry.about?.id).toMatchObject({ visibility: 'masked', mask: 'last4', reveal: 'plain' })
      const { value: answer, rows } = await rowsOf(stack(), () => ask(auditor, entry.entry))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(revealResponseSchema.parse(answer.json).value).toBe(id)
      expect(rows).toMatchObject([
        {
          ...{ action: 'field.revealed', result: 'allowed', reason: null, actor_subject: people.auditor },
          ...{ subject_kind: kind, subject_id: id, merchant: 'demo-merchant' },
          ...{ field: 'audit.subject_id', purpose_code: 'identity_check', case_ref: revealTicket },
        },
      ])
    }
    expect(await askedPaths(stack())).toEqual([])
    // Counts reveals of related records as reveals of one customer.
    const counted = await stack()
      .deps.store.db.selectFrom('reveals')
      .select('about')
      .where('subject', '=', people.auditor)
      .execute()
    expect(counted.map(({ about: of }) => of).slice(0, 2)).toEqual([customer, customer])
  })

  it('is not provided if the event names none', async () => {
    const { entry } = await written({ action: 'records.listed', about: null })
    const { value: answer, rows } = await rowsOf(stack(), () => ask(auditor, entry))
    expect(revealResponseSchema.parse(answer.json).value).toBeNull()
    expect(rows).toMatchObject([{ result: 'allowed', reason: 'not_given', subject_id: null }])
  })

  it('is revealed by number for an event outside the chains', async () => {
    const row = (await auditRows(stack())).at(-1)
    if (row === undefined) throw new Error('there is no entry')
    const reference = generateSupportReference()
    const { seq, ...rest } = { ...row, subject_kind: 'customer', subject_id: customer, reference }
    await stack().deps.store.db.insertInto('audit').values(rest).execute()
    const entry = await listed(reference)
    expect(entry?.entry).toMatch(/^none-\d+$/)
    expect((await ask(auditor, entry?.entry ?? '')).json).toMatchObject({ value: customer })
    // Rejects the number of an event that is in a chain.
    problemIn(await ask(auditor, `none-${seq}`), 'not_found')
  })

  it('is not found for events outside this person’s list', async () => {
    const entries = [
      await placed({ environment: 'production' }),
      'stage-999999999999999',
      'stage-0',
      'nowhere-1',
      'unknown-1',
    ]
    for (const entry of entries) {
      const { value: answer, rows } = await rowsOf(stack(), () => ask(auditor, entry))
      problemIn(answer, 'not_found')
      expect(rows).toMatchObject([{ action: 'field.revealed', result: 'failed', reason: 'not_found' }])
    }
    const foreign = await written({ about: { kind: 'customer', id: outlet, merchant: 'demo-outlet' } })
    expect((await ask(auditor, foreign.entry)).json).toMatchObject({ value: outlet })
    // Uses a session that is limited to demo-merchant.
    const limited = await startSessionOf(stack(), 'auden.limited', ['auditor'])
    const own = await written({})
    expect((await ask(limited, own.entry)).json).toMatchObject({ value: customer })
    problemIn(await ask(limited, foreign.entry), 'not_found')
  })

  it.each(['about', 'about.kind', 'person', 'source', 'id', 'about.id.x'])(
    '%s is never revealed',
    async (at) => {
      const { entry } = await written({})
      problemIn(await ask(auditor, entry, at.split('.')), 'not_allowed')
    },
  )

  it.each(['support', 'finance', 'compliance', 'admin'] as const)(
    'is refused to %s, alike for existing and missing events',
    async (person) => {
      const visitor = await stack().as(person)
      const there = await ask(visitor, (await written({}, person)).entry)
      const missing = await ask(visitor, 'stage-999999999')
      for (const answer of [there, missing]) problemIn(answer, 'not_allowed')
      const without = (text: string) => text.replace(/PD-[0-9A-Z]{10}/, '')
      expect(without(missing.text)).toBe(without(there.text))
    },
  )

  it('is refused without a session', async () => {
    problemIn(await ask(stack().visitor(), 'stage-1'), 'not_signed_in')
  })

  it.each(['', 'stage', 'stage-', '-1', 'stage-1;', 'Stage-1', `stage-${'1'.repeat(16)}`, "stage'-1"])(
    'is refused for the malformed name %j',
    async (entry) => {
      problemIn(await ask(auditor, entry), 'bad_request')
    },
  )

  it('is not revealed without its audit event', async () => {
    const { entry } = await written({})
    const { append: whole } = stack().deps.audit
    Object.assign(stack().deps.audit, { append: () => Promise.reject(new Error('no entry')) })
    try {
      const answer = await ask(auditor, entry)
      problemIn(answer, 'record_unavailable')
      expect(answer.text).not.toContain(customer)
    } finally {
      Object.assign(stack().deps.audit, { append: whole })
    }
  })

  it('is not offered in the staff activity, which names no event', async () => {
    const { person } = await written({})
    const saw = await auditor.call(endpoints.showStaffActivity, {
      params: { ...params, person: person?.person ?? '' },
    })
    expect(endpoints.showStaffActivity.response.parse(saw.json).entries).toBeGreaterThan(0)
    expect(saw.text).toContain('"visibility":"masked"')
    expect(saw.text).not.toContain('"reveal"')
  })
})

onOneDatabase(
  'reveals by an auditor',
  (stack) => {
    it('count towards the same limit and alerts as every other reveal', async () => {
      const auditor = await stack().as('auditor')
      const { entries } = await auditor.get(endpoints.listAuditEntries, { params })
      const entry = entries[0]?.entry ?? ''
      const answers = await rowsOf(stack(), async () => {
        const statuses: number[] = []
        for (let nth = 0; nth < 5; nth += 1) statuses.push((await ask(auditor, entry)).status)
        return statuses
      })
      expect(answers.value).toEqual([200, 200, 200, 200, 429])
      expect(answers.rows.filter(({ action }) => action === 'reveals.unusual')).toHaveLength(1)
    })
    const ask = (by: Visitor, entry: string) =>
      requestReveal(by, { record: { kind: 'audit_entry', entry }, path })
  },
  { PAYDESK_REVEALS_PER_HOUR: '4' },
)
