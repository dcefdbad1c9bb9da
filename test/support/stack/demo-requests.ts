import { createHash } from 'node:crypto'
import type { FieldCipher } from '@paydesk/bff/platform/database/field-cipher'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { buildPaymentRequestCipherContext } from '@paydesk/bff/records/payment-requests'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import { type DemoRow, day, demoEnvironment, type HistoryTransaction, hour, minute } from './demo-cases.ts'

interface RequestsInput {
  /** Transactions that wait for their customers: staff asked for each. */
  readonly requested: readonly HistoryTransaction[]
  readonly open: readonly HistoryTransaction[]
  readonly ended: readonly HistoryTransaction[]
  readonly cipher: FieldCipher
  readonly person: (who: 'ana' | 'farid') => { issuer: string; subject: string; name: string }
  /** URL of the imitated payment service, which serves the hosted pages. */
  readonly service: string
  readonly now: number
}

/** Results without a transaction: each is one that a colleague must know how to read. */
const failures = [
  {
    status: 'refused',
    http_status: 422,
    why: 'IS0404',
    members: JSON.stringify(['account_holder.iban']),
  },
  { status: 'not_sent', why: 'not_reached' },
  { status: 'unknown', http_status: 504, why: 'upstream_timeout' },
  { status: 'absent' },
] as const

/** Builds payment requests in every state: waiting for a customer, in review, paid, ended and failed. */
export function buildPaymentRequests(input: RequestsInput): DemoRow[] {
  const { requested, open, ended, cipher, person, service, now } = input
  const apiKey = generateId('s')
  const maker = (nth: number) =>
    nth % 4 === 3
      ? {
          ...{ maker: 'api_key' as const, issuer: '', subject: apiKey },
          name: cipher.seal(staffTextCipherContext, 'Web shop'),
        }
      : { maker: 'person' as const, ...person(nth % 4 === 2 ? 'farid' : 'ana') }
  const build = (
    one: HistoryTransaction,
    nth: number,
    change: DemoRow,
  ): DemoRow & { readonly id: string } => {
    const id = generateId('q')
    return {
      ...{
        id,
        environment: demoEnvironment,
        merchant: one.merchant,
        customer: one.customer,
        form: generateId('f'),
      },
      ...{ status: 'created' as const, transaction_id: one.id, workflow: one.workflow },
      merchant_transaction_id: `ord-${one.id.slice(5, 11)}`,
      reference: `INV-${one.id.slice(5, 11)}`,
      ...{ amount_minor: one.amount, currency: one.currency },
      reviewed: createHash('sha256').update(id).digest('base64url'),
      ...maker(nth),
      ...{ created_at: one.at - minute, sent_at: one.at - 2_000, ended_at: one.at },
      ...{ http_status: 200, return_lookup: createHash('sha256').update(`return|${id}`).digest('hex') },
      ...change,
    }
  }
  const waiting = requested.map((one, nth) => {
    const row = build(one, nth, { expires_at: now + 40 * hour })
    const link = `${service}/${demoEnvironment}/landing/${one.id}`
    return {
      ...row,
      sealed_link: cipher.seal(
        buildPaymentRequestCipherContext({ environment: demoEnvironment, id: row.id }, 'link'),
        link,
      ),
    }
  })
  const historyTransactions = [...open.slice(-3), ...ended.filter((_, nth) => nth % 200 === 199)]
  // The customers of these asked again: an order has a number of its own.
  const failed = ended.slice(-failures.length).map((one, nth) => {
    const at = now - (nth + 1) * 3 * hour
    const order = `9${one.id.slice(6, 11)}`
    return build(one, nth, {
      ...{ transaction_id: null, http_status: null, ...failures[nth] },
      ...{ merchant_transaction_id: `ord-${order}`, reference: `INV-${order}` },
      ...{ created_at: at - minute, sent_at: at, ended_at: failures[nth]?.status === 'unknown' ? null : at },
      // Searched for after the demo: its page shows how an unknown result looks.
      due_at: failures[nth]?.status === 'unknown' ? now + day : null,
    })
  })
  return [
    ...waiting,
    ...historyTransactions.map((one, nth) => build(one, nth, { expires_at: one.at + day })),
    ...failed,
  ]
}
