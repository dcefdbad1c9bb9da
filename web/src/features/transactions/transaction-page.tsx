import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { focusSection } from '../../ui/page/section.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { transactionQueries } from './queries.ts'
import styles from './transaction-page.module.css'
import type { TransactionPanelProps } from './transaction-panel.tsx'
import { TransactionPanel } from './transaction-panel.tsx'

interface TransactionPageProps extends Omit<TransactionPanelProps, 'heading' | 'isWide'> {
  readonly environmentLabel: string
  readonly customerLink: (customer: NonNullable<TransactionView['customer']>) => ReactNode
}

export function TransactionPage({
  environmentLabel,
  customerLink,
  ...panel
}: TransactionPageProps): ReactNode {
  const { transaction } = panel.place
  const { data } = useQuery(transactionQueries(useApiClient()).state(panel.place))
  useShortcut('i', 'Identity', () => focusSection('identity-summary'))
  return (
    <TransactionPanel
      {...panel}
      isWide
      heading={
        <div className={styles.heading}>
          <PageHeading title="Transaction" place={environmentLabel} className={styles.title}>
            <span className={styles.kind}>Transaction</span> <code>{transaction}</code>
            <CopyButton text={transaction} what="transaction id" />
          </PageHeading>
          {data?.customer ? <p>{customerLink(data.customer)}</p> : null}
        </div>
      }
    />
  )
}
