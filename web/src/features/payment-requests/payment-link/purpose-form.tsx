import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { purposeCode } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { choosePurposeByDigit, PurposeChoice } from '../../../ui/forms/purpose-choice.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from './payment-link.module.css'

interface PaymentLinkPurposeFormProps {
  readonly before: PurposeCode | null
  /** Keys typed before the form was loaded. */
  readonly early: string
  readonly needsProof: boolean
  readonly isAsking: boolean
  readonly error: unknown
  readonly onAsk: (purpose: PurposeCode) => void
}

/** Asks for a purpose by its digit; Enter submits. */
export function PaymentLinkPurposeForm({
  before,
  early,
  needsProof,
  isAsking,
  error,
  onAsk,
}: PaymentLinkPurposeFormProps): ReactNode {
  const [chosen, setChosen] = useState(purposeCode.options[Number(early.trimEnd().at(-1)) - 1] ?? before)
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
    <form aria-label="Why the address is shown" className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice legend="Why you need it" field={group} chosen={chosen} onChoose={setChosen} />
      <p className={styles.says}>
        Whoever has it can pay as this customer: hand it to the customer only. Your name and the reason are
        recorded before it is shown.
        {needsProof ? ' It is shown only shortly after you have proved once more who you are.' : ''}
      </p>
      <p className={styles.go}>
        <Button ref={go} look="primary" type="submit" disabled={chosen === null || isAsking}>
          {isAsking ? 'Recording…' : 'Show it'}
        </Button>
        <span aria-hidden>
          <Kbd keys="↵" />
        </span>
      </p>
      {error === null ? null : <ProblemNote error={error} missing="Nothing is shown" />}
    </form>
  )
}
