import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CheckLine } from '../features/caller-verification/check-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { transactionQueries } from '../features/transactions/queries.ts'
import { useClient } from '../lib/api/client-context.tsx'

interface CallerSlotProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** On a customer's page, for whoever talks to customers. */
export function CallerSlot({ env, customer }: CallerSlotProps): ReactNode {
  return useMay('caller.check') ? <CheckLine place={{ env, customer }} /> : null
}

interface TransactionCallerSlotProps {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
}

/** The same on the page of a transaction, once it is known whose it is. */
export function TransactionCallerSlot({ env, transaction }: TransactionCallerSlotProps): ReactNode {
  const { data } = useQuery(transactionQueries(useClient()).state({ env, transaction }))
  const customer = data?.customer?.customer
  return customer === undefined ? null : <CallerSlot env={env} customer={customer} />
}
