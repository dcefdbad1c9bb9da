import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { DraftStatus } from '../../../ui/drafts/draft.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import type { PaymentRequestFormOptions } from '../request-form-values.ts'
import type { PaymentRequestFormState } from '../use-request-form.ts'
import { AccountHolderFields } from './account-holder-fields.tsx'
import { AmountField } from './amount-field.tsx'
import { useCtrlEnter } from './ctrl-enter.ts'
import { CustomerDetailsFields } from './customer-details-fields.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { PaymentRequestSelectField, PaymentRequestTextField } from './field.tsx'
import styles from './form.module.css'
import { PaymentRequestFormSummary } from './request-form-summary.tsx'

interface PaymentRequestFormProps {
  readonly formState: PaymentRequestFormState
  readonly choices: PaymentRequestFormOptions
}

/** Form of a payment. The server validates the entries; the form sends no payment. */
export function PaymentRequestForm({ formState, choices }: PaymentRequestFormProps): ReactNode {
  const { values, change, errors, refusals, isChecking, checkDraft, checkError } = formState
  const texts = useMessages('paymentRequests')
  const form = useRef<HTMLFormElement>(null)
  // Begin in the first field that is still to be filled in: the form is opened in order to type.
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input[data-field][required]') ?? []
    const first = Array.from(fields).find(({ value }) => value === '')
    first?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (refusals === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[data-field][aria-invalid="true"]')
    wrong?.focus()
  }, [refusals])
  useCtrlEnter(() => void checkDraft())
  function submit(event: FormEvent) {
    event.preventDefault()
    void checkDraft()
  }
  return (
    <form
      ref={form}
      aria-label={texts.newPayment}
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={submit}
    >
      <div className={styles.main}>
        <div className={styles.draft}>
          <DraftStatus {...formState.draftStatus} />
        </div>
        <ErrorSummary errors={errors} />
        <CustomerFields formState={formState} choices={choices} />
        <section aria-labelledby="payment-what" className={styles.group}>
          <h2 id="payment-what" className={styles.title}>
            {texts.form.payment}
          </h2>
          <AmountField formState={formState} choices={choices} />
          <PaymentRequestTextField
            name="reference"
            label={texts.fields.reference}
            isOptional
            isMono
            value={values.reference}
            error={errors.reference}
            help={texts.form.referenceHelp}
            onChange={(reference) => change({ reference }, 'reference')}
          />
          {choices.workflows.length > 1 ? (
            <PaymentRequestSelectField
              name="workflow"
              label={texts.fields.workflow}
              value={values.workflow}
              error={errors.workflow}
              help={texts.form.workflowHelp}
              options={choices.workflows}
              onChange={(workflow) => change({ workflow }, 'workflow')}
            />
          ) : null}
        </section>
        <CustomerDetailsFields formState={formState} fields={choices.client} />
        <AccountHolderFields formState={formState} choices={choices} />
        {checkError === null ? null : <ProblemNote error={checkError} missing={texts.form.notChecked} />}
      </div>
      <PaymentRequestFormSummary typed={values} choices={choices} isChecking={isChecking} />
    </form>
  )
}
