import type { ReactNode } from 'react'
import { useLayoutEffect, useState } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { labelFormField } from '../labels.ts'
import type { PaymentRequestFieldErrors } from '../use-request-form.ts'
import { getPaymentRequestFieldId } from './field.tsx'
import styles from './form.module.css'

interface ErrorSummaryProps {
  readonly errors: PaymentRequestFieldErrors
}

/** Announces rejected entries at once: their number, and a link to each. */
export function ErrorSummary({ errors }: ErrorSummaryProps): ReactNode {
  const all = Object.entries(errors)
  const texts = useMessages('paymentRequests')
  const format = useFormatter()
  // Some fields are not on screen: the form omits a field that leaves no choice.
  const [unseen, setUnseen] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    setUnseen(
      Object.keys(errors).filter((name) => document.getElementById(getPaymentRequestFieldId(name)) === null),
    )
  }, [errors])
  return (
    <div role="alert" className={styles.alert}>
      {all.length === 0 ? null : (
        <div className={styles.summary}>
          <p>
            <b>{format.text(texts.form.faults, { count: all.length })}.</b> {texts.form.nothingSent}
          </p>
          <ul>
            {all.map(([name, expected]) => (
              <li key={name}>
                {unseen.includes(name) ? (
                  labelFormField(name, texts)
                ) : (
                  <a href={`#${getPaymentRequestFieldId(name)}`} onClick={(event) => focusField(event, name)}>
                    {labelFormField(name, texts)}
                  </a>
                )}
                : {expected}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** Moves the focus without changing the address: it holds the ID of the form. */
function focusField(event: { preventDefault: () => void }, name: string): void {
  event.preventDefault()
  document.getElementById(getPaymentRequestFieldId(name))?.focus()
}
