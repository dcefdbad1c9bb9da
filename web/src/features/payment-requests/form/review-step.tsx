import type { PaymentRequest, RequestDraft } from '@paydesk/shared/payments/payment-request'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { countOf } from '../../../ui/text/counted.ts'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { shownText } from '../../../ui/text/masked-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { majorOf } from '../amount-words.ts'
import type { Making } from '../making.ts'
import { makerWord, standingWord } from '../words.ts'
import { useCtrlEnter } from './ctrl-enter.ts'
import styles from './review.module.css'
import { ReviewLines } from './review-lines.tsx'

interface ReviewStepProps {
  readonly making: Making
  readonly draft: RequestDraft
  readonly requestLink: (request: PaymentRequest, words: ReactNode) => ReactNode
  readonly onChange: () => void
}

/** Nobody has looked at it before so many ms are over: a key pressed twice for the form sends nothing. */
const lookMs = 600

/** Exactly what will be sent, and then one sending. */
export function ReviewStep({ making, draft, requestLink, onChange }: ReviewStepProps): ReactNode {
  const { isSending, isChecking, send, notSent, why } = making
  const isBusy = isSending || isChecking
  useKey('c', 'Change what was typed', onChange, !isBusy)
  useCtrlEnter(() => void send(), lookMs)
  return (
    <div className={styles.step}>
      {why === null ? null : (
        <p role="alert" className={styles.why}>
          <TriangleAlert size={16} aria-hidden /> {why}
        </p>
      )}
      <Total request={draft.request} />
      {draft.similar.length > 0 ? <Similar similar={draft.similar} requestLink={requestLink} /> : null}
      <ReviewLines lines={draft.lines} />
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
      {notSent === null ? null : <ProblemNote error={notSent} missing="Nothing was sent" />}
    </div>
  )
}

function Total({ request }: { readonly request: PaymentRequest }): ReactNode {
  const { amount, currency, rid, reference } = request
  const [units, code] = [shownText(amount), shownText(currency)]
  return (
    <div className={styles.total}>
      <p className={styles.amount}>{units !== null && code !== null ? majorOf(units, code) : '–'}</p>
      <p className={styles.units}>
        sent as <code>{units ?? '–'}</code> in minor units of {code ?? 'its currency'}
      </p>
      <p className={styles.whose}>
        of customer <code>{shownText(rid) ?? '–'}</code> · reference{' '}
        <code>{shownText(reference) ?? '–'}</code>
      </p>
    </div>
  )
}

interface SimilarProps {
  readonly similar: readonly PaymentRequest[]
  readonly requestLink: ReviewStepProps['requestLink']
}

/** Of the same customer and amount within a day: perhaps this one was asked for already. */
function Similar({ similar, requestLink }: SimilarProps): ReactNode {
  return (
    <section aria-labelledby="similar" className={styles.similar}>
      <h2 id="similar">
        <TriangleAlert size={16} aria-hidden />
        {similar.length === 1
          ? 'A payment of the same amount was made for this customer'
          : `${countOf(similar.length, 'payment')} of the same amount were made for this customer`}
      </h2>
      <ul>
        {similar.map((one) => (
          <li key={one.request}>
            {requestLink(
              one,
              <>
                <RowTime at={one.sentAt ?? one.madeAt} as="age" /> by {makerWord(one)}
              </>,
            )}
            : {standingWord(one)}
          </li>
        ))}
      </ul>
      <p>Look before you send: it may be the one that the customer asks for.</p>
    </section>
  )
}
