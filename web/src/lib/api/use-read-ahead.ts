import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useCallback } from 'react'
import { useEnvironment } from '../session-context.tsx'
import { useApiClient } from './api-client-context.tsx'

/**
 * Returns a function that tells the server which transaction this person may open next. The server may read it ahead;
 * nothing of it comes to the browser before it is opened.
 */
export function useReadAhead(): (transaction: string) => void {
  const client = useApiClient()
  const { name: env } = useEnvironment()
  return useCallback(
    (transaction) =>
      client.sendBeacon(endpoints.readTransactionsAhead, {
        params: { env },
        body: { transactions: [transaction as TransactionId] },
      }),
    [client, env],
  )
}
