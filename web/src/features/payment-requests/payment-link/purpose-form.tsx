import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { choosePurposeByDigit, PurposeChoice } from '../../../ui/forms/purpose-choice.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import styles from './payment-link.module.css'

interface PaymentLinkPurposeFormProps {
  readonly before: PurposeCode | null
  /** Keys typed before the form was loaded. */
  readonly early: string
  readonly isAsking: boolean
  readonly error: unknown
  readonly onAsk: (purpose: PurposeCode) => void
}

/** Asks for a purpose by its digit; Enter submits. */
export function PaymentLinkPurposeForm({
  before,
  early,
  isAsking,
  error,
  onAsk,
}: PaymentLinkPurposeFormProps): ReactNode {
  const [chosen, setChosen] = useState(
    purposeCodeSchema.options[Number(early.trimEnd().at(-1)) - 1] ?? before,
  )
  const texts = useMessages('paymentRequests').link
  const { missing } = useMessages('lists')
  const group = useRef<HTMLFieldSetElement>(null)
  const go = useRef<HTMLButtonElement>(null)
  const begin = useEffectEvent(() => {
    if (before === null) group.current?.focus()
    else go.current?.focus()
    if (early.endsWith('\n') && chosen !== null) onAsk(chosen)
  })
  useEffect(() => begin(), [])
  function send(event: FormEvent) {
    event.preventDefault()
    if (chosen !== null) onAsk(chosen)
  }
  function onKeyDown(event: KeyboardEvent) {
    choosePurposeByDigit(event, setChosen)
    if (event.key === 'Enter' && event.target === group.current) send(event)
  }
  return (
    <form aria-label={texts.formLabel} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice legend={texts.purpose} field={group} chosen={chosen} onChoose={setChosen} />
      <p className={styles.says}>
        {texts.warning} {texts.recorded}
        {` ${texts.signInNeeded}`}
      </p>
      <p className={styles.go}>
        <SubmitButton field={go} missing={chosen === null ? [missing.reason] : []} isBusy={isAsking}>
          {isAsking ? texts.recording : texts.show}
        </SubmitButton>
      </p>
      {error === null ? null : <ProblemNote error={error} missing={texts.notShown} />}
    </form>
  )
}
