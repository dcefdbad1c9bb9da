import { profileFields } from '@paydesk/bff/features/identities/present'
import type { JsonValue } from '@paydesk/bff/payment-service/parsing/json'
import { createFieldAccess } from '@paydesk/bff/platform/access/field-access'
import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { fieldNames } from '@paydesk/bff/platform/access/policy/access-policy'
import { revealGroupResponseSchema, revealResponseSchema } from '@paydesk/shared/compliance/reveals'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it } from 'vitest'
import { revealsAt } from '../../masking/oracle-reveals.ts'
import { rawBody, requestReveal, revealGroup, revealTicket, valueIn } from '../../support/contract/reveals.ts'
import { startSessionOf } from '../../support/contract/review-cases.ts'
import {
  askedPaths,
  auditRows,
  controlSandbox,
  customerHandleOf,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onEachDatabase,
  onOneDatabase,
  problemIn,
  rowsOf,
  runSql,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const rid = 'cust-00417'
const nobody = 'i_00000000000000000000'

/** Profile fields that compliance may reveal without re-authentication, by the oracle of the masking tests. */
const plain = profileFields
  .map(({ field }) => field)
  .filter((field) => revealsAt(`identity.profile.${field}`, 'compliance') === 'plain')
const never: readonly (readonly string[])[] = [
  ['id'],
  ['uid'],
  ['kyc_state'],
  ['created_at'],
  ['profile', 'resident_country'],
  ['supporting_documents', 'count'],
  ['profile'],
  ['profile', 'nothing'],
  ['nothing'],
  ['download_url'],
  ['profile', '__proto__'],
  ['constructor'],
  ['profile', 'email', 'field'],
  ['supporting_documents', 'elements'],
  ['supporting_documents', 'elements', '0', 'kind'],
]

onOneDatabase('a reveal', (stack) => {
  let compliance: Visitor
  let finance: Visitor
  let raw: JsonValue
  let record: { readonly kind: string; readonly identity: string }

  beforeAll(async () => {
    compliance = await stack().as('compliance')
    finance = await stack().as('finance')
    const { identity } = await customerOf(stack(), rid)
    raw = await rawBody(stack(), `identity/${identity}`)
    record = { kind: 'identity', identity: await identityHandleOf(stack(), rid, identity) }
  })
  const email = ['profile', 'email']

  it('shows one value for 60 s, with an audit event', async () => {
    const before = Date.now()
    const { value: answer, rows } = await rowsOf(stack(), () =>
      requestReveal(compliance, { record, path: email }),
    )
    const after = Date.now()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const read = revealResponseSchema.parse(answer.json)
    expect(read.value).toBe(valueIn(raw, email))
    expect(Date.parse(read.until)).toBeGreaterThanOrEqual(before + 60_000)
    expect(Date.parse(read.until)).toBeLessThanOrEqual(after + 60_000)
    expect(rows).toMatchObject([
      {
        ...{ action: 'field.revealed', result: 'allowed', reason: null, actor_subject: 'clara.weiss' },
        ...{ subject_kind: 'identity', subject_id: record.identity, merchant: 'demo-merchant' },
        ...{
          field: 'profile.email',
          purpose_code: 'identity_check',
          case_ref: revealTicket,
          reauthentication_age: null,
        },
      },
    ])
    expect(JSON.stringify(await auditRows(stack()))).not.toContain(read.value)
  })

  it('is tried on a record with every profile field', () => {
    const fields = Object.keys((raw as { profile: object }).profile)
    const expected = profileFields.map(({ field }) => field)
    expect(fields.sort(), 'identityRecord of test/sandbox/customers.ts').toEqual(expected.sort())
  })

  it.each(plain)('shows profile.%s to compliance', async (member) => {
    const path = ['profile', member]
    const { value } = revealResponseSchema.parse((await requestReveal(compliance, { record, path })).json)
    // Empty values count as not provided.
    expect(value).toBe(valueIn(raw, path) || null)
  })

  it.each(never.map((path) => [path.join('.'), path] as const))('shows %s to nobody', async (_, path) => {
    for (const visitor of [compliance, finance]) {
      await forgetRequests(stack())
      const { value: answer, rows } = await rowsOf(stack(), () => requestReveal(visitor, { record, path }))
      problemIn(answer, 'not_allowed')
      expect(rows).toMatchObject([{ action: 'field.revealed', result: 'refused', reason: 'not_allowed' }])
      // Expect no request to the payment service, so that the answer cannot depend on the record.
      expect(await askedPaths(stack())).toEqual([])
    }
  })

  it('is denied in the same way for a missing record', async () => {
    const without = (text: string) => text.replace(/PD-[0-9A-Z]{10}/, '')
    const [there, missing] = [
      await requestReveal(finance, { record, path: email }),
      await requestReveal(finance, { record: { kind: 'identity', identity: nobody }, path: email }),
    ]
    problemIn(there, 'not_allowed')
    expect(without(missing.text)).toBe(without(there.text))
    problemIn(
      await requestReveal(compliance, { record: { kind: 'identity', identity: nobody }, path: email }),
      'not_found',
    )
  })

  it('is denied to auditors', async () => {
    const visitor = await stack().as('auditor')
    await forgetRequests(stack())
    const { value: answer, rows } = await rowsOf(stack(), () =>
      requestReveal(visitor, { record, path: email }),
    )
    problemIn(answer, 'not_allowed')
    expect(rows).toMatchObject([{ action: 'field.revealed', result: 'refused', field: 'profile.email' }])
    expect(await askedPaths(stack())).toEqual([])
  })

  it.each(['support', 'admin'] as const)('is denied to %s', async (person) => {
    const visitor = await stack().as(person)
    const { value: answer, rows } = await rowsOf(stack(), () =>
      requestReveal(visitor, { record, path: email }),
    )
    problemIn(answer, 'not_allowed')
    expect(rows).toMatchObject([{ action: 'access.refused', result: 'refused' }])
  })

  it('is denied without a session', async () => {
    problemIn(await requestReveal(stack().visitor(), { record, path: email }), 'not_signed_in')
  })

  it.each<[string, object]>([
    ['no purpose', { purpose: undefined }],
    ['a purpose of its own', { purpose: 'curiosity' }],
    ['no ticket', { caseRef: undefined }],
    ['a sentence for a ticket', { caseRef: 'Mara Lindqvist 1988' }],
    ['an empty path', { path: [] }],
    ['a path of one text', { path: 'profile.email' }],
    ['a long path', { path: Array.from({ length: 9 }, () => 'a') }],
    ['slashes in its path', { path: ['profile/email'] }],
    ['no record', { record: undefined }],
    ['a record of another kind', { record: { kind: 'person', identity: nobody } }],
    ['more than it needs', { role: 'admin' }],
  ])('with %s is a bad request', async (_, change) => {
    const { value: answer } = await rowsOf(stack(), () =>
      requestReveal(compliance, { record, path: email, ...change }),
    )
    problemIn(answer, 'bad_request')
  })

  it('with an account number as ticket is rejected, and the ticket is stored nowhere', async () => {
    const caseRef = 'DE02120300000000202051'
    const { value: answer, rows } = await rowsOf(stack(), () =>
      requestReveal(compliance, { record, path: email, caseRef }),
    )
    expect(problemIn(answer, 'bad_request').fields).toMatchObject([
      { name: 'caseRef', rule: 'no_personal_data' },
    ])
    expect(rows).toMatchObject([{ action: 'field.revealed', result: 'failed', case_ref: null }])
  })

  it('of another merchant is answered like a reveal of an unknown record', async () => {
    const { identity } = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const handle = await identityHandleOf(stack(), 'cust-outlet', identity, 'demo-outlet')
    const limited = await stack().as('finance2')
    const { transaction } = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const notification = { kind: 'notification', position: 1, listLength: 1 }
    const path = ['original_sender_iban']
    const foreign = await requestReveal(limited, {
      record: { ...notification, transaction: transaction(0) },
      path,
    })
    const unknown = { ...notification, transaction: '00000000-0000-4000-8000-000000000000' }
    const none = await requestReveal(limited, { record: unknown, path })
    problemIn(foreign, 'not_found')
    problemIn(none, 'not_found')
    problemIn(
      await requestReveal(limited, { record: { kind: 'identity', identity: handle }, path: email }),
      'not_allowed',
    )
  })

  it('of a record of another customer is rejected', async () => {
    const other = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const wrong = await identityHandleOf(stack(), rid, other.identity)
    const answer = await requestReveal(compliance, {
      record: { kind: 'identity', identity: wrong },
      path: email,
    })
    problemIn(answer, 'upstream_mismatch')
    const transaction = (await customerOf(stack(), rid)).transaction(0)
    const customer = await customerHandleOf(stack(), 'cust-outlet', 'demo-outlet')
    const bound = { kind: 'transaction', transaction, customer }
    problemIn(
      await requestReveal(compliance, { record: bound, path: ['original_message', 'account', 'identifier'] }),
      'upstream_mismatch',
    )
  })

  it('of a value that was not provided says so, with an audit event', async () => {
    const path = ['supporting_documents', 'elements', '77', 'status']
    const { value: answer, rows } = await rowsOf(stack(), () => requestReveal(compliance, { record, path }))
    expect(revealResponseSchema.parse(answer.json).value).toBeNull()
    expect(rows).toMatchObject([
      { action: 'field.revealed', result: 'allowed', reason: 'not_given', field: 'document.other' },
    ])
  })

  it('of the strictest class needs a re-authentication in the last five minutes', async () => {
    const path = ['profile', 'dob']
    const visitor = await stack().as('compliance')
    await forgetRequests(stack())
    const refused = await rowsOf(stack(), () => requestReveal(visitor, { record, path }))
    problemIn(refused.value, 'reauthentication_needed')
    expect(refused.rows).toMatchObject([
      { action: 'field.revealed', result: 'failed', reason: 'reauthentication_needed', field: 'profile.dob' },
    ])
    expect(await askedPaths(stack())).toEqual([])
    expect((await visitor.prove('compliance')).pathname).toBe('/')
    const { session } = await stack().deps.sessions.find(visitor.jar.get('paydesk_session'))
    const proveAgo = (ms: number) =>
      stack().deps.sessions.markReauthenticated(session?.hash ?? '', Date.now() - ms)
    expect(session?.reauthenticatedAt).not.toBeNull()
    await proveAgo(120_000)
    const before = performance.now()
    const { value: answer, rows } = await rowsOf(stack(), () => requestReveal(visitor, { record, path }))
    const seconds = 120 + Math.ceil((performance.now() - before) / 1_000)
    expect(revealResponseSchema.parse(answer.json).value).toBe(valueIn(raw, path))
    expect(rows).toMatchObject([{ field: 'profile.dob', result: 'allowed' }])
    expect(rows[0]?.reauthentication_age).toBeGreaterThanOrEqual(120)
    expect(rows[0]?.reauthentication_age).toBeLessThanOrEqual(seconds)
    await proveAgo(301_000)
    problemIn(await requestReveal(visitor, { record, path }), 'reauthentication_needed')
  })

  it('keeps the typed request during re-authentication, once and for the same session only', async () => {
    const visitor = await stack().as('compliance')
    const asked = { record, path: ['profile', 'dob'], purpose: 'fraud_suspicion', caseRef: 'T-77' }
    const params = { env: 'stage' }
    const take = (by: Visitor) => by.get(endpoints.consumePendingReveal, { params })
    problemIn(await requestReveal(visitor, asked), 'reauthentication_needed')
    const kept = await stack().deps.store.db.selectFrom('pending_reveals').selectAll().execute()
    expect(JSON.stringify(kept)).not.toMatch(/T-77|fraud_suspicion/)
    expect(await take(compliance)).toEqual({ request: null })
    expect(await visitor.get(endpoints.consumePendingReveal, { params: { env: 'production' } })).toEqual({
      request: null,
    })
    problemIn(await requestReveal(visitor, asked), 'reauthentication_needed')
    expect(await take(visitor)).toEqual({ request: asked })
    expect(await take(visitor)).toEqual({ request: null })
    problemIn(await requestReveal(visitor, asked), 'reauthentication_needed')
    await runSql(stack(), `update pending_reveals set at = ${Date.now() - 601_000}`)
    expect(await take(visitor)).toEqual({ request: null })
  })

  it('of a group shows all its fields after one question, with an event for each', async () => {
    const visitor = await stack().as('compliance')
    const fields = ['first_name', 'last_name', 'dob']
    const params = { env: 'stage' }
    problemIn(await revealGroup(visitor, record.identity, fields), 'reauthentication_needed')
    const { request: asked } = await visitor.get(endpoints.consumePendingReveal, { params })
    expect(asked).toMatchObject({ fields, caseRef: revealTicket })
    await visitor.prove('compliance')
    const { value: answer, rows } = await rowsOf(stack(), () => revealGroup(visitor, record.identity, fields))
    expect(revealGroupResponseSchema.parse(answer.json).values).toEqual(
      fields.map((field) => ({ field, value: valueIn(raw, ['profile', field]) })),
    )
    expect(rows.map(({ action, result, field }) => [action, result, field]).sort()).toEqual(
      fields.map((field) => ['field.revealed', 'allowed', `profile.${field}`]).sort(),
    )
    for (const mixed of [
      ['last_name', 'billing_address_city'],
      ['last_name', 'last_name'],
    ])
      problemIn(await revealGroup(visitor, record.identity, mixed), 'not_allowed')
    problemIn(await revealGroup(finance, record.identity, ['first_name', 'last_name']), 'not_allowed')
  })

  it('shows the RID of a transaction to compliance, and not to finance', async () => {
    const found = await customerOf(stack(), rid)
    const transaction = found.transaction(0)
    const path = ['original_message', 'account', 'identifier']
    const state = await rawBody(stack(), `authorization/${transaction}`)
    const { value: answer, rows } = await rowsOf(stack(), () =>
      requestReveal(compliance, { record: { kind: 'transaction', transaction }, path }),
    )
    expect(revealResponseSchema.parse(answer.json).value).toBe(valueIn(state, path))
    expect(rows).toMatchObject([{ subject_kind: 'transaction', subject_id: transaction, field: 'rid' }])
    problemIn(
      await requestReveal(finance, { record: { kind: 'transaction', transaction }, path }),
      'not_allowed',
    )
  })

  it('shows values of a transfer notification while the list of notifications is as long as before', async () => {
    const { transaction: of } = await customerOf(stack(), rid)
    const transaction = of(0)
    const transfer = {
      id: transaction,
      event: 'incoming_transfer',
      original_sender_iban: 'DE02120300000000202051',
      original_sender_name: 'Ruth Sandoval',
      original_sender_address: 'Birkenweg 4',
      transaction_detail: 'rent for March',
      beneficiary_acno: '0532013000',
      screen_entities: [{ name: 'x' }],
      card_reference: { expiry_date: '11/29', card_token: 'zqx7-card-token' },
      secret: 'zqx7-secret-of-notice',
    }
    const body = JSON.stringify({ data: [transfer] })
    await controlSandbox(stack(), 'POST', 'override', {
      account: 'stage',
      operation: 'notifications',
      id: transaction,
      body,
    })
    const notificationTarget = { kind: 'notification', transaction, position: 1, listLength: 1 }
    const seenBy = async (visitor: Visitor, ...path: string[]) =>
      (await requestReveal(visitor, { record: notificationTarget, path })).json
    for (const visitor of [finance, compliance]) {
      expect(await seenBy(visitor, 'original_sender_iban')).toMatchObject({ value: 'DE02120300000000202051' })
      expect(await seenBy(visitor, 'transaction_detail')).toMatchObject({ value: 'rent for March' })
      expect(await seenBy(visitor, 'beneficiary_acno')).toMatchObject({ value: '0532013000' })
      expect(await seenBy(visitor, 'original_sender_address')).toMatchObject({ value: 'Birkenweg 4' })
      expect(await seenBy(visitor, 'secret')).toMatchObject({ id: 'not_allowed' })
      expect(await seenBy(visitor, 'card_reference', 'card_token')).toMatchObject({ id: 'not_allowed' })
    }
    expect(await seenBy(finance, 'original_sender_name')).toMatchObject({ id: 'not_allowed' })
    expect(await seenBy(compliance, 'original_sender_name')).toMatchObject({ value: 'Ruth Sandoval' })
    expect(await seenBy(finance, 'screen_entities')).toMatchObject({ id: 'not_allowed' })
    expect(await seenBy(compliance, 'screen_entities')).toMatchObject({ id: 'reauthentication_needed' })
    const longer = { ...notificationTarget, listLength: 2 }
    problemIn(
      await requestReveal(compliance, { record: longer, path: ['original_sender_iban'] }),
      'upstream_mismatch',
    )
  })

  it('is audited and shows nothing if no more signed heads can be stored', async () => {
    const { audit } = stack().deps
    const heads = audit.heads
    audit.heads = () => ({ ...heads(), isFull: true })
    try {
      const { value: answer, rows } = await rowsOf(stack(), () =>
        requestReveal(compliance, { record, path: email }),
      )
      problemIn(answer, 'record_unavailable')
      expect(rows).toMatchObject([
        { action: 'field.revealed', result: 'failed', reason: 'record_unavailable' },
      ])
    } finally {
      audit.heads = heads
    }
  })
})

const small = { PAYDESK_REVEALS_PER_HOUR: '24' }

onEachDatabase(
  'frequent reveals',
  (stack) => {
    let handles: string[]
    beforeAll(async () => {
      const { identity } = await customerOf(stack(), rid)
      // Handles of other customers with the same identity: its record names another RID, so nothing is shown.
      handles = [await identityHandleOf(stack(), rid, identity)]
      for (let nth = 0; nth < 11; nth += 1)
        handles.push(await identityHandleOf(stack(), `cust-other-${nth}`, identity))
    })
    const path = ['profile', 'email']
    const ask = (by: Visitor, nth = 0) =>
      requestReveal(by, { record: { kind: 'identity', identity: handles[nth] ?? nobody }, path })

    it('are limited per hour, also across concurrent calls and sessions', async () => {
      const sessions = [await stack().as('compliance'), await stack().as('compliance')]
      const { value: answers, rows } = await rowsOf(stack(), () =>
        Promise.all(Array.from({ length: 30 }, (_, nth) => ask(sessions[nth % 2] ?? stack().visitor()))),
      )
      const given = answers.filter(({ status }) => status === 200)
      expect(given).toHaveLength(24)
      const left = given.map(({ json }) => revealResponseSchema.parse(json).revealsLeft).sort((a, b) => a - b)
      expect(left).toEqual(Array.from({ length: 24 }, (_, nth) => nth))
      for (const one of answers.filter(({ status }) => status !== 200)) problemIn(one, 'reveal_limit_reached')
      const entries = rows.filter(({ action }) => action === 'field.revealed')
      expect(entries.filter(({ result }) => result === 'allowed')).toHaveLength(24)
      expect(
        entries.filter(({ reason, result }) => reason === 'reveal_limit_reached' && result === 'refused'),
      ).toHaveLength(6)
      // Raise one alert for more than half of the limit within ten minutes.
      const unusual = rows.filter(({ action }) => action === 'reveals.unusual')
      expect(unusual).toMatchObject([
        { reason: 'rows:13', actor_subject: 'clara.weiss', environment: 'stage' },
      ])
      await runSql(stack(), `update reveals set at = at - 3600000`)
      expect((await ask(sessions[0] ?? stack().visitor())).status).toBe(200)
      await runSql(stack(), `delete from reveals`)
    })

    it('of a group count by their fields; all are revealed or none', async () => {
      const visitor = await stack().as('compliance')
      const [identity = nobody] = handles
      const fields = ['billing_address_street', 'billing_address_city', 'billing_address_postal_code']
      for (let nth = 0; nth < 22; nth += 1) await ask(visitor)
      const { value: answer, rows } = await rowsOf(stack(), () => revealGroup(visitor, identity, fields))
      problemIn(answer, 'reveal_limit_reached')
      expect(answer.json).toMatchObject({ revealsLeft: 2 })
      expect(rows.map(({ action, result }) => [action, result])).toEqual(
        fields.map(() => ['field.revealed', 'refused']),
      )
      const two = revealGroupResponseSchema.parse(
        (await revealGroup(visitor, identity, fields.slice(1))).json,
      )
      expect(two.revealsLeft).toBe(0)
      await runSql(stack(), `delete from reveals`)
    })

    it('of many customers raise an alert that another person must acknowledge', async () => {
      const toni = await stack().as('twoRoles')
      await toni.get(endpoints.chooseRole, { body: { role: 'compliance' } })
      for (let nth = 0; nth < 12; nth += 1) await ask(toni, nth)
      const params = { env: 'stage' }
      const clara = await stack().as('compliance')
      const { alerts } = await clara.get(endpoints.listUnusualAccessAlerts, { params })
      const own = alerts.find(({ person }) => person?.me === false)
      expect(own).toMatchObject({
        ...{
          reason: 'customers',
          person: { name: 'Toni Reyes', me: false },
          reveals: 12,
          customers: 12,
          acknowledgement: null,
        },
      })
      expect(alerts.find(({ person }) => person?.me)).toMatchObject({ reason: 'pace', acknowledgement: null })
      const seen = (by: Visitor, alert = own?.alert ?? '') =>
        by.call(endpoints.acknowledgeUnusualAccessAlert, { params: { ...params, alert } })
      const refused = await rowsOf(stack(), () => seen(toni))
      problemIn(refused.value, 'not_allowed')
      expect(refused.rows).toMatchObject([{ action: 'reveals.alert.seen', result: 'refused' }])
      // Reject an account name that looks like the same person, too.
      const same = await startSessionOf(stack(), 'Two.Roles', ['compliance'])
      problemIn(await seen(same), 'not_allowed')
      const both = await Promise.all([seen(clara), seen(clara)])
      expect(
        both.map(({ json }) => endpoints.acknowledgeUnusualAccessAlert.response.parse(json).answer).sort(),
      ).toEqual(['done', 'too_late'])
      const after = await toni.get(endpoints.listUnusualAccessAlerts, { params })
      expect(after.alerts.find(({ alert }) => alert === own?.alert)).toMatchObject({
        person: { me: true },
        acknowledgement: { by: { name: 'Clara Weiss', me: false } },
      })
      problemIn(await seen(clara, 'w_00000000000000000000'), 'not_found')
      problemIn(
        await (await stack().as('finance')).call(endpoints.listUnusualAccessAlerts, { params }),
        'not_allowed',
      )
    })
  },
  small,
)

describe('field permissions and the permission to reveal', () => {
  it('let auditors reveal the subject of an audit event, and nothing else', () => {
    const { getRevealRequirement } = createFieldAccess('auditor')
    expect(fieldNames.filter((field) => getRevealRequirement(field) !== null)).toEqual(['audit.subject_id'])
    for (const role of ['support', 'finance', 'compliance', 'admin'] as const)
      expect(createFieldAccess(role).getRevealRequirement('audit.subject_id'), role).toBeNull()
    expect(resolvePermissions('auditor').has('reveal.use')).toBe(true)
  })

  it('give every role with revealable fields the permission to reveal', () => {
    for (const role of ['support', 'finance', 'compliance', 'admin'] as const) {
      const fieldAccess = createFieldAccess(role)
      const may = ['holder.iban', 'profile.email', 'transfer.detail'] as const
      expect(may.some((field) => fieldAccess.getRevealRequirement(field) !== null)).toBe(
        resolvePermissions(role).has('reveal.use'),
      )
    }
  })
})
