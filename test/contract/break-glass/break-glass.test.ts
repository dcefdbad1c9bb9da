import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addBreakGlassPermissions } from '@paydesk/bff/platform/access/break-glass'
import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBeside } from '../../support/contract/second-instance.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  auditRows,
  awayFromMidnight,
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onEachDatabase,
  onOneDatabase,
  problemIn,
  rowsOf,
  runSql,
} from '../../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

/** Time limit (ms) that only stops a hanging test. */
const inTime = { timeout: 60_000, interval: 50 }
const body = { purpose: 'incident', ticket: 'INC-4417', text: 'Payments of a customer are stuck at night' }
const report =
  'Looked at the identity of the customer to tell the bank whose payment it was; nothing else was done.'

async function forget(stack: Stack): Promise<void> {
  await stack.deps.store.db.deleteFrom('break_glass_grants').execute()
  await stack.deps.store.db.deleteFrom('sessions').execute()
}

/** Returns a reader of all records about one customer; values that vary from call to call are made equal. */
async function readsOf(stack: Stack) {
  const { identity, transaction } = await customerOf(stack, 'cust-00417')
  const env = 'stage'
  const of = {
    customer: await customerHandleOf(stack, 'cust-00417'),
    identity: await identityHandleOf(stack, 'cust-00417', identity),
  }
  const calls = [
    [endpoints.showCustomer, { params: { env, customer: of.customer } }],
    [endpoints.showCustomerIdentity, { params: { env, customer: of.customer } }],
    [endpoints.showTransaction, { params: { env, transaction: transaction(0) } }],
    [endpoints.showTransactionRecord, { params: { env, transaction: transaction(0) } }],
    [endpoints.listSentNotifications, { params: { env, transaction: transaction(0) } }],
    [endpoints.showIdentity, { params: { env, identity: of.identity } }],
    [endpoints.showIdentityRecord, { params: { env, identity: of.identity } }],
  ] as const
  // Our own records know a transaction only shortly after its first read.
  const reader = await stack.as('compliance')
  const readRecorded = async () =>
    (await reader.get(endpoints.showTransaction, { params: { env, transaction: transaction(0) } })).recorded
  await expect.poll(readRecorded, inTime).not.toBeNull()
  return async (visitor: Visitor, origin?: string) => {
    const told: string[] = []
    for (const [endpoint, input] of calls) {
      const asking = origin === undefined ? visitor : at(visitor, origin)
      const { status, text } = await asking.call(endpoint, input)
      const settled = text
        .replace(/PD-[0-9A-Z]{10}/g, 'PD-')
        .replace(/"at":"[^"]*"(?=,"from")/g, '"at":""')
        // The role decides which lists of open work a person has; emergency access adds none.
        .replace(/"openWork":\{[^}]*\}/, '')
      told.push(`${endpoint.path} ${status} ${status === 200 ? settled : ''}`)
    }
    return told
  }
}

/** Returns the same browser session with another instance as its origin. */
function at(visitor: Visitor, origin: string): Visitor {
  const other = Object.create(visitor)
  Object.defineProperty(other, 'origin', { value: origin })
  return other
}

/** Signs in, starts emergency access and ends it, so that its report is due. */
async function overFor(stack: Stack, person: Person): Promise<Visitor> {
  const visitor = await stack.as(person)
  await visitor.get(endpoints.startBreakGlass, { body })
  await visitor.get(endpoints.endBreakGlass)
  return visitor
}

