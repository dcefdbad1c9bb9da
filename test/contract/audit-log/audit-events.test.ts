import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type EndpointInput,
  type EndpointName,
  endpointNames,
  inputsAbout,
  ownNotes,
  subjectOf,
} from '../../support/contract/endpoint-calls.ts'
import { staffTexts } from '../../support/contract/review-calls.ts'
import {
  auditRows,
  customerHandleOf,
  customerOf,
  identityHandleOf,
  isTriedOn,
  onEachDatabase,
  problemIn,
  rowsOf,
  runSql,
  untilNoted,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

/** Audit actions of the reads of personal data or payments, and of the actions in the review queue. */
const actions = {
  showCustomer: 'customer.viewed',
  listCustomerTransactions: 'customer.transactions.viewed',
  showCustomerIdentity: 'customer.identity.viewed',
  listCustomerObservations: 'customer.timeline.viewed',
  listCustomerNotifications: 'customer.timeline.viewed',
  listCustomerCaseEvents: 'customer.timeline.viewed',
  listCustomerDiscrepancies: 'customer.timeline.viewed',
  showTransaction: 'transaction.viewed',
  showTransactionRecord: 'transaction.record.viewed',
  listSentNotifications: 'transaction.notifications.viewed',
  showTransactionHistory: 'transaction.history.viewed',
  listReceivedNotifications: 'transaction.received.viewed',
  showIdentity: 'identity.viewed',
  showIdentityRecord: 'identity.record.viewed',
  showCase: 'case.viewed',
  showCaseQueuePosition: 'case.position.viewed',
  claimCase: 'case.claimed',
  addCaseNote: 'case.noted',
  snoozeCase: 'case.snoozed',
  endCaseSnooze: 'case.snooze_ended',
  saveDecisionDraft: 'case.draft.saved',
  releaseCase: 'case.released',
  showDecision: 'decision.viewed',
  decideApproval: 'decision.answered',
  withdrawDecision: 'decision.withdrawn',
  answerQuestion: 'question.answered',
  explainDiscrepancy: 'discrepancy.explained',
} as const satisfies Partial<Record<EndpointName, string>>
const readNames = endpointNames.filter((name) => name in actions) as (keyof typeof actions)[]

const nothingSeen = { subject_kind: null, subject_id: null, merchant: null }

onEachDatabase('the audit log', (stack, backing) => {
  let inputs: Record<EndpointName, EndpointInput>
  const visitors = new Map<Person, Visitor>()
  const as = async (person: Person): Promise<Visitor> => {
    const visitor = visitors.get(person) ?? (await stack().as(person))
    visitors.set(person, visitor)
    return visitor
  }

  beforeAll(async () => {
    inputs = await inputsAbout(stack(), 'cust-00417')
    await (await as('compliance')).get(endpoints.showTransaction, inputs.showTransaction)
    await untilNoted(stack(), inputs.showTransaction.params.transaction ?? '')
  })

  it.each(readNames)('%s appends one row with person, action, record, source and time', async (name) => {
    const visitor = await as('compliance')
    const begun = Date.now()
    const { value, rows } = await rowsOf(stack(), () => visitor.call(endpoints[name], inputs[name]))
    expect(value.status).toBe(200)
    const kind = subjectOf(endpoints[name]) ?? ''
    expect(rows).toEqual([
      {
        seq: expect.any(Number),
        time_ms: expect.any(Number),
        instance: expect.stringMatching(/^[0-9a-f]{12}$/),
        actor_issuer: stack().sandbox.idpUrl,
        actor_subject: 'clara.weiss',
        role: 'compliance',
        session_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        source_address: expect.stringMatching(/^(::1|(::ffff:)?127\.0\.0\.1)$/),
        action: actions[name],
        result: 'allowed',
        reason: null,
        environment: 'stage',
        merchant: 'demo-merchant',
        subject_kind: kind,
        subject_id: inputs[name].params[kind],
        reference: expect.stringMatching(/^PD-/),
        ...{ field: null, purpose_code: null, case_ref: null, reauthentication_age: null },
      },
    ])
    const [row] = rows
    expect(row?.time_ms).toBeGreaterThanOrEqual(begun)
    expect(row?.time_ms).toBeLessThanOrEqual(Date.now())
    // Finds the log line by the reference of the row.
    await expect.poll(() => stack().logged.join('')).toContain(`"reference":"${row?.reference}"`)
  })

  it('records a decision under its own id, and a stopped decision under its transaction', async () => {
    const visitor = await as('compliance')
    const { decideCase: input } = inputs
    const about = (id: string | undefined, kind: string) => ({
      ...{ result: 'allowed', reason: null, environment: 'stage', merchant: 'demo-merchant' },
      ...{ subject_kind: kind, subject_id: id, actor_subject: 'clara.weiss' },
    })
    const made = await rowsOf(stack(), () => visitor.call(endpoints.decideCase, input))
    const answer = endpoints.decideCase.response.parse(made.value.json)
    const id = answer.answer === 'made' ? answer.decision.decision : undefined
    expect(made.rows).toMatchObject([{ action: 'decision.made', ...about(id, 'decision') }])
    const again = await rowsOf(stack(), () => visitor.call(endpoints.decideCase, input))
    expect(again.value.json).toMatchObject({ answer: 'decided' })
    const stopped = { action: 'decision.stopped', ...about(input.params.transaction, 'transaction') }
    expect(again.rows).toMatchObject([stopped])
    const transaction = '00000000-0000-4000-8000-000000000000'
    const nowhere = { ...input, params: { env: 'stage', transaction } }
    const unknown = await rowsOf(stack(), () => visitor.call(endpoints.decideCase, nowhere))
    problemIn(unknown.value, 'not_found')
    expect(unknown.rows).toMatchObject([{ action: 'decision.stopped', result: 'failed', subject_id: null }])
  })

  it('records nothing for the current session, pages and probes', async () => {
    const visitor = await as('compliance')
    const { rows } = await rowsOf(stack(), async () => {
      await visitor.get(endpoints.showCurrentSession)
      await visitor.send('GET', '/', { headers: { accept: 'text/html' } })
      await visitor.send('GET', '/livez')
    })
    expect(rows).toEqual([])
  })

  describe('searches', () => {
    const look = async (person: Person, text: string) => {
      const visitor = await as(person)
      return rowsOf(stack(), () =>
        visitor.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text } }),
      )
    }

    it.each([
      ['nobody-404'],
      ['00000000-0000-4000-8000-000000000000'],
      ['_0000000_18000000000__0000'],
      ['4111 1111 1111 1111'],
      ['Mara Lindqvist, born 1988-04-17'],
      ['cust-foreign'],
    ])('without a hit are recorded without their text: %s', async (text) => {
      const { value, rows } = await look('support', text)
      expect(value.status).toBe(200)
      expect(rows).toMatchObject([
        { action: 'search.made', result: 'allowed', environment: 'stage', ...nothingSeen },
      ])
    })

    it('with a hit are recorded with the record that was found', async () => {
      const of = await customerOf(stack(), 'cust-00417')
      const customer = {
        merchant: 'demo-merchant',
        subject_kind: 'customer',
        subject_id: await customerHandleOf(stack(), 'cust-00417'),
      }
      const identity = {
        merchant: null,
        subject_kind: 'identity',
        subject_id: await identityHandleOf(stack(), 'cust-00417', of.identity),
      }
      const transaction = { subject_kind: 'transaction', subject_id: of.transaction(0) }
      expect((await look('support', 'cust-00417')).rows).toMatchObject([customer])
      expect((await look('support', of.transaction(0))).rows).toMatchObject([transaction])
      // Leads support to the customer, and compliance to the identity record.
      expect((await look('support', of.identity)).rows).toMatchObject([customer])
      expect((await look('compliance', of.identity)).rows).toMatchObject([identity])
    })
  })

  it.runIf(isTriedOn(backing)).each(readNames)(
    '%s of an unknown record is recorded, without a transaction id',
    async (name) => {
      const kind = subjectOf(endpoints[name]) ?? 'customer'
      const unknown = {
        customer: 'c_00000000000000000000',
        transaction: '00000000-0000-4000-8000-000000000000',
        identity: 'i_00000000000000000000',
        decision: 'd_00000000000000000000',
        question: 'h_00000000000000000000',
        discrepancy: 'x_00000000000000000000',
      }[kind]
      const visitor = await as('compliance')
      const { value, rows } = await rowsOf(stack(), () =>
        visitor.call(endpoints[name], { ...inputs[name], params: { env: 'stage', [kind]: unknown } }),
      )
      const own = ownNotes.has(name)
      const reference = own ? expect.any(String) : problemIn(value, 'not_found').reference
      expect(rows).toMatchObject([
        {
          action: actions[name],
          result: own ? 'allowed' : 'failed',
          reason: own ? null : 'not_found',
          // Drops a transaction id that the payment service does not know: it could be any text of that form.
          subject_id: kind === 'transaction' ? null : unknown,
          merchant: null,
          reference,
        },
      ])
    },
  )

  it('records one row per list of cases, decisions and requests, about no record', async () => {
    const visitor = await as('compliance')
    for (const [name, action] of [
      ['listCases', 'review.listed'],
      ['showHomeFigures', 'home.viewed'],
      ['showReviewFigures', 'review.figures.viewed'],
      ['listDecisions', 'decisions.listed'],
      ['listInbox', 'inbox.listed'],
      ['countUnreadInboxEntries', 'inbox.counted'],
      ['listQuestions', 'questions.listed'],
      ['listSubjectAccessRequests', 'subject_access.listed'],
      ['listExportRequests', 'exports.listed'],
    ] as const) {
      const { value, rows } = await rowsOf(stack(), () => visitor.call(endpoints[name], inputs[name]))
      expect(value.status).toBe(200)
      expect(rows).toMatchObject([{ action, result: 'allowed', environment: 'stage', ...nothingSeen }])
    }
  })

  it('names the customer of a list or an export that is filtered by one', async () => {
    const { customer } = inputs.showCustomer.params
    const params = { env: 'stage' }
    const about = { subject_kind: 'customer', subject_id: customer }
    const unknown = 'c_00000000000000000000'
    const lists = [
      ['compliance', 'listPaymentRequests', 'payment_requests.listed'],
      ['compliance', 'listQuestions', 'questions.listed'],
      ['compliance', 'listDownloadRequests', 'downloads.listed'],
      ['compliance', 'listSubjectAccessRequests', 'subject_access.listed'],
      ['compliance', 'listExportRequests', 'exports.listed'],
      ['compliance', 'listDiscrepancies', 'reconciliation.listed'],
      ['finance', 'showPaymentRequestOptions', 'payment_request.options.viewed'],
    ] as const
    for (const [person, name, action] of lists) {
      const visitor = await as(person)
      const call = (query: EndpointInput['query']) =>
        rowsOf(stack(), () => visitor.call(endpoints[name], { params, query: query ?? {} }))
      const filtered = await call({ customer: customer ?? '' })
      expect([name, filtered.value.status]).toEqual([name, 200])
      expect(filtered.rows).toMatchObject([
        { action, result: 'allowed', ...about, merchant: 'demo-merchant' },
      ])
      expect((await call({})).rows).toMatchObject([{ action, ...nothingSeen }])
      const { value, rows } = await call({ customer: unknown })
      problemIn(value, 'not_found')
      expect(rows).toMatchObject([
        { action, result: 'failed', ...about, subject_id: unknown, merchant: null },
      ])
    }
    const refused = await rowsOf(stack(), async () =>
      (await as('support')).call(endpoints.listDiscrepancies, {
        params,
        query: { customer: customer ?? '' },
      }),
    )
    problemIn(refused.value, 'not_allowed')
    expect(refused.rows).toMatchObject([{ action: 'access.refused', result: 'refused', ...about }])
    const exports = [
      ['exportPaymentRequests', 'payment_requests.exported', 'payment_requests.export.ended'],
      ['exportQuestions', 'questions.exported', 'questions.export.ended'],
    ] as const
    for (const [name, action, ended] of exports) {
      const visitor = await as('finance')
      const { rows } = await rowsOf(stack(), () =>
        visitor.call(endpoints[name], { params, query: { customer: customer ?? '' } }),
      )
      expect(rows[0]).toMatchObject({ action, result: 'allowed', ...about })
      // The end of a file is recorded behind its last byte.
      await expect.poll(async () => (await auditRows(stack())).at(-1)?.action).toBe(ended)
    }
  })

  it.runIf(isTriedOn(backing))(
    'contains no RID, no identity id, no name of a person and no typed text',
    async () => {
      const visitor = await as('compliance')
      const support = await as('support')
      const rids = ['mara.lindqvist@example.test', 'SE4550000000058398257466', 'cust-00417', 'cust-canary']
      const secrets = [...rids, 'Mara Lindqvist', 'zqx7', ...Object.values(staffTexts)]
      secrets.push('Clara Weiss', 'Farid Nasser')
      for (const rid of rids) {
        const of = await customerOf(stack(), rid)
        const customer = await customerHandleOf(stack(), rid)
        const identity = await identityHandleOf(stack(), rid, of.identity)
        secrets.push(of.identity)
        for (const name of readNames)
          await visitor.call(endpoints[name], {
            ...inputs[name],
            params: { ...inputs[name].params, customer, identity, transaction: of.transaction(0) },
          })
        for (const text of [
          rid,
          of.identity,
          `Mara Lindqvist, ${rid}, ${of.identity}, zqx7`,
          rid.toUpperCase(),
        ])
          for (const one of [visitor, support])
            await one.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text } })
      }
      const trail = JSON.stringify(await auditRows(stack()))
      for (const secret of secrets) expect(trail.toLowerCase()).not.toContain(secret.toLowerCase())
      const log = stack().logged.join('')
      for (const secret of secrets.filter((one) => one !== 'cust-canary')) expect(log).not.toContain(secret)
    },
  )

  it('has one row for each of 80 parallel calls', async () => {
    const visitor = await as('compliance')
    const { value, rows } = await rowsOf(stack(), () =>
      Promise.all(
        Array.from({ length: 80 }, () => visitor.call(endpoints.showCustomer, inputs.showCustomer)),
      ),
    )
    expect(new Set(value.map(({ status }) => status))).toEqual(new Set([200]))
    expect(rows).toHaveLength(80)
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(80)
    const numbers = rows.map(({ seq }) => seq)
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, nth) => (numbers[0] ?? 0) + nth))
  })

  it('ignores a forwarded source address without a trusted proxy', async () => {
    const { deps } = stack()
    for (const ip of ['192.0.2.7', '2001:db8::7']) expect(ip).toMatch(/^[0-9a-f.:]+$/)
    const { rows } = await rowsOf(stack(), async () => {
      const headers = { 'x-forwarded-for': 'Mara Lindqvist, 198.51.100.9' }
      await (await as('compliance')).send('GET', '/api/stage/customers/c_00000000000000000000', {
        headers: { ...headers, 'x-paydesk': '1' },
      })
    })
    expect(deps.config.trustProxy).toEqual([])
    expect(rows[0]?.source_address).toMatch(/^(::1|(::ffff:)?127\.0\.0\.1)$/)
  })

  const again = `audit (seq, time_ms, instance, action, result, reference) values (1, 1, 'x', 'x', 'allowed', 'x')`
  const statements = [
    `update audit set result = 'allowed'`,
    `update audit set actor_subject = 'x' where seq = 1`,
    'delete from audit',
    'delete from audit where seq = 1',
    `insert into ${again} on conflict (seq) do update set action = 'x'`,
    backing === 'embedded' ? `insert or replace into ${again}` : 'truncate audit',
  ]
  it.each(statements)('the table rejects: %s', async (statement) => {
    const before = await auditRows(stack())
    expect(before.length).toBeGreaterThan(0)
    await expect(runSql(stack(), statement)).rejects.toThrow('append-only')
    expect(await auditRows(stack())).toEqual(before)
  })
})
