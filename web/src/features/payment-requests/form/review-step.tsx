import type { PaymentRequest, PaymentRequestDraft } from '@paydesk/shared/payments/payment-requests'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { formatMajorAmount } from '../amount-preview.ts'
import { describePaymentRequestStatus, formatByRequester } from '../labels.ts'
import type { PaymentRequestFormState } from '../use-request-form.ts'
import { useCtrlEnter } from './ctrl-enter.ts'
import { RequestBodyPreview } from './request-body-preview.tsx'
import styles from './review.module.css'

interface PaymentRequestReviewStepProps {
  readonly formState: PaymentRequestFormState
  readonly draft: PaymentRequestDraft
  readonly onChange: () => void
}

/** Shortest review: a Ctrl+Enter pressed twice on the form must not send the payment. */
const minReviewMs = 600

/** Shows exactly what will be sent; sends it once. */
export function PaymentRequestReviewStep({
  formState,
  draft,
  onChange,
}: PaymentRequestReviewStepProps): ReactNode {
  const { isSending, isChecking, send, sendError, hasChanged } = formState
  const texts = useMessages('paymentRequests').review
  const isBusy = isSending || isChecking
  useShortcut('c', texts.edit, onChange, !isBusy)
  useCtrlEnter(() => void send(), minReviewMs)
  return (
    <div className={styles.step}>
      {hasChanged ? (
        <p role="alert" className={styles.why}>
          <TriangleAlert size={16} aria-hidden /> {texts.changed}
        </p>
      ) : null}
      <RequestTotal request={draft.request} />
      {draft.similar.length > 0 ? <SimilarRequests similar={draft.similar} /> : null}
      <RequestBodyPreview lines={draft.fields} />
      <div className={styles.bar}>
        <Button
          look="primary"
          className={styles.send}
          aria-keyshortcuts="Control+Enter"
          disabled={isBusy}
          onClick={() => void send()}
        >
          {isSending ? texts.sending : texts.send}
        </Button>
        <Button aria-keyshortcuts="c" disabled={isBusy} onClick={onChange}>
          {texts.edit}
        </Button>
        <p className={styles.says}>{isSending ? texts.underWay : texts.sentOnce}</p>
      </div>
      {sendError === null ? null : <ProblemNote error={sendError} missing={texts.notSent} />}
    </div>
  )
}

function RequestTotal({ request }: { readonly request: PaymentRequest }): ReactNode {
  const { amount, currency, rid, reference } = request
  const texts = useMessages('paymentRequests').review
  const format = useFormatter()
  const [units, code] = [getVisibleText(amount), getVisibleText(currency)]
  return (
    <div className={styles.total}>
      <p className={styles.amount}>
        {units !== null && code !== null ? formatMajorAmount(format, units, code) : '–'}
      </p>
      <p className={styles.units}>
        {format.parts(texts.minorUnits, {
          minor: <code key="minor">{units ?? '–'}</code>,
          currency: code ?? texts.itsCurrency,
        })}
      </p>
      <p className={styles.whose}>
        {format.parts(texts.subject, {
          rid: <code key="rid">{getVisibleText(rid) ?? '–'}</code>,
          reference: <code key="reference">{getVisibleText(reference) ?? '–'}</code>,
        })}
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
  const texts = useMessages('paymentRequests')
  const states = useMessages('ui')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  return (
    <section aria-labelledby="similar" className={styles.similar}>
      <h2 id="similar">
        <TriangleAlert size={16} aria-hidden />
        {format.text(texts.review.similar, { count: similar.length })}
      </h2>
      <ul>
        {similar.map((one) => (
          <li key={one.request}>
            <Link to="/$env/payment-requests/$request" params={{ env, request: one.request }}>
              <RowTime at={one.sentAt ?? one.createdAt} as="relative" />{' '}
              {formatByRequester(one, texts, format, nameColleague)}
            </Link>
            : {describePaymentRequestStatus(one, texts, states)}
          </li>
        ))}
      </ul>
      <p>{texts.review.similarHelp}</p>
    </section>
  )
}
