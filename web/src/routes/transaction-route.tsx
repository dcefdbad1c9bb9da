import { identityHandle } from '@paydesk/shared/core/ids'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Revealable } from '../features/reveals/revealable.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { TransactionPage } from '../features/transactions/transaction-page.tsx'
import { ShownValue, shownText } from '../ui/text/masked-value.tsx'
import { AskSlot } from './ask-route.tsx'
import { TransactionCallerSlot } from './callers-route.tsx'
import { PageClosed } from './page-closed.tsx'
import { ReceivedSlot } from './received-route.tsx'
import { TransactionRequestSlot } from './request-slot.tsx'
import { RevealSlot } from './reveal-slot.tsx'
import { ReviewPlaceSlot } from './review-place-route.tsx'
import { WhoSawSlot } from './who-saw-route.tsx'

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
  if (!may.page) return <PageClosed to="transactions" environment={environment.label} />
  return (
    <RevealSlot env={env}>
      <TransactionPage
        key={transaction}
        place={{ env, transaction }}
        environment={environment.label}
        may={may}
        reviewPlace={<ReviewPlaceSlot env={env} transaction={transaction} />}
        request={<TransactionRequestSlot env={env} transaction={transaction} />}
        customerLink={({ customer, rid }) =>
          may.customer ? (
            <Link to="/$env/c/$customer" params={{ env, customer }} search={{ open: transaction }}>
              Customer <code>{shownText(rid)}</code>
            </Link>
          ) : null
        }
        renderSent={({ position, of, path, what }, value) => (
          <Revealable
            what={what}
            record={{ kind: 'notification', transaction, position, of }}
            path={[...path]}
            value={value}
          >
            <ShownValue value={value} />
          </Revealable>
        )}
        receivedDialog={(entry, onClose) => <ReceivedSlot env={env} entry={entry} onClose={onClose} />}
        identityLink={(identity) =>
          may.identity ? (
            <Link to="/$env/i/$identity" params={{ env, identity: identityHandle.parse(identity) }}>
              Open identity
            </Link>
          ) : null
        }
      />
      <TransactionCallerSlot env={env} transaction={transaction} />
      <AskSlot env={env} about={{ kind: 'transaction', transaction }} />
      <WhoSawSlot env={env} subject={transaction} words="transaction" />
    </RevealSlot>
  )
}
