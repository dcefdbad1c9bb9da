import {
  type CallerClaimKind,
  callerClaimKinds,
  guessCallerClaimKind,
  normalizeCallerClaim,
} from '@paydesk/shared/compliance/caller-claim'
import type { CallerVerificationResult } from '@paydesk/shared/compliance/caller-verification'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './caller-verification.module.css'
import { callerClaimLabels, describeCallerAnswer } from './labels.ts'

interface CallerVerificationDialogProps {
  readonly place: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
  readonly onClose: () => void
}

interface VerificationResult {
  readonly kind: CallerClaimKind
  readonly answer: CallerVerificationResult
}

/**
 * Verifies a statement of the caller. The input lives only in this form and is cleared after the comparison;
 * the request bypasses the query cache.
 */
export function CallerVerificationDialog({ place, onClose }: CallerVerificationDialogProps): ReactNode {
  const client = useApiClient()
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<CallerClaimKind | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [given, setGiven] = useState<VerificationResult | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), help: useId(), kinds: useId() }
  const kind = chosen ?? guessCallerClaimKind(text)
  useEffect(() => field.current?.focus(), [])

  function type(next: string) {
    setText(next)
    setWrong(null)
    if (next !== '') {
      setGiven(null)
      setError(null)
    }
  }

  async function send() {
    if (isSending || text.trim() === '') return
    if (kind === null) return setWrong('what it is: choose one of the four')
    const said = normalizeCallerClaim(kind, text)
    if (!said.ok) return setWrong(said.expected)
    const body = { kind, said: text }
    setText('')
    setGiven(null)
    setError(null)
    setChosen(null)
    setSending(true)
    try {
      const { answer } = await client.call(endpoints.verifyCaller, { params: place, body })
      setGiven({ kind, answer })
      announce(`${callerClaimLabels[kind]}: ${describeCallerAnswer(kind, answer).word}`)
    } catch (thrown) {
      setError(thrown)
      // Restore the input after a failed request, unless the user has typed a new value.
      if (field.current?.value === '') {
        setText(text)
        setChosen(chosen)
      }
    } finally {
      setSending(false)
      field.current?.focus()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <Dialog title="Verify the caller" onClose={onClose}>
      <form aria-label="Verify the caller" className={styles.form} onSubmit={onSubmit} autoComplete="off">
        <label htmlFor={ids.field}>What the caller says</label>
        <input
          ref={field}
          id={ids.field}
          className={styles.field}
          value={text}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={wrong !== null}
          aria-describedby={ids.help}
          onChange={(event) => type(event.target.value)}
        />
        <p id={ids.help} className={wrong === null ? styles.quiet : styles.wrong} aria-live="polite">
          {wrong === null
            ? 'An IBAN, a date of birth, an e-mail address or a postal code. It is compared and not kept; you see yes or no.'
            : `▲ Expected: ${wrong}.`}
        </p>
        <fieldset className={styles.kinds}>
          <legend className="unseen">What it is</legend>
          {callerClaimKinds.map((one) => (
            <label key={one} className={styles.kind} data-chosen={one === kind || undefined}>
              <input
                type="radio"
                name={ids.kinds}
                checked={one === kind}
                onChange={() => {
                  setChosen(one)
                  setWrong(null)
                  field.current?.focus()
                }}
              />
              {callerClaimLabels[one]}
            </label>
          ))}
        </fieldset>
        <p className={styles.line}>
          <Button look="primary" type="submit" disabled={isSending || text.trim() === ''}>
            {isSending ? 'Comparing…' : 'Compare'}
          </Button>
          <Kbd keys="↵" />
        </p>
      </form>
      {given ? <VerificationAnswer {...given} /> : null}
      {error ? <ProblemNote error={error} retry={() => void send()} missing="Nothing was compared" /> : null}
    </Dialog>
  )
}

function VerificationAnswer({ kind, answer }: VerificationResult): ReactNode {
  const { tone, word, says } = describeCallerAnswer(kind, answer)
  return (
    <div className={styles.answer} data-answer={answer}>
      <p className={styles.word}>
        <ToneIcon tone={tone} />
        <span className={styles.of}>{callerClaimLabels[kind]}</span>
        <span>{word}</span>
      </p>
      <p className={styles.quiet}>{says}</p>
    </div>
  )
}
