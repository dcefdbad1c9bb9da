import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallerVerificationLine } from '../features/caller-verification/verification-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { transactionQueries } from '../features/transactions/queries.ts'
import { useApiClient } from '../lib/api/api-client-context.tsx'

interface CallerVerificationSlotProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Offers caller verification on a customer's page to users who talk to customers. */
export function CallerVerificationSlot({ env, customer }: CallerVerificationSlotProps): ReactNode {
  return useMay('caller.check') ? <CallerVerificationLine place={{ env, customer }} /> : null
}

interface TransactionCallerVerificationSlotProps {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
}

/** Offers caller verification on a transaction's page once the customer is known. */
export function TransactionCallerVerificationSlot({
  env,
  transaction,
}: TransactionCallerVerificationSlotProps): ReactNode {
  const { data } = useQuery(transactionQueries(useApiClient()).state({ env, transaction }))
  const customer = data?.customer?.customer
  return customer === undefined ? null : <CallerVerificationSlot env={env} customer={customer} />
}
