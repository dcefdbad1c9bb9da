import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteTransaction } from '../../support/contract/seed-transaction.ts'
import { sendNotification } from '../../support/contract/send-notification.ts'
import {
  controlSandbox,
  customerOf,
  onEachDatabase,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const configured: Readonly<Record<string, string>> = demoConfig(
  'http://localhost:1',
  { service: 'http://localhost:2', idp: 'http://localhost:3' },
  '/nowhere',
)
/** Credentials that the stack is started with, selected by the names of their variables. */
const credentials = Object.entries(configured).flatMap(([name, value]) =>
  /TOKEN|SECRET|KEY|CLIENT_NAME/.test(name) ? [value] : [],
)
/** Hexadecimal ends of the credentials, which are not words. */
const marks = credentials.flatMap((value) => /[0-9a-f]{8,}$/.exec(value)?.[0] ?? [])

onEachDatabase('the health page', (stack) => {
  const visitors = new Map<Person, Visitor>()
  beforeAll(async () => {
    for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
  })
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const health = (person: Person) => as(person).get(endpoints.showHealth)

  it('shows support one line', async () => {
    const { value, rows } = await rowsOf(stack(), () => health('support'))
    expect(value).toMatchObject({
      summary: { status: 'good', environments: [] },
      environments: null,
      installation: null,
    })
    expect(rows).toMatchObject([{ action: 'health.viewed', result: 'allowed', environment: null }])
  })

  it('requires a session and a call from our own pages', async () => {
    problemIn(await stack().visitor().call(endpoints.showHealth), 'not_signed_in')
    problemIn(await as('admin').send('GET', '/api/health'), 'cross_site')
    problemIn(await as('admin').call(endpoints.showHealth, { query: { x: '1' } }), 'bad_request')
  })

  it('shows the last 24 hours only to people who see the details, with a value for each quarter of an hour', async () => {
    for (const person of ['support', 'finance', 'compliance'] as const)
      problemIn(await as(person).call(endpoints.showHealthLastDay), 'not_allowed')
    problemIn(await stack().visitor().call(endpoints.showHealthLastDay), 'not_signed_in')
    const { slots, environments } = await as('auditor').get(endpoints.showHealthLastDay)
    expect(slots).toHaveLength(96)
    for (const one of environments) expect(one.notifications).toHaveLength(96)
  })

  it('shows finance and compliance the sync and missing notifications, but not how Paydesk is run', async () => {
    for (const person of ['finance', 'compliance'] as const) {
      const { environments, installation } = await health(person)
      expect(installation).toBeNull()
      expect(environments?.map(({ environment }) => environment)).toEqual(['stage', 'production'])
      for (const one of environments ?? []) expect([one.service, one.credentials]).toEqual([[], null])
    }
    // Shows only the environments of the person's merchants.
    const own = await health('finance2')
    expect(own.environments?.map(({ environment }) => environment)).toEqual(['stage'])
  })

  it('counts missing notifications of the person’s merchants only', async () => {
    await noteTransaction(stack(), { sent: 3, received: 1, merchant: 'demo-outlet' })
    const gapsOf = async (person: Person) => (await health(person)).environments?.[0]?.missingNotifications
    // Polls, because the counts may be a moment old.
    await expect
      .poll(() => gapsOf('finance'))
      .toMatchObject({
        status: 'attention',
        facts: [{ code: 'missing', count: 1 }],
      })
    expect(await gapsOf('finance2')).toMatchObject({ status: 'good' })
  })

  it('shows auditor and administrator each read of the payment service, the credentials and Paydesk', async () => {
    const of = await customerOf(stack(), 'cust-00417')
    await as('auditor').call(endpoints.showTransaction, {
      params: { env: 'stage', transaction: of.transaction(0) },
    })
    for (const person of ['auditor', 'admin'] as const) {
      const { environments, installation } = await health(person)
      const [first] = environments ?? []
      expect(first?.service.map(({ operation }) => operation)).toEqual([
        'state',
        'list',
        'notifications',
        'identity',
      ])
      expect(first?.service[0]).toMatchObject({ status: 'good', failureRate: 0 })
      expect(first?.credentials?.map(({ check, status }) => `${check}: ${status}`)).toEqual([
        'client_name: good',
        'api_token: good',
        'notification_token: good',
        'clock: good',
      ])
      expect(first?.credentials?.[1]?.facts.map(({ code }) => code)).toEqual(['loaded_at', 'accepted_at'])
      expect(installation?.map(({ check }) => check)).toEqual([
        'version',
        'database',
        'backup',
        'instances',
        'streams',
        'proxy',
        'audit_head',
        'access_policy',
        'sign_in_service',
        'masking_proof',
        'data_key',
        'sign_in_secret',
        'browser_files',
      ])
    }
  })

  it('counts one process as one instance, with any number of leases and environments', async () => {
    const { store } = stack().deps
    const held = () =>
      store.db.selectFrom('leases').select(['name', 'holder']).where('until', '>', 0).execute()
    await expect.poll(async () => (await held()).length, { timeout: 60_000 }).toBeGreaterThan(1)
    const found = async () =>
      (await health('admin')).installation?.find(({ check }) => check === 'instances')?.facts[0]
    await expect
      .poll(found, { timeout: 60_000 })
      .toMatchObject({ count: 1, names: expect.arrayContaining(['reader/production']) })
    const [{ instance } = { instance: '' }] = await store.db.selectFrom('audit').select('instance').execute()
    expect(new Set((await held()).map(({ holder }) => holder))).toEqual(new Set([instance]))
  })

  it('hides numbers of the whole environment from people limited to some merchants', async () => {
    const ran = { started_at: Date.now(), ended_at: Date.now(), read_count: 7_041, changed: 17, failed: 23 }
    const swept = { environment: 'stage', holder: 'somebody', ...ran }
    await stack().deps.store.db.insertInto('sync_runs').values(swept).execute()
    const sweepOf = async (person: Person) => (await health(person)).environments?.[0]?.sync.facts
    await expect
      .poll(() => sweepOf('finance'), { timeout: 60_000 })
      .toContainEqual({ code: 'transactions_read', count: 7_041 })
    expect(await sweepOf('finance2')).toEqual([{ code: 'sync_ended', at: expect.any(String) }])
  })

  it('counts the calls, notifications and syncs of the last 24 hours for auditor and administrator', async () => {
    const of = await customerOf(stack(), 'cust-00417')
    const read = () =>
      as('auditor').call(endpoints.showTransaction, {
        params: { env: 'stage', transaction: of.transaction(0) },
        query: { fresh: '1' },
      })
    await read()
    const { value: before, rows } = await rowsOf(stack(), () => as('admin').get(endpoints.showHealthLastDay))
    expect(rows).toMatchObject([{ action: 'health.last_day.viewed', result: 'allowed', environment: null }])
    const stageOf = ({ environments }: typeof before) => {
      const stage = environments.find(({ environment }) => environment === 'stage')
      if (stage === undefined) throw new Error('no stage')
      return stage
    }
    const sum = (values: readonly number[] | null) => (values ?? []).reduce((all, value) => all + value, 0)
    const failuresOf = (one: typeof before) => sum(stageOf(one).service[0]?.calls?.failed ?? null)
    expect(before.environments.map(({ environment }) => environment)).toEqual(['stage', 'production'])
    expect(stageOf(before).service[0]).toMatchObject({
      operation: 'state',
      total: { p95Ms: expect.any(Number) },
    })
    expect(Date.parse(stageOf(before).since)).toBeLessThan(Date.now())

    await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation: 'state', fault: '401' })
    await read()
    await controlSandbox(stack(), 'DELETE', 'faults')
    expect((await sendNotification(stack(), '{"event":"payment_success"}')).status).toBe(202)
    const after = await as('auditor').get(endpoints.showHealthLastDay)
    expect(failuresOf(after)).toBeGreaterThan(failuresOf(before))
    expect(sum(stageOf(after).notifications)).toBeGreaterThan(sum(stageOf(before).notifications))
    // The run of the test above has ended, and maybe one of the workers.
    expect(stageOf(after).syncLagMs.at(-1)).toEqual(expect.any(Number))
  })

  it('contains no part of a credential', async () => {
    const text = JSON.stringify(await health('admin'))
    expect(marks.length).toBeGreaterThan(3)
    for (const mark of marks) {
      for (let at = 0; at + 8 <= mark.length; at += 1) expect(text).not.toContain(mark.slice(at, at + 8))
    }
    for (const value of credentials) expect(text).not.toContain(value)
  })
})

