import type { InvalidField } from '@paydesk/shared/core/problem'
import type {
  PaymentRequest,
  PaymentRequestDraft,
  PaymentRequestFormId,
} from '@paydesk/shared/payments/payment-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFieldRule } from '../../lib/api/field-rule.ts'
import { describeFailure, isOutcomeUnknown } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import type { FormDraft } from '../../ui/drafts/draft.tsx'
import { paymentRequestQueries } from './queries.ts'
import {
  buildPaymentRequestInput,
  createEmptyPaymentRequestForm,
  getStoredPaymentRequestForm,
  isFieldInForm,
  type PaymentRequestFormOptions,
  type PaymentRequestFormValues,
  restorePaymentRequestForm,
  storePaymentRequestForm,
} from './request-form-values.ts'

/** Outcome of the form, shown on the request's page: sent earlier, or sent without an answer. */
type SubmissionNotice = 'before' | 'lost'

/** Expected form by the server's name of the field. */
export type PaymentRequestFieldErrors = Readonly<Record<string, string>>

interface PaymentRequestFormStateProps {
  readonly form: PaymentRequestFormId
  readonly choices: PaymentRequestFormOptions
  readonly formDraft: FormDraft<'payment_request'>
}

export interface PaymentRequestFormState {
  readonly values: PaymentRequestFormValues
  /** Changes typed values; `field` is the server's name of the changed field. */
  readonly change: (part: Partial<PaymentRequestFormValues>, field: string) => void
  readonly errors: PaymentRequestFieldErrors
  /** Counts refusals: after each refusal the first field with an error takes the focus. */
  readonly refusals: number
  readonly draft: PaymentRequestDraft | null
  /** True if the payment has changed since the review before: nothing was sent. */
  readonly hasChanged: boolean
  readonly isChecking: boolean
  readonly isSending: boolean
  /** Failures that belong to no field. `sendError`: of the last send, or of the check after that send. */
  readonly checkError: unknown
  readonly sendError: unknown
  readonly checkDraft: () => Promise<void>
  readonly send: () => Promise<void>
  readonly draftStatus: FormDraft<'payment_request'>['status']
}

const route = getRouteApi('/inside/$env/payment-requests/new')

