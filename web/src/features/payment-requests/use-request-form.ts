import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type {
  PaymentRequest,
  PaymentRequestDraft,
  PaymentRequestFormId,
  PaymentRequestId,
} from '@paydesk/shared/payments/payment-request'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFailure, isOutcomeUnknown } from '../../lib/api/problem-error.ts'
import { paymentRequestQueries } from './queries.ts'
import {
  buildRequestInput,
  createEmptyFormValues,
  getStoredForm,
  isFieldInForm,
  type RequestFormOptions,
  type RequestFormValues,
  storeRequestForm,
} from './request-form-values.ts'

/** What is said on the request's page of how one came there: sent before, or sent without an answer. */
export type SubmissionNotice = 'before' | 'lost'

/** What is expected at a field, by the server's name of it. */
export type RequestFieldErrors = Readonly<Record<string, string>>

interface RequestFormStateProps {
  readonly env: EnvironmentName
  readonly form: PaymentRequestFormId
  readonly choices: RequestFormOptions
  readonly onReview: () => void
  /** To the request’s own page: there is nothing more to be done with the form. */
  readonly onGone: (request: PaymentRequestId, said: SubmissionNotice | null) => void
}

export interface RequestFormState {
  readonly values: RequestFormValues
  /** Changes what is typed; `field` is the server’s name of what was changed. */
  readonly change: (part: Partial<RequestFormValues>, field: string) => void
  readonly errors: RequestFieldErrors
  /** Counts refusals: after each the first field with an error takes the keyboard. */
  readonly refusals: number
  readonly draft: PaymentRequestDraft | null
  /** Why the draft has to be looked at anew, in words. */
  readonly reviewReason: string | null
  readonly isChecking: boolean
  readonly isSending: boolean
  /** Failures that belong to no field: of the checking, and of the last sending or of the checking after it. */
  readonly checkError: unknown
  readonly sendError: unknown
  readonly checkDraft: () => Promise<void>
  readonly send: () => Promise<void>
}

const draftChangedMessage =
  'Nothing was sent: what would be sent is not what you looked at any more. This is what it is now.'

/** From what is typed to one payment: checked, looked at, sent once. */
export function useRequestForm({
  env,
  form,
  choices,
  onReview,
  onGone,
}: RequestFormStateProps): RequestFormState {
  const queryClient = useQueryClient()
  const queries = paymentRequestQueries(useApiClient())
  const [before] = useState(() => getStoredForm(queryClient, env, form))
  const [typed, setTyped] = useState(() => before?.typed ?? createEmptyFormValues(choices))
  const [errors, setErrors] = useState<RequestFieldErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [review, setReview] = useState(before?.review ?? null)
  const checking = useMutation(queries.draft(env))
  const sending = useMutation(queries.send(env))
  // A second press may come before the button is seen to be disabled.
  const isUnderWay = useRef(false)
  // Whoever has gone on to another page meanwhile stays there.
  const isHere = useRef(true)
  const draft = review?.draft ?? null
  const request = draft?.request.request ?? null
  useEffect(() => {
    storeRequestForm(queryClient, env, form, { typed, request, review, isGone: false })
  }, [queryClient, env, form, typed, request, review])

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function refuse(fields: RequestFieldErrors) {
    // Nothing is left to be looked at: on the form again, each error stands at its field.
    setReview(null)
    setErrors(fields)
    setRefusals((count) => count + 1)
  }
  function gone(made: Pick<PaymentRequest, 'request' | 'status'>, said: SubmissionNotice | null) {
    const isOpen = made.status === 'refused' || made.status === 'not_sent'
    storeRequestForm(queryClient, env, form, {
      typed: isOpen || said === 'lost' ? typed : null,
      request: made.request,
      review: null,
      isGone: !isOpen,
    })
    if (isHere.current) onGone(made.request, said)
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
  async function check(reason: string | null) {
    // What failed before is no matter of what is looked at from now on.
    sending.reset()
    const input = buildRequestInput(typed, form, choices)
    if (input === null) {
      refuse({ merchant: 'Choose the merchant' })
      return
    }
    try {
      const answer = await checking.mutateAsync(input)
      setErrors({})
      if (answer.answer === 'sent') return gone(answer.request, 'before')
      setReview({ draft: answer.draft, why: reason })
      if (isHere.current) onReview()
    } catch (error) {
      const fields = toFieldErrors(error)
      if (fields !== null) refuse(fields)
    }
  }
  async function sendDraft(looked: PaymentRequestDraft) {
    const { request, reviewed } = looked
    const kept = { typed, request: request.request, review, isGone: false }
    // Whoever goes away meanwhile comes back to the form, and not to what is on its way.
    storeRequestForm(queryClient, env, form, { ...kept, review: null })
    try {
      const { answer, request: made } = await sending.mutateAsync({ request: request.request, reviewed })
      if (answer === 'changed') return await check(draftChangedMessage)
      queryClient.setQueryData(queries.one({ env, request: made.request }).queryKey, made)
      gone(made, answer === 'sent_before' ? 'before' : null)
    } catch (error) {
      const fields = toFieldErrors(error)
      if (fields !== null) return refuse(fields)
      if (!mayHaveBeenSent(error)) {
        // Whoever went back to the form and corrected it meanwhile has another one.
        if (isHere.current && getStoredForm(queryClient, env, form)?.typed === typed)
          storeRequestForm(queryClient, env, form, kept)
        return
      }
      // What is known of it from before is not how it stands.
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
      // What went from the form with the change cannot be corrected there, and is not sent.
      const isOver = (name: string) =>
        name === field || (isFieldInForm(name, typed, choices) && !isFieldInForm(name, next, choices))
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !isOver(name))))
    },
    errors,
    refusals,
    draft,
    reviewReason: review?.why ?? null,
    isChecking: checking.isPending,
    isSending: sending.isPending,
    checkError: toGeneralError(checking.error),
    sendError: toGeneralError(sending.error) ?? toGeneralError(checking.error),
    checkDraft: () => once(() => check(null)),
    send: () => (draft === null ? Promise.resolve() : once(() => sendDraft(draft))),
  }
}

/** The fields that the server named, or null where it is another failure. */
function toFieldErrors(error: unknown): RequestFieldErrors | null {
  const { id, fields } = describeFailure(error)
  if (id !== 'bad_request' || fields === undefined || fields.length === 0) return null
  return Object.fromEntries(fields.map(({ name, expected }) => [name, expected]))
}

function toGeneralError(error: unknown): unknown {
  return error === null || toFieldErrors(error) !== null ? null : error
}

/** Whether it may be on its way although no good answer came: then it is looked at, and not sent again. */
function mayHaveBeenSent(error: unknown): boolean {
  return isOutcomeUnknown(error) || describeFailure(error).status >= 500
}
