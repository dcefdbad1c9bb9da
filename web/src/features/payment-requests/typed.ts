import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type {
  PaymentRequestInput,
  RequestDraft,
  RequestForm,
  RequestId,
  requestChoices,
} from '@paydesk/shared/payments/payment-request'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

export type Choices = z.output<typeof requestChoices>

export const holderMembers = ['iban', 'name', 'type', 'bic'] as const
export type HolderMember = (typeof holderMembers)[number]

/** What stands in the form, as it was typed. */
export interface Typed {
  /** Null: the customer that the form was opened for. */
  readonly rid: string | null
  readonly merchant: string
  readonly workflow: string
  readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly client: Readonly<Record<string, string>>
  readonly holder: Readonly<Record<HolderMember, string>>
}

const first = (list: readonly string[]) => (list.length === 1 ? (list[0] ?? '') : '')

/** An empty form; what leaves no choice is chosen. */
export function emptyForm({ customer, merchants, workflows, currencies }: Choices): Typed {
  return {
    rid: customer === null ? '' : null,
    merchant: customer?.merchant ?? first(merchants),
    workflow: workflows[0] ?? '',
    amount: '',
    currency: currencies[0]?.currency ?? '',
    reference: '',
    client: {},
    holder: { iban: '', name: '', type: '', bic: '' },
  }
}

/** Whether the account that is debited is a part of the form: not every currency has one. */
export function mayHold({ currency }: Pick<Typed, 'currency'>, { currencies }: Choices): boolean {
  return currencies.some((one) => one.holder && one.currency === currency)
}

/** Whether the form asks for it as it is filled in now, by the server's name of it. */
export function isAsked(name: string, typed: Typed, choices: Choices): boolean {
  if (name.startsWith('accountHolder.')) return mayHold(typed, choices)
  return name !== 'merchant' || typed.rid !== null
}

/** What is asked of the server for it. Null as long as no merchant is chosen. */
export function inputOf(typed: Typed, form: RequestForm, choices: Choices): PaymentRequestInput | null {
  const known = typed.rid === null ? choices.customer : null
  const merchant: MerchantId | undefined =
    known?.merchant ?? choices.merchants.find((each) => each === typed.merchant)
  if (merchant === undefined) return null
  const isHolder =
    mayHold(typed, choices) && holderMembers.some((member) => typed.holder[member].trim() !== '')
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
export interface KeptForm {
  /** Null once it was created: nobody needs it here any more. */
  readonly typed: Typed | null
  readonly request: RequestId | null
  /** What was looked at, with why it was anew; null where what is typed has to be checked first, or it was sent. */
  readonly review: { readonly draft: RequestDraft; readonly why: string | null } | null
  /** It was sent, or may have been: there is nothing to be done with it unless the server says otherwise. */
  readonly isGone: boolean
}

/** So long what was typed outlives its page, ms: it is personal, and held by this window alone. */
const keptMs = 15 * 60_000
const place = (env: EnvironmentName) => ['requests', env, 'typed'] as const

/** Keeps a form in the memory of this window, and nowhere else; it goes with the session. */
export function keepForm(queryClient: QueryClient, env: EnvironmentName, form: RequestForm, kept: KeptForm) {
  // What is kept is the very form, not a copy: whether it is still the same is told by identity.
  queryClient.setQueryDefaults(place(env), { gcTime: keptMs, structuralSharing: false })
  queryClient.setQueryData<KeptForm>([...place(env), form], kept)
}

export function keptForm(queryClient: QueryClient, env: EnvironmentName, form: RequestForm): KeptForm | null {
  return queryClient.getQueryData<KeptForm>([...place(env), form]) ?? null
}

/** The form that a request was made with, where what was typed is still at hand. */
export function formOf(
  queryClient: QueryClient,
  env: EnvironmentName,
  request: RequestId,
): RequestForm | null {
  const all = queryClient.getQueriesData<KeptForm>({ queryKey: place(env) })
  const found = all.find(([, kept]) => kept?.request === request && kept.typed !== null)
  return (found?.[0].at(-1) as RequestForm | undefined) ?? null
}

/** The server says that nothing came of it: the form may be corrected. */
export function reopenForm(queryClient: QueryClient, env: EnvironmentName, form: RequestForm): void {
  const kept = keptForm(queryClient, env, form)
  if (kept !== null) keepForm(queryClient, env, form, { ...kept, isGone: false })
}
