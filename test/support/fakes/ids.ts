import {
  customerHandleSchema,
  environmentNameSchema,
  identityHandleSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'

export const stageEnvironment = environmentNameSchema.parse('stage')
export const productionEnvironment = environmentNameSchema.parse('production')
export const maraCustomer = customerHandleSchema.parse('c_0123456789abcdefghij')
export const otherMaraCustomer = customerHandleSchema.parse('c_abcdefghij0123456789')
export const maraIdentity = identityHandleSchema.parse('i_0123456789abcdefghij')
export const waitingTransaction = transactionIdSchema.parse('3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10')
export const reviewTransaction = transactionIdSchema.parse('6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19')
export const succeededTransaction = transactionIdSchema.parse('5b0e9a64-2c6d-4b5a-9f5e-0a1b2c3d4e18')
export const someReference = supportReferenceSchema.parse('PD-7K3MZ9Q2XA')

/** Id of the n-th fake transaction of one customer. */
export function buildTransactionId(n: number) {
  return transactionIdSchema.parse(
    `${(n * 2_654_435_761).toString(16).padStart(12, '0').slice(-8)}-0000-4000-8000-${String(n).padStart(12, '0')}`,
  )
}