onOneDatabase('emergency access', (stack) => {
  beforeAll(() => awayFromMidnight(stack()))
  beforeEach(() => forget(stack()))

  it.each(['support', 'finance'] as const)(
    'gives %s the field access of compliance, and no more',
    async (person) => {
      const read = await readsOf(stack())
      const [visitor, compliance] = [await stack().as(person), await stack().as('compliance')]
      const before = await read(visitor)
      const wanted = await read(compliance)
      expect(before).not.toEqual(wanted)
      await visitor.get(endpoints.startBreakGlass, { body })
      expect(await read(visitor)).toEqual(wanted)
      const who = await visitor.get(endpoints.showCurrentSession)
      expect(who.role).toBe(person)
      expect(new Set(who.permissions)).toEqual(addBreakGlassPermissions(resolvePermissions(person)))
      // Rejects exports, even if the role has their permission.
      const params = { env: 'stage' }
      for (const file of [
        endpoints.exportTransactions,
        endpoints.exportReconciliationReport,
        endpoints.exportPaymentRequests,
        endpoints.exportDecisions,
        endpoints.exportNotifications,
      ])
        problemIn(await visitor.call(file, { params }), 'not_allowed')
      // The permission is checked first, so no form needs to be right.
      for (const pay of [endpoints.draftPaymentRequest, endpoints.showPaymentRequestOptions])
        problemIn(await visitor.call(pay, { params }), 'not_allowed')
      const request = 'p_00000000000000000000'
      problemIn(
        await visitor.call(endpoints.sendPaymentRequest, { params: { ...params, request } }),
        'not_allowed',
      )
      await visitor.get(endpoints.endBreakGlass)
      expect(await read(visitor)).toEqual(before)
    },
  )

  it('is for support and finance only, and widens only the session that started it', async () => {
    for (const person of ['compliance', 'auditor', 'admin'] as const)
      problemIn(await (await stack().as(person)).call(endpoints.startBreakGlass, { body }), 'not_allowed')
    const [visitor, elsewhere] = [await stack().as('support'), await stack().as('support')]
    await visitor.get(endpoints.startBreakGlass, { body })
    expect((await elsewhere.get(endpoints.showCurrentSession)).permissions).not.toContain('identity.read')
    problemIn(await elsewhere.call(endpoints.startBreakGlass, { body }), 'break_glass_report_due')
    // Ends emergency access from the other session of the same person.
    await elsewhere.get(endpoints.endBreakGlass)
    expect((await visitor.get(endpoints.showCurrentSession)).permissions).not.toContain('identity.read')
  })

  it.each([
    ['no ticket', { ...body, ticket: '' }],
    ['a sentence for a ticket', { ...body, ticket: 'the customer called 3 times' }],
    ['too few words', { ...body, text: 'urgent' }],
    ['no purpose that is known', { ...body, purpose: 'curiosity' }],
  ])('does not start with %s', async (_, wrong) => {
    const visitor = await stack().as('support')
    problemIn(await visitor.call(endpoints.startBreakGlass, { body: wrong }), 'bad_request')
    expect((await visitor.get(endpoints.showCurrentSession)).breakGlass).toBeUndefined()
  })

  it('requires a report before the next start, and accepts the report once', async () => {
    const visitor = await overFor(stack(), 'support')
    expect((await visitor.get(endpoints.showCurrentSession)).breakGlass).toMatchObject({
      until: null,
      reportDueFor: expect.stringMatching(/^g_/),
    })
    const refused = await rowsOf(stack(), () => visitor.call(endpoints.startBreakGlass, { body }))
    problemIn(refused.value, 'break_glass_report_due')
    expect(refused.rows).toMatchObject([
      { action: 'break_glass.requested', result: 'allowed' },
      { action: 'break_glass.started', result: 'failed', reason: 'break_glass_report_due' },
    ])
    problemIn(
      await visitor.call(endpoints.reportBreakGlass, { body: { text: 'Nothing to say' } }),
      'bad_request',
    )
    const { value, rows } = await rowsOf(stack(), () =>
      visitor.get(endpoints.reportBreakGlass, { body: { text: report } }),
    )
    expect(value).toEqual({ until: null, reportDueFor: null })
    expect(rows).toMatchObject([
      { action: 'break_glass.reported', subject_kind: 'break_glass', result: 'allowed' },
    ])
    problemIn(await visitor.call(endpoints.reportBreakGlass, { body: { text: report } }), 'not_found')
    const stored = JSON.stringify(
      await stack().deps.store.db.selectFrom('break_glass_grants').selectAll().execute(),
    )
    for (const text of ['Ana Ruiz', 'stuck at night', 'tell the bank']) expect(stored).not.toContain(text)
  })

  it('starts at most three times within a day', async () => {
    const visitor = await stack().as('support')
    for (let nth = 0; nth < 3; nth += 1) {
      await visitor.get(endpoints.startBreakGlass, { body })
      await visitor.get(endpoints.endBreakGlass)
      await visitor.get(endpoints.reportBreakGlass, { body: { text: report } })
    }
    problemIn(await visitor.call(endpoints.startBreakGlass, { body }), 'break_glass_limit_reached')
    const db = stack().deps.store.db
    await db
      .updateTable('break_glass_grants')
      .set({ at: Date.now() - 25 * 3_600_000 })
      .execute()
    await visitor.get(endpoints.startBreakGlass, { body })
  })

  it('rejects an account number as a ticket, and stores it nowhere', async () => {
    const visitor = await stack().as('support')
    const ticket = 'DE02120300000000202051'
    const { value: answered, rows } = await rowsOf(stack(), () =>
      visitor.call(endpoints.startBreakGlass, { body: { ...body, ticket } }),
    )
    expect(problemIn(answered, 'bad_request').fields).toMatchObject([
      { name: 'ticket', rule: 'no_personal_data' },
    ])
    expect(rows.map(({ case_ref }) => case_ref)).toEqual([null, null])
    expect((await visitor.get(endpoints.showCurrentSession)).breakGlass).toBeUndefined()
  })

  it('widens no session if another session ends it while it starts', async () => {
    const [one, other] = [await stack().as('support'), await stack().as('support')]
    const { sessions } = stack().deps
    const { grantBreakGlass } = sessions
    Object.assign(sessions, {
      async grantBreakGlass(hash: string, until: number) {
        await other.get(endpoints.endBreakGlass)
        await grantBreakGlass(hash, until)
      },
    })
    try {
      expect((await one.get(endpoints.startBreakGlass, { body })).until).toBeNull()
    } finally {
      Object.assign(sessions, { grantBreakGlass })
    }
    const { breakGlass, permissions } = await one.get(endpoints.showCurrentSession)
    expect([breakGlass?.until, permissions.includes('reveal.use')]).toEqual([null, false])
    await one.get(endpoints.reportBreakGlass, { body: { text: report } })
  })

  it('widens no session if it starts while another session ends it', async () => {
    const [one, other] = [await stack().as('support'), await stack().as('support')]
    const { sessions } = stack().deps
    const { revokeBreakGlass } = sessions
    let isFirst = true
    Object.assign(sessions, {
      async revokeBreakGlass(person: Parameters<typeof revokeBreakGlass>[0]) {
        await revokeBreakGlass(person)
        if (isFirst) {
          isFirst = false
          await one.get(endpoints.startBreakGlass, { body })
        }
      },
    })
    try {
      await other.get(endpoints.endBreakGlass)
    } finally {
      Object.assign(sessions, { revokeBreakGlass })
    }
    const { breakGlass, permissions } = await one.get(endpoints.showCurrentSession)
    expect([breakGlass?.until, permissions.includes('reveal.use')]).toEqual([null, false])
    await one.get(endpoints.reportBreakGlass, { body: { text: report } })
  })

  it('is announced to compliance at once, and acknowledged by a second person only', async () => {
    const compliance = await stack().as('compliance')
    const listener = await listenToStream(compliance)
    // Uses two sessions of one person with both roles.
    const db = stack().deps.store.db
    const [breaker, self] = [await stack().as('twoRoles'), await stack().as('twoRoles')]
    await breaker.get(endpoints.startBreakGlass, { body })
    await self.get(endpoints.chooseRole, { body: { role: 'compliance' } })
    await expect
      .poll(() => listener.changes().filter(({ kind }) => kind === 'break_glass').length, inTime)
      .toBeGreaterThan(0)
    listener.leave()
    const { activations } = await compliance.get(endpoints.listBreakGlass, { query: { show: 'waiting' } })
    expect(activations).toMatchObject([
      {
        purpose: 'incident',
        ticket: body.ticket,
        text: { visibility: 'clear', text: body.text },
        isOver: false,
        acknowledgement: null,
        mayAcknowledge: true,
        isReportMissing: false,
      },
    ])
    const params = { breakGlass: activations[0]?.breakGlass ?? '' }
    expect((await self.get(endpoints.listBreakGlass)).activations[0]?.mayAcknowledge).toBe(false)
    problemIn(await self.call(endpoints.acknowledgeBreakGlass, { params }), 'not_allowed')
    problemIn(await breaker.call(endpoints.acknowledgeBreakGlass, { params }), 'not_allowed')
    const done = await rowsOf(stack(), () => compliance.get(endpoints.acknowledgeBreakGlass, { params }))
    expect(done.value.answer).toBe('acknowledged')
    expect(done.rows).toMatchObject([
      { action: 'break_glass.acknowledged', actor_subject: 'clara.weiss', subject_id: params.breakGlass },
    ])
    expect((await compliance.get(endpoints.acknowledgeBreakGlass, { params })).answer).toBe('already')
    expect(
      (await compliance.get(endpoints.listBreakGlass, { query: { show: 'waiting' } })).activations,
    ).toEqual([])
    // Lists emergency access again if its report is missing a day after its end.
    await db
      .updateTable('break_glass_grants')
      .set({ until: Date.now() - 25 * 3_600_000 })
      .execute()
    const again = await compliance.get(endpoints.listBreakGlass, { query: { show: 'waiting' } })
    expect(again.activations).toMatchObject([{ isReportMissing: true, report: null }])
  })

  it('shows compliance what was read, from audit events that are marked as emergency access', async () => {
    const read = await readsOf(stack())
    const [visitor, compliance] = [await stack().as('support'), await stack().as('compliance')]
    await read(visitor)
    await visitor.get(endpoints.startBreakGlass, { body })
    const { rows } = await rowsOf(stack(), () => read(visitor))
    expect(rows.map(({ role, reason }) => [role, reason])).toEqual(rows.map(() => ['support', 'break_glass']))
    await visitor.get(endpoints.endBreakGlass)
    await visitor.get(endpoints.reportBreakGlass, { body: { text: report } })
    const { activations } = await compliance.get(endpoints.listBreakGlass)
    const seen = await compliance.get(endpoints.showBreakGlass, {
      params: { breakGlass: activations[0]?.breakGlass ?? '' },
    })
    expect(seen.activation.report).toMatchObject({ text: { visibility: 'clear', text: report } })
    expect(seen.entries.map(({ reference }) => reference)).toEqual(
      expect.arrayContaining(rows.map(({ reference }) => reference)),
    )
    expect(seen.counts).toEqual(
      expect.arrayContaining([
        { action: 'identity.viewed', kind: 'identity', count: 1 },
        { action: 'identity.record.viewed', kind: 'identity', count: 1 },
      ]),
    )
    const own = seen.entries.filter(({ action }) => action === 'customer.viewed')
    expect(own).toMatchObject([{ action: 'customer.viewed', about: { kind: 'customer' } }])
  })

  it('is counted by week and person for the auditor', async () => {
    await overFor(stack(), 'support')
    const auditor = await stack().as('auditor')
    const figures = await auditor.get(endpoints.showBreakGlassFigures)
    expect(figures).toMatchObject({
      thisWeek: 1,
      people: [{ name: 'Ana Ruiz', thisWeek: 1, count: 1 }],
      waiting: 1,
      missing: 0,
    })
    expect(figures.weeks.length).toBe(12)
    expect(figures.weeks.map(({ count }) => count)).toEqual([...Array(11).fill(0), 1])
    problemIn(await auditor.call(endpoints.listBreakGlass), 'not_allowed')
    problemIn(await (await stack().as('support')).call(endpoints.showBreakGlassFigures), 'not_allowed')
  })

  it('writes a loud log line without a name', async () => {
    const before = stack().logged.length
    const visitor = await stack().as('support')
    await visitor.get(endpoints.startBreakGlass, { body })
    const loud = () =>
      stack()
        .logged.slice(before)
        .filter((line) => line.includes('EMERGENCY ACCESS STARTED'))
    await expect.poll(() => loud().length, inTime).toBe(1)
    expect(JSON.parse(loud()[0] ?? '{}')).toMatchObject({
      level: expect.anything(),
      reference: expect.stringMatching(/^PD-/),
    })
    // Leave out random ids, which may hold a short name by chance.
    expect(loud()[0]?.replaceAll(/PD-\w{10}|\b[a-z]_\w{20}\b/g, '')).not.toMatch(/ana|ruiz|stuck|INC-4417/i)
  })

  it('records every action in the audit log', async () => {
    const visitor = await stack().as('support')
    const { rows } = await rowsOf(stack(), async () => {
      await visitor.get(endpoints.startBreakGlass, { body })
      await visitor.get(endpoints.endBreakGlass)
    })
    expect(rows).toMatchObject([
      { action: 'break_glass.requested', purpose_code: 'incident', case_ref: 'INC-4417', subject_id: null },
      {
        action: 'break_glass.started',
        purpose_code: 'incident',
        case_ref: 'INC-4417',
        subject_kind: 'break_glass',
        reason: expect.stringMatching(/^until:\d{13}$/),
      },
      { action: 'break_glass.ended', subject_kind: 'break_glass', reason: 'break_glass' },
    ])
    expect(rows[2]?.subject_id).toBe(rows[1]?.subject_id)
  })
})

