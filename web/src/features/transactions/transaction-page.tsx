import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { focusSection } from '../../ui/page/section.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import styles from './transaction-page.module.css'
import type { TransactionPanelProps } from './transaction-panel.tsx'
import { TransactionPanel } from './transaction-panel.tsx'

const route = getRouteApi('/inside/$env/transactions/$transaction')

type TransactionPageProps = Omit<TransactionPanelProps, 'transactionRef' | 'heading'>

export function TransactionPage(panel: TransactionPageProps): ReactNode {
  const transactionRef = route.useParams()
  const { transaction } = transactionRef
  const { label } = useEnvironment()
  const texts = useMessages('transactions')
  useShortcut('i', texts.identity.shortcut, () => focusSection('identity-summary'))
  return (
    <TransactionPanel
      {...panel}
      transactionRef={transactionRef}
      heading={
        <div className={styles.heading}>
          <PageHeading title={texts.transaction} place={label} className={styles.title}>
            <span className={styles.kind}>{texts.transaction}</span> <code>{transaction}</code>
            <CopyButton text={transaction} what={texts.transactionId} />
          </PageHeading>
        </div>
      }
    />
  )
}
