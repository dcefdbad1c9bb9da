import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { RecordAccessReportButton } from '../../features/audit-log/record-access-report-button.tsx'
import { CallerVerificationLine } from '../../features/caller-verification/verification-line.tsx'
import { LazyNotificationDialog } from '../../features/notifications/lazy-notification-dialog.tsx'
import { AskQuestionLine } from '../../features/questions/ask-line.tsx'
import { RevealProvider } from '../../features/reveals/reveal-provider.tsx'
import { RevealableValue } from '../../features/reveals/revealable-value.tsx'
import { ReviewQueuePositionLine } from '../../features/review/queue/queue-position-line.tsx'
import { transactionQueries } from '../../features/transactions/queries.ts'
import { TransactionPage } from '../../features/transactions/transaction-page.tsx'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'

const TransactionRequest = lazy(() =>
  import('../../features/payment-requests/page/payment-request-origin.tsx').then((part) => ({
    default: part.PaymentRequestOrigin,
  })),
)

const route = getRouteApi('/inside/$env/transactions/$transaction')

export function TransactionRoute(): ReactNode {
  const { env, transaction } = route.useParams()
  const mayRequests = useMay('payment_request.read')
  // The customer is known with the state, which the page reads too.
  const { data } = useQuery(transactionQueries(useApiClient()).state({ env, transaction }))
  return (
    <RevealProvider>
      <TransactionPage
        actions={
          <>
            {data?.customer ? (
              <CallerVerificationLine customerRef={{ env, customer: data.customer.customer }} />
            ) : null}
            <AskQuestionLine about={{ kind: 'transaction', transaction }} />
          </>
        }
        reviewPlace={<ReviewQueuePositionLine env={env} transaction={transaction} />}
        request={
          mayRequests ? (
            <Suspense>
              <TransactionRequest transaction={transaction} />
            </Suspense>
          ) : null
        }
        renderSent={({ position, of, path, what }, value) => (
          <RevealableValue
            what={what}
            record={{ kind: 'notification', transaction, position, listLength: of }}
            path={[...path]}
            value={value}
          >
            <FieldValue value={value} />
          </RevealableValue>
        )}
        receivedDialog={LazyNotificationDialog}
      />
      <RecordAccessReportButton subject={transaction} kind="transaction" />
    </RevealProvider>
  )
}