onEachDatabase('emergency access on several instances', (stack, backing) => {
  let other: Awaited<ReturnType<typeof startBeside>>
  beforeAll(async () => {
    other = await startBeside(stack(), backing)
  })
  afterAll(() => other.stop())
  beforeEach(() => forget(stack()))

  /** Expires the emergency access of this session now on both instances, as the clock would. */
  async function endTimeOf({ jar }: Visitor): Promise<void> {
    const over = Date.now() - 1
    for (const { sessions } of [stack().deps, other.deps]) {
      const { session } = await sessions.find(jar.get('paydesk_session'))
      if (session !== null) await sessions.grantBreakGlass(session.hash, over)
    }
    await stack().deps.store.db.updateTable('break_glass_grants').set({ until: over }).execute()
  }

  it('starts once for parallel requests', async () => {
    const [one, other] = [await stack().as('support'), await stack().as('support')]
    const answers = await Promise.all(
      [one, other, one, other].map((visitor) => visitor.call(endpoints.startBreakGlass, { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('expires on every instance without a call, and closes open streams', async () => {
    const read = await readsOf(stack())
    const visitor = await stack().as('support')
    const before = await read(visitor)
    await visitor.get(endpoints.startBreakGlass, { body })
    const listener = await listenToStream(visitor, { origin: other.origin })
    const mark = (await visitor.call(endpoints.showCurrentSession)).headers.get('x-paydesk-session')
    expect(await read(visitor, other.origin)).not.toEqual(before)
    await endTimeOf(visitor)
    expect(await read(visitor, other.origin)).toEqual(before)
    expect(await read(visitor)).toEqual(before)
    const after = await visitor.call(endpoints.showCurrentSession)
    expect(after.headers.get('x-paydesk-session')).not.toBe(mark)
    await expect.poll(() => listener.end(), inTime).toBe('whole')
    expect(listener.tolds.at(-1)?.name).toBe('close')
    expect((await visitor.get(endpoints.showCurrentSession)).breakGlass).toMatchObject({
      until: null,
      reportDueFor: expect.any(String),
    })
  })

  it('closes streams that were open before it started, on every instance', async () => {
    const visitor = await stack().as('support')
    const open = [await listenToStream(visitor), await listenToStream(visitor, { origin: other.origin })]
    await visitor.get(endpoints.startBreakGlass, { body })
    for (const one of open) await expect.poll(() => one.end(), inTime).toBe('whole')
  })
})

describe('without an audit log', () => {
  onEachDatabase('a request for emergency access', (stack, backing) => {
    beforeEach(() => forget(stack()))

    it('is rejected, and widens no session', async () => {
      const visitor = await stack().as('support')
      const count = (await auditRows(stack())).length
      if (backing === 'embedded') {
        const locking = new DatabaseSync(join(stack().dataDir, 'paydesk.db'))
        locking.exec('begin immediate')
        const answer = await visitor.call(endpoints.startBreakGlass, { body })
        locking.exec('rollback')
        locking.close()
        problemIn(answer, 'record_unavailable', 'unavailable')
      } else {
        // Breaks only the audit table: the other tables still accept writes.
        await runSql(
          stack(),
          `create function fault() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '25006'; end $$`,
        )
        await runSql(
          stack(),
          'create trigger fault before insert on audit for each row execute function fault()',
        )
        problemIn(
          await visitor.call(endpoints.startBreakGlass, { body }),
          'record_unavailable',
          'unavailable',
        )
        await runSql(stack(), 'drop trigger fault on audit')
      }
      expect((await visitor.get(endpoints.showCurrentSession)).breakGlass).toBeUndefined()
      expect((await visitor.get(endpoints.showCurrentSession)).permissions).not.toContain('identity.read')
      expect(await stack().deps.store.db.selectFrom('break_glass_grants').selectAll().execute()).toEqual([])
      expect((await auditRows(stack())).length).toBe(count)
    })
  })
})
