import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type {
  PaymentRequestDraft,
  PaymentRequestFormId,
  PaymentRequestId,
  PaymentRequestInput,
  paymentRequestFormOptionsSchema,
} from '@paydesk/shared/payments/payment-requests'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

export type PaymentRequestFormOptions = z.output<typeof paymentRequestFormOptionsSchema>

export const accountHolderFieldNames = ['iban', 'name', 'type', 'bic'] as const
export type AccountHolderFieldName = (typeof accountHolderFieldNames)[number]

/** Values of the form as typed. */
export interface PaymentRequestFormValues {
  /** Customer of the form; null if the form was opened without one. */
  readonly rid: string | null
  readonly merchant: string
  readonly workflow: string
  readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly client: Readonly<Record<string, string>>
  readonly holder: Readonly<Record<AccountHolderFieldName, string>>
}

const pickOnlyChoice = (list: readonly string[]) => (list.length === 1 ? (list[0] ?? '') : '')

/** Returns an empty form; a field without a choice is preset. */
export function createEmptyPaymentRequestForm({
  customer,
  merchants,
  workflows,
  currencies,
}: PaymentRequestFormOptions): PaymentRequestFormValues {
  return {
    rid: customer === null ? '' : null,
    merchant: customer?.merchant ?? pickOnlyChoice(merchants),
    workflow: workflows[0] ?? '',
    amount: '',
    currency: currencies[0]?.currency ?? '',
    reference: '',
    client: {},
    holder: { iban: '', name: '', type: '', bic: '' },
  }
}

/** Returns the values of a draft; a choice that is no longer offered falls back to that of an empty form. */
export function restorePaymentRequestForm(
  { form: _, ...draft }: DraftContent<'payment_request'>,
  choices: PaymentRequestFormOptions,
): PaymentRequestFormValues {
  const empty = createEmptyPaymentRequestForm(choices)
  const { merchants, workflows, currencies } = choices
  const keep = (text: string, offered: readonly string[], other: string) =>
    offered.includes(text) ? text : other
  return {
    ...draft,
    rid: empty.rid === null ? null : (draft.rid ?? ''),
    merchant: empty.rid === null ? empty.merchant : keep(draft.merchant, merchants, empty.merchant),
    workflow: keep(draft.workflow, workflows, empty.workflow),
    currency: keep(
      draft.currency,
      currencies.map(({ currency }) => currency),
      empty.currency,
    ),
  }
}

/** Returns true if the form has an account to debit: not every currency allows one. */
export function canNameAccountHolder(
  { currency }: Pick<PaymentRequestFormValues, 'currency'>,
  { currencies }: PaymentRequestFormOptions,
): boolean {
  return currencies.some((one) => one.holder && one.currency === currency)
}

/** Returns true if the form shows the field now. `name`: the server's name of the field. */
export function isFieldInForm(
  name: string,
  typed: PaymentRequestFormValues,
  choices: PaymentRequestFormOptions,
): boolean {
  if (name.startsWith('accountHolder.')) return canNameAccountHolder(typed, choices)
  return name !== 'merchant' || typed.rid !== null
}

/** Builds the draft to check on the server. Null until a merchant is chosen. */
export function buildPaymentRequestInput(
  typed: PaymentRequestFormValues,
  form: PaymentRequestFormId,
  choices: PaymentRequestFormOptions,
): PaymentRequestInput | null {
  const known = typed.rid === null ? choices.customer : null
  const merchant: MerchantId | undefined =
    known?.merchant ?? choices.merchants.find((each) => each === typed.merchant)
  if (merchant === undefined) return null
  const isHolder =
    canNameAccountHolder(typed, choices) &&
    accountHolderFieldNames.some((member) => typed.holder[member].trim() !== '')
  return {
    form,
    merchant,
    customer: known ? { kind: 'known', customer: known.customer } : { kind: 'typed', rid: typed.rid ?? '' },
    workflow: typed.workflow,
    amount: typed.amount,
    currency: typed.currency,
    reference: typed.reference,
    client: Object.fromEntries(Object.entries(typed.client).filter(([, text]) => text.trim() !== '')),
    accountHolder: isHolder ? { ...typed.holder } : null,
  }
}

/** State of a form, kept for a user who comes back to the form while the window is open. */
export interface StoredPaymentRequestForm {
  /** Null once the payment was created: the typed values are no longer needed. */
  readonly typed: PaymentRequestFormValues | null
  readonly request: PaymentRequestId | null
  /** Reviewed draft, and if it has changed since a review; null if the values must be checked or were sent. */
  readonly review: { readonly draft: PaymentRequestDraft; readonly hasChanged: boolean } | null
  /** True if the form was or may have been sent: locked unless the server says that nothing was created. */
  readonly isGone: boolean
}

/** Lifetime of typed values after their page is left, ms. Personal data, held by this window only. */
const formLifetimeMs = 15 * 60_000
const storedFormsKey = (env: EnvironmentName) => ['requests', env, 'typed'] as const

/** Keeps a form in the memory of this window only, at most until the session ends. */
export function storePaymentRequestForm(
  queryClient: QueryClient,
  env: EnvironmentName,
  form: PaymentRequestFormId,
  storedRequestForm: StoredPaymentRequestForm,
) {
  // Store the object itself, not a copy: callers compare what the person entered by reference (`===`).
  queryClient.setQueryDefaults(storedFormsKey(env), { gcTime: formLifetimeMs, structuralSharing: false })
  queryClient.setQueryData<StoredPaymentRequestForm>([...storedFormsKey(env), form], storedRequestForm)
}

export function getStoredPaymentRequestForm(
  queryClient: QueryClient,
  env: EnvironmentName,
  form: PaymentRequestFormId,
): StoredPaymentRequestForm | null {
  return queryClient.getQueryData<StoredPaymentRequestForm>([...storedFormsKey(env), form]) ?? null
}

/** Returns the form that made a request, while its typed values are kept; null otherwise. */
export function findFormOfPaymentRequest(
  queryClient: QueryClient,
  env: EnvironmentName,
  request: PaymentRequestId,
): PaymentRequestFormId | null {
  const all = queryClient.getQueriesData<StoredPaymentRequestForm>({ queryKey: storedFormsKey(env) })
  const found = all.find(
    ([, storedRequestForm]) => storedRequestForm?.request === request && storedRequestForm.typed !== null,
  )
  return (found?.[0].at(-1) as PaymentRequestFormId | undefined) ?? null
}

/** Unlocks a form for correction after the server has said that nothing was created. */
export function unlockPaymentRequestForm(
  queryClient: QueryClient,
  env: EnvironmentName,
  form: PaymentRequestFormId,
): void {
  const storedRequestForm = getStoredPaymentRequestForm(queryClient, env, form)
  if (storedRequestForm !== null)
    storePaymentRequestForm(queryClient, env, form, { ...storedRequestForm, isGone: false })
}