describe('the health page', () => {
  let stack: Stack
  const pages = mkdtempSync(join(tmpdir(), 'paydesk-pages-'))
  beforeAll(async () => {
    mkdirSync(join(pages, 'assets'))
    writeFileSync(join(pages, 'index.html'), '<!doctype html>')
    const token = Buffer.from(`{"t":"${configured.PAYDESK_STAGE_TOKEN ?? ''}"}`).toString('base64')
    writeFileSync(join(pages, 'assets/app-1.js'), `const a = atob('${token}')`)
    const config = {
      PAYDESK_STAGE_NOTIFICATION_PROOF: 'none',
      PAYDESK_STAGE_OLD_NOTIFICATION_TOKEN: 'old-notification-token-1',
      PAYDESK_FIELD_PERMISSIONS: 'support:profile.email=F',
    }
    stack = await startOn('embedded', { config, pages })
  })
  afterAll(async () => {
    await stack.stop()
    rmSync(pages, { recursive: true })
  })
  const health = async () => (await stack.as('admin')).get(endpoints.showHealth)

  it('warns about notifications without proof of origin, and about looser cells', async () => {
    const { environments, installation } = await health()
    expect(environments?.[0]?.originProof).toMatchObject({
      status: 'bad',
      facts: [{ code: 'no_origin_proof' }],
    })
    expect(environments?.[1]?.originProof.status).toBe('good')
    expect(
      environments?.[0]?.credentials?.find(({ check }) => check === 'old_notification_token'),
    ).toMatchObject({ status: 'attention' })
    expect(installation?.find(({ check }) => check === 'access_policy')).toMatchObject({
      status: 'attention',
      facts: [{ code: 'policy_looser', names: ['support:profile.email M:email -> F'] }],
    })
  })

  it('finds a credential in a file for browsers, and names it without its value', async () => {
    const { installation } = await health()
    const found = installation?.find(({ check }) => check === 'browser_files')
    expect(found).toMatchObject({
      status: 'bad',
      facts: [{ code: 'secrets_found', names: ['PAYDESK_STAGE_TOKEN'] }],
    })
  })

  it('names the failing read to the administrator, and the failing payment service to everybody', async () => {
    await controlSandbox(stack, 'POST', 'faults', { account: 'stage', operation: 'any', fault: '401' })
    const support = await stack.as('support')
    const of = await customerOf(stack, 'cust-00417')
    const params = { env: 'stage', transaction: of.transaction(0) }
    await support.call(endpoints.showTransaction, { params, query: { fresh: '1' } })
    const { environments, summary } = await health()
    expect(environments?.[0]?.service[0]).toMatchObject({
      status: 'bad',
      facts: [{ code: 'credentials_rejected' }, { code: 'no_success' }],
      failureRate: 1,
    })
    expect(environments?.[0]?.credentials?.find(({ check }) => check === 'api_token')).toMatchObject({
      status: 'bad',
    })
    expect(summary).toMatchObject({
      status: 'bad',
      environments: ['stage'],
    })
    expect((await support.get(endpoints.showHealth)).summary).toEqual(summary)
  })
})
