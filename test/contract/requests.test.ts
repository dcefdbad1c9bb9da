import { beforeAll, expect, it, vi } from 'vitest'
import type { Visitor } from '../stack/start.ts'
import {
  accountHolder,
  bodiesAsked,
  client,
  drafted,
  filled,
  look,
  newRid,
  rowOf,
  send,
  soon,
} from './requesting.ts'
import { onEachDatabase } from './support.ts'

onEachDatabase('a payment request', (stack) => {
  let support: Visitor
  beforeAll(async () => {
    support = await stack().as('support')
  })

  it('is sent as it was reviewed, created once, and is known with its amount and live state', async () => {
    const body = filled({ reference: `INV-${newRid()}` })
    const draft = await drafted(support, body)
    expect(draft.request).toMatchObject({ status: 'draft', sentAt: null, transaction: null })
    expect(await bodiesAsked(stack(), shownText(draft.request.merchantTransactionId))).toEqual([])
    const { answer, request } = await send(support, draft)
    expect(answer).toBe('sent')
    expect(request).toMatchObject({ status: 'created', address: 'step_up', noAddress: null, why: null })
    const [asked, ...more] = await bodiesAsked(stack(), shownText(request.merchantTransactionId))
    expect(more).toEqual([])
    expect(asked).toEqual({
      workflow: 'DEMO_OPEN_BANKING',
      merchant: {
        id: 'demo-merchant',
        return_url: expect.stringMatching(/^http:\/\/localhost:\d+\/return\/[\w-]{32}\?transaction_id=$/),
        transaction_webhook_url: `${stack().origin}/notify/stage/v1/notification`,
      },
      transaction: {
        id: expect.stringMatching(/^pd-[0-9a-z]{20}$/),
        datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        amount: '12550',
        currency: 'EUR',
        reference: body.reference,
      },
      client,
      account: { identifier: body.customer.rid },
      account_holder: { ...accountHolder, iban: 'SE4550000000058398257466' },
    })
    const row = await stack()
      .deps.store.db.selectFrom('transactions')
      .selectAll()
      .where('id', '=', request.transaction)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      ...{ amount_minor: 12_550, currency: 'EUR', amount_source: 'create', first_source: 'create' },
      ...{ customer: request.customer, reference: body.reference, workflow: 'DEMO_OPEN_BANKING' },
    })
    await vi.waitFor(async () => {
      const { now } = await look(support, request.request)
      expect(now?.state.raw).toBe('PENDING')
    }, soon)
    const kept = await rowOf(stack(), request.request)
    expect(kept.sealed_typed).toBeNull()
    expect([kept.sealed_address, kept.sealed_secret].every((sealed) => sealed !== null)).toBe(true)
  })
})

function shownText(shown: { readonly seen: string; readonly text?: string }): string {
  return shown.text ?? ''
}