/** Turns typed values into one payment: check, review, send once. */
export function usePaymentRequestForm({
  form,
  choices,
  formDraft,
}: PaymentRequestFormStateProps): PaymentRequestFormState {
  const { name: env } = useEnvironment()
  const rules = useMessages('fieldRules')
  const format = useFormatter()
  const { customer, step } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const queries = paymentRequestQueries(useApiClient())
  const [before] = useState(() => getStoredPaymentRequestForm(queryClient, env, form))
  const [typed, setTyped] = useState(
    () =>
      before?.typed ??
      (formDraft.initial === null
        ? createEmptyPaymentRequestForm(choices)
        : restorePaymentRequestForm(formDraft.initial, choices)),
  )
  const [invalid, setInvalid] = useState<readonly InvalidField[]>([])
  const errors: PaymentRequestFieldErrors = useMemo(
    () => Object.fromEntries(invalid.map((field) => [field.name, describeFieldRule(field, rules, format)])),
    [invalid, rules, format],
  )
  const [refusals, setRefusals] = useState(0)
  const [review, setReview] = useState(before?.review ?? null)
  const checking = useMutation(queries.draft(env))
  const sending = useMutation(queries.send(env))
  // Guards against a second press before the button is rendered as disabled.
  const isUnderWay = useRef(false)
  // False after unmount: a user who has opened another page stays there.
  const isHere = useRef(true)
  const draft = review?.draft ?? null
  const request = draft?.request.request ?? null
  useEffect(() => {
    storePaymentRequestForm(queryClient, env, form, { typed, request, review, isGone: false })
  }, [queryClient, env, form, typed, request, review])

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function refuse(fields: readonly InvalidField[]) {
    // Nothing is left to review: the form shows each error at its field.
    setReview(null)
    setInvalid(fields)
    setRefusals((count) => count + 1)
  }
  function gone(made: Pick<PaymentRequest, 'request' | 'status'>, submissionNotice: SubmissionNotice | null) {
    const isOpen = made.status === 'refused' || made.status === 'not_sent'
    storePaymentRequestForm(queryClient, env, form, {
      typed: isOpen || submissionNotice === 'lost' ? typed : null,
      request: made.request,
      review: null,
      isGone: !isOpen,
    })
    // Without an answer nothing may have been created: the form can still be needed.
    if (!isOpen && submissionNotice !== 'lost') formDraft.forget()
    // Open the request's page: the form has no further use.
    if (isHere.current)
      void navigate({
        to: '/$env/payment-requests/$request',
        params: { env, request: made.request },
        replace: true,
        ...(submissionNotice === null ? {} : { state: { requestSaid: submissionNotice } }),
      })
  }
  async function once(work: () => Promise<void>) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await work()
    } finally {
      isUnderWay.current = false
    }
  }
  async function check(hasChanged: boolean) {
    // Clear the failure of the previous send: it does not concern the next draft.
    sending.reset()
    const input = buildPaymentRequestInput(typed, form, choices)
    if (input === null) {
      refuse([{ name: 'merchant', rule: 'own_merchant' }])
      return
    }
    try {
      const answer = await checking.mutateAsync(input)
      setInvalid([])
      if (answer.answer === 'sent') return gone(answer.request, 'before')
      setReview({ draft: answer.draft, hasChanged })
      if (isHere.current)
        void navigate({ search: { form, customer, step: 'review' }, replace: step === 'review' })
    } catch (error) {
      const fields = listInvalidFields(error)
      if (fields !== null) refuse(fields)
    }
  }
  async function sendDraft(looked: PaymentRequestDraft) {
    const { request, reviewed } = looked
    const stored = { typed, request: request.request, review, isGone: false }
    // Store no review: a user who leaves and comes back finds the form, not a draft that is being sent.
    storePaymentRequestForm(queryClient, env, form, { ...stored, review: null })
    try {
      const { answer, request: made } = await sending.mutateAsync({ request: request.request, reviewed })
      if (answer === 'changed') return await check(true)
      queryClient.setQueryData(queries.one({ env, request: made.request }).queryKey, made)
      gone(made, answer === 'sent_before' ? 'before' : null)
    } catch (error) {
      const fields = listInvalidFields(error)
      if (fields !== null) return refuse(fields)
      if (!mayHaveBeenSent(error)) {
        // Keep the stored form if the user went back and corrected it meanwhile.
        if (isHere.current && getStoredPaymentRequestForm(queryClient, env, form)?.typed === typed)
          storePaymentRequestForm(queryClient, env, form, stored)
        return
      }
      // Drop the cached request: its status is older than the send.
      queryClient.removeQueries({ queryKey: queries.one({ env, request: request.request }).queryKey })
      gone({ request: request.request, status: 'unknown' }, 'lost')
    }
  }
  return {
    values: typed,
    change(part, field) {
      setTyped((now) => ({ ...now, ...part }))
      setReview(null)
      const next = { ...typed, ...part }
      formDraft.change({ form, ...next })
      // Drop the errors of fields that left the form: they cannot be corrected there and are not sent.
      const isOver = (name: string) =>
        name === field || (isFieldInForm(name, typed, choices) && !isFieldInForm(name, next, choices))
      setInvalid((now) => now.filter(({ name }) => !isOver(name)))
    },
    draftStatus: formDraft.status,
    errors,
    refusals,
    draft,
    hasChanged: review?.hasChanged ?? false,
    isChecking: checking.isPending,
    isSending: sending.isPending,
    checkError: toGeneralError(checking.error),
    sendError: toGeneralError(sending.error) ?? toGeneralError(checking.error),
    checkDraft: () => once(() => check(false)),
    send: () => (draft === null ? Promise.resolve() : once(() => sendDraft(draft))),
  }
}

/** Returns the fields that the server named, or null for any other failure. */
function listInvalidFields(error: unknown): readonly InvalidField[] | null {
  const { id, fields } = describeFailure(error)
  return id !== 'bad_request' || fields === undefined || fields.length === 0 ? null : fields
}

function toGeneralError(error: unknown): unknown {
  return error === null || listInvalidFields(error) !== null ? null : error
}

/** Returns true if the payment may be on its way despite the failure: show the request, never send again. */
function mayHaveBeenSent(error: unknown): boolean {
  return isOutcomeUnknown(error) || describeFailure(error).status >= 500
}
