import { guessCallerClaimKind, normalizeCallerClaim } from '@paydesk/shared/compliance/caller-claim'
import {
  type CallerClaimKind,
  type CallerVerificationResult,
  callerClaimKinds,
} from '@paydesk/shared/compliance/caller-verification'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { type StateTone, ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './verification-dialog.module.css'

interface CallerVerificationDialogProps {
  readonly customerRef: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
  /** Text typed while the dialog was loading; Enter is `\n`. */
  readonly early: string
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
export function CallerVerificationDialog({
  customerRef,
  early,
  onClose,
}: CallerVerificationDialogProps): ReactNode {
  const texts = useMessages('callerVerification')
  const format = useFormatter()
  const client = useApiClient()
  const announce = useAnnounce()
  const [text, setText] = useState(early.replaceAll('\n', ''))
  const [chosen, setChosen] = useState<CallerClaimKind | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [verificationResult, setGiven] = useState<VerificationResult | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const ids = { field: useId(), help: useId(), kinds: useId() }
  const kind = chosen ?? guessCallerClaimKind(text)
  const begin = useEffectEvent(() => {
    field.current?.focus()
    if (early.endsWith('\n')) void send()
  })
  useEffect(() => begin(), [])

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
    if (kind === null) return setWrong(texts.chooseKind)
    const callerClaimResult = normalizeCallerClaim(kind, text)
    if (!callerClaimResult.ok) return setWrong(texts.expectations[callerClaimResult.problem])
    const body = { kind, claim: text }
    setText('')
    setGiven(null)
    setError(null)
    setChosen(null)
    setSending(true)
    try {
      const { answer } = await client.call(endpoints.verifyCaller, { params: customerRef, body })
      setGiven({ kind, answer })
      announce(format.text(texts.announcement, { kind: texts.kinds[kind], result: texts.results[answer] }))
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
    <Dialog title={texts.verify} onClose={onClose}>
      <form aria-label={texts.verify} className={styles.form} onSubmit={onSubmit} autoComplete="off">
        <label htmlFor={ids.field}>{texts.claim}</label>
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
          {wrong === null ? texts.help : format.text(texts.expected, { expected: wrong })}
        </p>
        <fieldset className={styles.kinds}>
          <legend className="unseen">{texts.kind}</legend>
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
              {texts.kinds[one]}
            </label>
          ))}
        </fieldset>
        <p className={styles.line}>
          <Button look="primary" type="submit" disabled={isSending || text.trim() === ''}>
            {isSending ? texts.comparing : texts.compare}
          </Button>
        </p>
      </form>
      {verificationResult ? <VerificationAnswer {...verificationResult} /> : null}
      {error ? <ProblemNote error={error} retry={() => void send()} missing={texts.notCompared} /> : null}
    </Dialog>
  )
}

const answerTones: Readonly<Record<CallerVerificationResult, StateTone>> = {
  match: 'good',
  other: 'bad',
  empty: 'unknown',
}

/** Shows the answer. A match names what was compared; a mismatch must not read as an accusation. */
function VerificationAnswer({ kind, answer }: VerificationResult): ReactNode {
  const texts = useMessages('callerVerification')
  const details = {
    match: texts.match[kind],
    other: texts.mismatch[kind],
    empty: texts.noValue,
  }
  return (
    <div className={styles.answer} data-answer={answer}>
      <p className={styles.word}>
        <ToneIcon tone={answerTones[answer]} />
        <span className={styles.of}>{texts.kinds[kind]}</span>
        <span>{texts.results[answer]}</span>
      </p>
      <p className={styles.quiet}>{details[answer]}</p>
    </div>
  )
}
