import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type {
  PaymentRequestDraft,
  PaymentRequestFormId,
  PaymentRequestId,
  PaymentRequestInput,
  paymentRequestFormOptions,
} from '@paydesk/shared/payments/payment-request'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

export type RequestFormOptions = z.output<typeof paymentRequestFormOptions>

export const accountHolderMembers = ['iban', 'name', 'type', 'bic'] as const
export type AccountHolderMember = (typeof accountHolderMembers)[number]

/** What stands in the form, as it was typed. */
export interface RequestFormValues {
  /** Null: the customer that the form was opened for. */
  readonly rid: string | null
  readonly merchant: string
  readonly workflow: string
  readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly client: Readonly<Record<string, string>>
  readonly holder: Readonly<Record<AccountHolderMember, string>>
}

const pickOnlyChoice = (list: readonly string[]) => (list.length === 1 ? (list[0] ?? '') : '')

/** An empty form; what leaves no choice is chosen. */
export function createEmptyFormValues({
  customer,
  merchants,
  workflows,
  currencies,
}: RequestFormOptions): RequestFormValues {
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

/** Whether the account that is debited is a part of the form: not every currency has one. */
export function canNameAccountHolder(
  { currency }: Pick<RequestFormValues, 'currency'>,
  { currencies }: RequestFormOptions,
): boolean {
  return currencies.some((one) => one.holder && one.currency === currency)
}

/** Whether the form asks for it as it is filled in now, by the server's name of it. */
export function isFieldInForm(name: string, typed: RequestFormValues, choices: RequestFormOptions): boolean {
  if (name.startsWith('accountHolder.')) return canNameAccountHolder(typed, choices)
  return name !== 'merchant' || typed.rid !== null
}

/** What is asked of the server for it. Null as long as no merchant is chosen. */
export function buildRequestInput(
  typed: RequestFormValues,
  form: PaymentRequestFormId,
  choices: RequestFormOptions,
): PaymentRequestInput | null {
  const known = typed.rid === null ? choices.customer : null
  const merchant: MerchantId | undefined =
    known?.merchant ?? choices.merchants.find((each) => each === typed.merchant)
  if (merchant === undefined) return null
  const isHolder =
    canNameAccountHolder(typed, choices) &&
    accountHolderMembers.some((member) => typed.holder[member].trim() !== '')
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

/** What became of a form, for whoever comes back to it while the window is open. */
export interface StoredRequestForm {
  /** Null once it was created: nobody needs it here any more. */
  readonly typed: RequestFormValues | null
  readonly request: PaymentRequestId | null
  /** What was looked at, with why it was anew; null where what is typed has to be checked first, or it was sent. */
  readonly review: { readonly draft: PaymentRequestDraft; readonly why: string | null } | null
  /** It was sent, or may have been: there is nothing to be done with it unless the server says otherwise. */
  readonly isGone: boolean
}

/** So long what was typed outlives its page, ms: it is personal, and held by this window alone. */
const formLifetimeMs = 15 * 60_000
const storedFormsKey = (env: EnvironmentName) => ['requests', env, 'typed'] as const

/** Keeps a form in the memory of this window, and nowhere else; it goes with the session. */
export function storeRequestForm(
  queryClient: QueryClient,
  env: EnvironmentName,
  form: PaymentRequestFormId,
  kept: StoredRequestForm,
) {
  // What is kept is the very form, not a copy: whether it is still the same is told by identity.
  queryClient.setQueryDefaults(storedFormsKey(env), { gcTime: formLifetimeMs, structuralSharing: false })
  queryClient.setQueryData<StoredRequestForm>([...storedFormsKey(env), form], kept)
}

export function getStoredForm(
  queryClient: QueryClient,
  env: EnvironmentName,
  form: PaymentRequestFormId,
): StoredRequestForm | null {
  return queryClient.getQueryData<StoredRequestForm>([...storedFormsKey(env), form]) ?? null
}

/** The form that a request was made with, where what was typed is still at hand. */
export function findFormOfRequest(
  queryClient: QueryClient,
  env: EnvironmentName,
  request: PaymentRequestId,
): PaymentRequestFormId | null {
  const all = queryClient.getQueriesData<StoredRequestForm>({ queryKey: storedFormsKey(env) })
  const found = all.find(([, kept]) => kept?.request === request && kept.typed !== null)
  return (found?.[0].at(-1) as PaymentRequestFormId | undefined) ?? null
}

/** The server says that nothing came of it: the form may be corrected. */
export function reopenStoredForm(
  queryClient: QueryClient,
  env: EnvironmentName,
  form: PaymentRequestFormId,
): void {
  const kept = getStoredForm(queryClient, env, form)
  if (kept !== null) storeRequestForm(queryClient, env, form, { ...kept, isGone: false })
}
