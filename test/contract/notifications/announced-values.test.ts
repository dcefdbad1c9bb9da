import { recordsEndpoints } from '@paydesk/shared/administration/records-endpoints'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it, vi } from 'vitest'
import { inboxRows, sendNotification } from '../../support/contract/send-notification.ts'
import { askedPaths, customerOf, forgetRequests, onOneDatabase } from '../../support/contract/support.ts'

onOneDatabase('a notification with a valid proof', (stack) => {
  let transaction: string
  const send = (body: object) => sendNotification(stack(), JSON.stringify(body))
  const settled = (count: number) =>
    vi.waitFor(
      async () => {
        const rows = await inboxRows(stack())
        const open = rows.filter(({ status }) => status === 'new' || status === 'waiting')
        expect([rows.length, open.length]).toEqual([count, 0])
      },
      { timeout: 60_000, interval: 50 },
    )

  beforeAll(async () => {
    transaction = (await customerOf(stack(), 'cust-00417')).transaction(0)
  })

  it('never stores or shows an account, card or phone number in place of a code', async () => {
    const [account, card, phone] = ['DE89370400440532013000', '4111111111111111', '491701234567']
    await send({ id: transaction, event: account, state: card, compound_state: phone })
    await settled(1)
    const [row] = await inboxRows(stack())
    expect(row).toMatchObject({ event: '(no code)', state: '(no code)', compound: '(no code)' })
    const params = { env: 'stage', transaction }
    for (const person of ['support', 'auditor', 'finance', 'compliance'] as const) {
      const answer = await (await stack().as(person)).call(recordsEndpoints.listReceivedNotifications, {
        params,
      })
      expect(answer.status).toBe(200)
      for (const number of [account, card, phone]) expect(answer.text).not.toContain(number)
    }
    const finance = await stack().as('finance')
    const register = await finance.call(endpoints.listUndocumentedValues, { params: { env: 'stage' } })
    expect(register.status).toBe(200)
    for (const number of [account, card, phone]) expect(register.text).not.toContain(number)
  })

  it('belongs to no transaction and causes no read if its id is not plain text', async () => {
    await forgetRequests(stack())
    const [head, tail] = [transaction.slice(0, -2), transaction.slice(-2)]
    const ids = [`${head}\u0000${tail}`, `${head}\u202e${tail}`, 'abcd\u0000efgh', true]
    for (const id of ids) await send({ id, event: 'payment_success', state: 'PENDING' })
    await settled(1 + ids.length)
    const rows = (await inboxRows(stack())).slice(1)
    expect(rows.map((row) => [row.transaction_id, row.kind, row.why])).toEqual(
      ids.map(() => [null, 'unreadable', 'no_id']),
    )
    expect(await askedPaths(stack())).toEqual([])
  })
})
