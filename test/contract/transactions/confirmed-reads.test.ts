import { createHmac } from 'node:crypto'
import { requestPostgresUrl } from '@paydesk/bff/platform/database/test-store.test-kit'
import { databaseNames } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationTokens, notifyUrl } from '../../support/stack/demo-config.ts'
import { type Stack, startStack } from '../../support/stack/start.ts'

const open = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
const reviewed = '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19'

describe.each(databaseNames)('confirmation by reads (%s)', (backing) => {
  let stack: Stack

  beforeAll(async () => {
    stack = await startStack(backing === 'postgres' ? { postgres: await requestPostgresUrl() } : {})
  })
  afterAll(() => stack.stop())

  async function control(path: string, body: object): Promise<void> {
    const response = await fetch(`${stack.sandbox.controlUrl}/_sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBeLessThan(300)
  }
  const row = (id: string) =>
    stack.deps.store.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst()

  it('follows a notification with a read, a record, an observation and a live update', async () => {
    await control(`transactions/${open}/move`, {
      state: 'SUCCESS',
      compound_state: 'SUCCESS.OK',
      event: 'transaction_accepted',
    })
    await expect
      .poll(() => row(open))
      .toMatchObject({
        environment: 'stage',
        state: 'SUCCESS',
        finality: 'confirmed',
        version: 1,
        received: 1,
      })
    const { db } = stack.deps.store
    const received = await db
      .selectFrom('notification_queue')
      .selectAll()
      .where('transaction_id', '=', open)
      .execute()
    expect(received).toMatchObject([{ status: 'confirmed', effect: 'changed', secret_matches: 1 }])
    const changes = await db
      .selectFrom('changes')
      .select(['kind', 'version'])
      .where('subject_id', '=', open)
      .execute()
    expect(changes).toEqual([{ kind: 'transaction', version: 1 }])
  })

  it('raises an alert for a foreign secret, which the health page shows until somebody has reviewed it', async () => {
    const params = { env: 'stage' }
    const [clara, admin] = [await stack.as('compliance'), await stack.as('admin')]
    const alerts = async () => (await clara.get(endpoints.listUnusualAccessAlerts, { params })).alerts
    const check = async () => (await admin.get(endpoints.showHealth)).environments?.[0]?.secrets
    expect(await alerts()).toEqual([])
    expect(await check()).toMatchObject({ status: 'good' })
    for (const state of ['PENDING', 'SUCCESS']) {
      const body = JSON.stringify({
        ...{ id: open, event: 'transaction_accepted', state, secret: 'zqx7-foreign-secret' },
        original_message: { merchant_id: 'demo-merchant' },
      })
      const checksum = createHmac('sha256', notificationTokens.stage).update(body).digest('base64')
      const address = notifyUrl(stack.origin).replace('{account}', 'stage')
      const answer = await fetch(address, { method: 'POST', headers: { 'x-isx-checksum': checksum }, body })
      expect(answer.status).toBe(202)
    }
    const foreign = stack.deps.store.db
      .selectFrom('notification_queue')
      .select('seq')
      .where('secret_matches', '=', 0)
    await expect.poll(async () => (await foreign.execute()).length, { timeout: 60_000 }).toBe(2)
    const [alert, ...others] = await alerts()
    expect(others).toEqual([])
    expect(alert).toMatchObject({ reason: 'foreign_secret', person: null, acknowledgement: null })
    await expect.poll(check).toMatchObject({ status: 'bad' })
    expect(JSON.stringify(await check())).not.toContain('zqx7')
    await clara.get(endpoints.acknowledgeUnusualAccessAlert, {
      params: { ...params, alert: alert?.alert ?? '' },
    })
    await expect.poll(check).toMatchObject({ status: 'good' })
    expect((await alerts())[0]?.acknowledgement?.by).toMatchObject({ me: true })
  })

  it('changes nothing after a false notification', async () => {
    const body = JSON.stringify({
      id: reviewed,
      event: 'transaction_accepted',
      state: 'SUCCESS',
      original_message: { merchant_id: 'demo-merchant' },
    })
    const checksum = createHmac('sha256', notificationTokens.stage).update(body).digest('base64')
    const answer = await fetch(notifyUrl(stack.origin).replace('{account}', 'stage'), {
      method: 'POST',
      headers: { 'x-isx-checksum': checksum },
      body,
    })
    expect(answer.status).toBe(202)
    await expect.poll(() => row(reviewed)).toMatchObject({ final: 0, review: 1, finality: 'open' })
    const { db } = stack.deps.store
    const received = await db
      .selectFrom('notification_queue')
      .selectAll()
      .where('transaction_id', '=', reviewed)
      .execute()
    expect(received).toMatchObject([{ status: 'confirmed', effect: 'differs' }])
  })

  it('shows observations with their proof, and none for an unknown ID', async () => {
    const person = await stack.as('support')
    const of = (transaction: string) =>
      person.get(endpoints.showTransactionHistory, { params: { env: 'stage', transaction } })
    expect(await of(open)).toMatchObject({
      version: 1,
      observations: [
        { kind: 'first_seen', source: 'notification', from: null, state: { raw: 'SUCCESS', final: true } },
      ],
      proof: {
        finality: 'confirmed',
        notification: { proof: 'checksum', state: { raw: 'SUCCESS' } },
        read: { state: { raw: 'SUCCESS' } },
        missing: null,
        after: [],
      },
    })
    expect(await of('nobody-noted-this')).toEqual({
      version: null,
      firstSeenAt: null,
      lastReadAt: null,
      nextReadAt: null,
      observations: [],
      more: false,
      proof: { finality: 'open', state: null, notification: null, read: null, missing: null, after: [] },
    })
  })

  it('records a list of thousands, and does not read its ended transactions one by one', async () => {
    const person = await stack.as('finance')
    const searchCustomer = () =>
      person.get(endpoints.searchRecords, { params: { env: 'stage' }, body: { text: 'cust-five-thousand' } })
    expect(await searchCustomer()).toBeDefined()
    const { db } = stack.deps.store
    const isLost = () => stack.logged.some((line) => line.includes('reads of staff could not be recorded'))
    const count = async () => {
      // Search again if the database was too busy to record the list.
      if (isLost()) await searchCustomer()
      return (await db.selectFrom('transactions').select('id').where('first_source', '=', 'list').execute())
        .length
    }
    await expect.poll(count, { timeout: 100_000, interval: 500 }).toBeGreaterThanOrEqual(5_000)
    const planned = await db
      .selectFrom('transactions')
      .select('id')
      .where('first_source', '=', 'list')
      .where('final', '=', 1)
      .where('next_read_at', 'is not', null)
      .execute()
    expect(planned).toEqual([])
    // Its open ones wait for their turn, and only a read adds one to the review queue. Ask for the cases first:
    // reads go on meanwhile.
    const cases = await db.selectFrom('review_cases').select('transaction_id').execute()
    const queued = new Set(cases.map(({ transaction_id }) => transaction_id))
    const unread = await db
      .selectFrom('transactions')
      .select(['id', 'next_read_at'])
      .where('first_source', '=', 'list')
      .where('final', '=', 0)
      .where('read_at', 'is', null)
      .execute()
    expect(unread.filter(({ id }) => queued.has(id))).toEqual([])
    expect(new Set(unread.map(({ next_read_at }) => next_read_at)).size).toBe(unread.length)
  })

  it('reads again what staff find changed, and updates our records', async () => {
    const person = await stack.as('finance')
    const params = { env: 'stage', transaction: reviewed }
    await person.get(endpoints.showTransaction, { params })
    await control(`transactions/${reviewed}/move`, { state: 'DECLINED', compound_state: 'DECLINED.DECLINED' })
    await person.get(endpoints.showTransaction, { params, query: { fresh: '1' } })
    await expect
      .poll(() => row(reviewed))
      .toMatchObject({ state: 'DECLINED', finality: 'unconfirmed', version: 2 })
  })
})
