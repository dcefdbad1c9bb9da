import type { PaymentRequest, PaymentRequestDraft } from '@paydesk/shared/payments/payment-requests'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { formatCountOf } from '../../../ui/text/format-count.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { formatMajorAmount } from '../amount-preview.ts'
import { describeRequester, describeRequestStatus } from '../labels.ts'
import type { RequestFormState } from '../use-request-form.ts'
import { useCtrlEnter } from './ctrl-enter.ts'
import { RequestBodyPreview } from './request-body-preview.tsx'
import styles from './review.module.css'

interface RequestReviewStepProps {
  readonly making: RequestFormState
  readonly draft: PaymentRequestDraft
  readonly onChange: () => void
}

/** Shortest review: a Ctrl+Enter pressed twice on the form must not send the payment. */
const minReviewMs = 600

/** Shows exactly what will be sent; sends it once. */
export function RequestReviewStep({ making, draft, onChange }: RequestReviewStepProps): ReactNode {
  const { isSending, isChecking, send, sendError, reviewReason } = making
  const isBusy = isSending || isChecking
  useShortcut('c', 'Change what was typed', onChange, !isBusy)
  useCtrlEnter(() => void send(), minReviewMs)
  return (
    <div className={styles.step}>
      {reviewReason === null ? null : (
        <p role="alert" className={styles.why}>
          <TriangleAlert size={16} aria-hidden /> {reviewReason}
        </p>
      )}
      <RequestTotal request={draft.request} />
      {draft.similar.length > 0 ? <SimilarRequests similar={draft.similar} /> : null}
      <RequestBodyPreview lines={draft.lines} />
      <div className={styles.bar}>
        <Button look="primary" className={styles.send} disabled={isBusy} onClick={() => void send()}>
          {isSending ? 'Sending…' : 'Send'}
          <span aria-hidden>
            <Kbd keys="Ctrl ↵" />
          </span>
        </Button>
        <Button disabled={isBusy} onClick={onChange}>
          Change
          <span aria-hidden>
            <Kbd keys="c" />
          </span>
        </Button>
        <p className={styles.says}>
          {isSending
            ? 'On its way. It is sent once, whatever happens to this window.'
            : 'It is sent once. A second press, going back or another window send nothing more.'}
        </p>
      </div>
      {sendError === null ? null : <ProblemNote error={sendError} missing="Nothing was sent" />}
    </div>
  )
}

function RequestTotal({ request }: { readonly request: PaymentRequest }): ReactNode {
  const { amount, currency, rid, reference } = request
  const [units, code] = [getVisibleText(amount), getVisibleText(currency)]
  return (
    <div className={styles.total}>
      <p className={styles.amount}>
        {units !== null && code !== null ? formatMajorAmount(units, code) : '–'}
      </p>
      <p className={styles.units}>
        sent as <code>{units ?? '–'}</code> in minor units of {code ?? 'its currency'}
      </p>
      <p className={styles.whose}>
        of customer <code>{getVisibleText(rid) ?? '–'}</code> · reference{' '}
        <code>{getVisibleText(reference) ?? '–'}</code>
      </p>
    </div>
  )
}

interface SimilarRequestsProps {
  readonly similar: readonly PaymentRequest[]
}

/** Payments of the same customer and amount within a day: this payment may exist already. */
function SimilarRequests({ similar }: SimilarRequestsProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <section aria-labelledby="similar" className={styles.similar}>
      <h2 id="similar">
        <TriangleAlert size={16} aria-hidden />
        {similar.length === 1
          ? 'A payment of the same amount was made for this customer'
          : `${formatCountOf(similar.length, 'payment')} of the same amount were made for this customer`}
      </h2>
      <ul>
        {similar.map((one) => (
          <li key={one.request}>
            <Link to="/$env/requests/$request" params={{ env, request: one.request }}>
              <RowTime at={one.sentAt ?? one.madeAt} as="age" /> by {describeRequester(one)}
            </Link>
            : {describeRequestStatus(one)}
          </li>
        ))}
      </ul>
      <p>Look before you send: it may be the one that the customer asks for.</p>
    </section>
  )
}
