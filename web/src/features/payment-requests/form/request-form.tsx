import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import type { Making } from '../making.ts'
import type { Choices } from '../typed.ts'
import { AmountField } from './amount-field.tsx'
import { ClientFields } from './client-fields.tsx'
import { useCtrlEnter } from './ctrl-enter.ts'
import { CustomerFields } from './customer-fields.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { ChoiceField, TextField } from './field.tsx'
import styles from './form.module.css'
import { FormAside } from './form-aside.tsx'
import { HolderFields } from './holder-fields.tsx'

interface RequestFormProps {
  readonly making: Making
  readonly choices: Choices
}

/** What is asked for. The server decides what is right; nothing is sent from here. */
export function RequestForm({ making, choices }: RequestFormProps): ReactNode {
  const { typed, change, errors, refusals, isChecking, look, notChecked } = making
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[data-field][aria-invalid="true"]')
    wrong?.focus()
  }, [refusals])
  useCtrlEnter(() => void look())
  function submit(event: FormEvent) {
    event.preventDefault()
    void look()
  }
  return (
    <form
      ref={form}
      aria-label="New payment"
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={submit}
    >
      <div className={styles.main}>
        <ErrorSummary errors={errors} choices={choices} />
        <CustomerFields making={making} choices={choices} />
        <section aria-labelledby="payment-what" className={styles.group}>
          <h2 id="payment-what" className={styles.title}>
            Payment
          </h2>
          <AmountField making={making} choices={choices} />
          <TextField
            name="reference"
            label="Reference"
            isOptional
            isMono
            value={typed.reference}
            error={errors.reference}
            help="Unique. Left empty, Paydesk makes one."
            onChange={(reference) => change({ reference }, 'reference')}
          />
          {choices.workflows.length > 1 ? (
            <ChoiceField
              name="workflow"
              label="Workflow"
              value={typed.workflow}
              error={errors.workflow}
              help="How the customer pays, as agreed with the service."
              options={choices.workflows}
              onChange={(workflow) => change({ workflow }, 'workflow')}
            />
          ) : null}
        </section>
        <ClientFields making={making} fields={choices.client} />
        <HolderFields making={making} choices={choices} />
        {notChecked === null ? null : (
          <ProblemNote error={notChecked} missing="Not checked, and nothing was sent" />
        )}
      </div>
      <FormAside typed={typed} choices={choices} isChecking={isChecking} />
    </form>
  )
}
