import { breakGlassRequest } from '@paydesk/shared/compliance/break-glass'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { purposeCode, purposeLabels } from '@paydesk/shared/core/purposes'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalData, detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './break-glass-bar.module.css'
import { breakGlassQueries } from './queries.ts'

interface BreakGlassFormProps {
  readonly onClose: () => void
  readonly onBroken: () => Promise<void>
}

/** Form to activate break-glass in an emergency: purpose, ticket and comment. */
export function BreakGlassForm({ onClose, onBroken }: BreakGlassFormProps): ReactNode {
  const ids = { purpose: useId(), ticket: useId() }
  const [purpose, setPurpose] = useState<PurposeCode>('incident')
  const [ticket, setTicket] = useState('')
  const [text, setText] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const breaking = useMutation({
    ...breakGlassQueries(useApiClient()).breakIt(),
    onSuccess() {
      onClose()
      return onBroken()
    },
  })
  const body = breakGlassRequest.safeParse({ purpose, ticket, text })
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (body.success && !breaking.isPending) breaking.mutate(body.data)
  }
  return (
    <Dialog title="Break the glass" onClose={onClose}>
      <form
        className={styles.form}
        aria-label="Break the glass"
        onSubmit={send}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send(event)}
      >
        <p className={styles.alarm}>
          <b>Only in an emergency.</b> For a quarter of an hour, unless this office has set another time, you
          see what compliance sees, and can decide and export nothing. Compliance is told at once, with your
          name and what you write here. You owe a report afterwards.
        </p>
        <label htmlFor={ids.purpose}>Purpose</label>
        <select
          id={ids.purpose}
          value={purpose}
          onChange={(event) => setPurpose(purposeCode.catch('incident').parse(event.target.value))}
        >
          {purposeCode.options.map((code) => (
            <option key={code} value={code}>
              {purposeLabels[code]}
            </option>
          ))}
        </select>
        <label htmlFor={ids.ticket}>Ticket</label>
        <input
          ref={first}
          id={ids.ticket}
          value={ticket}
          maxLength={40}
          autoComplete="off"
          placeholder="INC-4417"
          onChange={(event) => setTicket(event.target.value)}
        />
        <FreeTextField
          label="What has happened"
          value={text}
          onChange={setText}
          rows={3}
          maxLength={500}
          help="A ticket’s number has a digit and no spaces. Say what has happened in 15 to 500 characters."
          marks={[...detectPersonalDataInTicket(ticket), ...detectPersonalData(text)]}
        />
        <p className={styles.send}>
          <Button look="primary" type="submit" disabled={!body.success || breaking.isPending}>
            {breaking.isPending ? 'Breaking…' : 'Break the glass'}
          </Button>
          <Kbd keys="Ctrl ↵" />
        </p>
        {breaking.error ? <ProblemNote error={breaking.error} missing="The glass was not broken" /> : null}
      </form>
    </Dialog>
  )
}
