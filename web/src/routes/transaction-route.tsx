import { identityHandle } from '@paydesk/shared/core/ids'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RevealableValue } from '../features/reveals/revealable-value.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { TransactionPage } from '../features/transactions/transaction-page.tsx'
import { FieldValue, getVisibleText } from '../ui/text/field-value.tsx'
import { AskQuestionSlot } from './ask-question-slot.tsx'
import { TransactionCallerVerificationSlot } from './caller-verification-slot.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import { NotificationDialogSlot } from './notification-dialog-slot.tsx'
import { TransactionPaymentRequestSlot } from './payment-request-slot.tsx'
import { QueuePositionSlot } from './queue-position-slot.tsx'
import { RecordAccessSlot } from './record-access-slot.tsx'
import { RevealSlot } from './reveal-slot.tsx'

const route = getRouteApi('/inside/$env/t/$transaction')

export function TransactionRoute(): ReactNode {
  const { env, transaction } = route.useParams()
  const { environment } = route.useRouteContext()
  const may = {
    page: useMay('transaction.read'),
    customer: useMay('customer.read'),
    identity: useMay('identity.read'),
    notifications: useMay('notification.read'),
    record: useMay('transaction.record'),
  }
  if (!may.page) return <ForbiddenPage to="transactions" environment={environment.label} />
  return (
    <RevealSlot env={env}>
      <TransactionPage
        key={transaction}
        place={{ env, transaction }}
        environmentLabel={environment.label}
        may={may}
        reviewPlace={<QueuePositionSlot env={env} transaction={transaction} />}
        request={<TransactionPaymentRequestSlot env={env} transaction={transaction} />}
        customerLink={({ customer, rid }) =>
          may.customer ? (
            <Link to="/$env/c/$customer" params={{ env, customer }} search={{ open: transaction }}>
              Customer <code>{getVisibleText(rid)}</code>
            </Link>
          ) : null
        }
        renderSent={({ position, of, path, what }, value) => (
          <RevealableValue
            what={what}
            record={{ kind: 'notification', transaction, position, of }}
            path={[...path]}
            value={value}
          >
            <FieldValue value={value} />
          </RevealableValue>
        )}
        receivedDialog={(entry, onClose) => (
          <NotificationDialogSlot env={env} entry={entry} onClose={onClose} />
        )}
        identityLink={(identity) =>
          may.identity ? (
            <Link to="/$env/i/$identity" params={{ env, identity: identityHandle.parse(identity) }}>
              Open identity
            </Link>
          ) : null
        }
      />
      <TransactionCallerVerificationSlot env={env} transaction={transaction} />
      <AskQuestionSlot env={env} about={{ kind: 'transaction', transaction }} />
      <RecordAccessSlot env={env} subject={transaction} words="transaction" />
    </RevealSlot>
  )
}
