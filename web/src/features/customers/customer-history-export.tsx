import { endpoints } from '@paydesk/shared/endpoints'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import styles from './history-section.module.css'
import type { CustomerRef } from './queries.ts'

/** Exports the transactions of the customer, as our records have them, with the columns of the transaction list. */
export function CustomerHistoryExport({
  customerRef: { env, customer },
}: {
  readonly customerRef: CustomerRef
}): ReactNode {
  const client = useApiClient()
  const { notExported } = useMessages('lists').export
  const filter = { customer }
  const exporting = useDataExport({
    name: (today) => `customer-transactions-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportCustomerTransactions, {
        params: { env },
        query: { ...filter, ...format },
        signal,
      }),
    missing: notExported,
    expected: null,
    selection: { list: 'customer_transactions', filter },
  })
  return (
    <div className={styles.export}>
      <ExportButton {...exporting} />
      <ExportStatus {...exporting} />
    </div>
  )
}
