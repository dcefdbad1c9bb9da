import { environmentNameSchema, merchantIdSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { describe, expect, it } from 'vitest'
import { parseStateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import { readCandidateTransaction, type UnansweredPaymentSearchContext } from './find-at-service.ts'

const merchants = ['shop', 'outlet'].map((one) => merchantIdSchema.parse(one))
const row = { merchant: 'shop', merchant_transaction_id: 'pd-ours' } as PaymentRequestRow
const transaction = transactionIdSchema.parse('3f6c1c1e-6a0b')

/** Reads a candidate while the payment service answers every read with this record. */
async function reading(original: object): Promise<Awaited<ReturnType<typeof readCandidateTransaction>>> {
  const read = parseStateRecord({ id: transaction, state: 'PENDING', original_message: original })
  if (!read.ok) throw new Error('the record cannot be read')
  const at: UnansweredPaymentSearchContext = {
    deps: {
      store: { db: null as never },
      handles: { resolveAll: async () => new Map() },
      service: () => ({
        readState: async () => ({ outcome: 'found', value: read.value }) as never,
        listTransactionsOfCustomer: () => Promise.reject(new Error('not asked for')),
      }),
    },
    environment: { name: environmentNameSchema.parse('stage'), merchantIds: merchants },
    pacedServiceAccess: {
      runPaced: (request) => request(),
      serviceHealth: { isDown: () => false, recordFailure: () => undefined },
    },
  }
  return readCandidateTransaction(row, transaction, at)
}

describe('a candidate transaction for a lost answer', () => {
  it.each([
    ['names our id and merchant', { transaction_id: 'pd-ours', merchant_id: 'shop' }, 'found'],
    ['leaves the merchant out', { transaction_id: 'pd-ours' }, 'found'],
    ['names another id', { transaction_id: 'ord-1', merchant_id: 'shop' }, 'other'],
    ['names no id yet and stays undecided', { merchant_id: 'shop' }, null],
    ['has our id at another merchant', { transaction_id: 'pd-ours', merchant_id: 'outlet' }, null],
  ])('%s', async (_, original, expected) => {
    const read = await reading(original)
    expect(read !== null && typeof read === 'object' ? 'found' : read).toBe(expected)
  })
})
