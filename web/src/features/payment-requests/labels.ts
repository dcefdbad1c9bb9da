import type { Formatter } from '@paydesk/shared/core/formatter'
import { getStateLabel, type StateTexts } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { PaymentRequest, PaymentRequestStatus } from '@paydesk/shared/payments/payment-requests'
import type { ColleagueNamer } from '../../lib/messages/use-format-colleague-name.ts'
import type { StateTone } from '../../ui/text/state-label.tsx'

export type PaymentRequestTexts = Messages['paymentRequests']

/** Returns the label of a form field by the server's name of the field. */
export function labelFormField(name: string, texts: PaymentRequestTexts): string {
  const { fields } = texts
  const labels: Readonly<Record<string, string>> = {
    workflow: fields.workflow,
    amount: fields.amount,
    currency: fields.currency,
    reference: fields.reference,
    rid: fields.rid,
    merchant: fields.merchant,
    'accountHolder.iban': fields.iban,
    'accountHolder.name': fields.holderName,
    'accountHolder.type': fields.holderType,
    'accountHolder.bic': fields.bic,
  }
  return labels[name] ?? (name.startsWith('client.') ? labelApiField(name, texts) : name)
}

/** Returns the label of a field of the interface; of a field with a configured name, its name in words. */
export function labelApiField(member: string, { review }: PaymentRequestTexts): string {
  const labels: Readonly<Record<string, string>> = review.apiFields
  const last = member.split('.').at(-1) ?? member
  const text = last.replaceAll('_', ' ')
  return labels[last] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

export const paymentRequestStatusTones: Readonly<Record<PaymentRequestStatus, StateTone>> = {
  draft: 'ended',
  sending: 'open',
  created: 'open',
  refused: 'bad',
  not_sent: 'bad',
  unknown: 'review',
  absent: 'ended',
}

/** Names the requester: `You`, a colleague's name, or the label of a system. */
export function nameRequester(
  { by }: Pick<PaymentRequest, 'by'>,
  nameColleague: ColleagueNamer,
  form: 'subject' | 'object' = 'subject',
): string {
  return by.kind === 'api_key' ? by.label : nameColleague(by.person, form)
}

/** Returns `by you` or `by` with a name, to follow a time or a verb. */
export function formatByRequester(
  request: Pick<PaymentRequest, 'by'>,
  texts: PaymentRequestTexts,
  format: Formatter,
  nameColleague: ColleagueNamer,
): string {
  return format.text(texts.by, { name: nameRequester(request, nameColleague, 'object') })
}

/** Returns the status in a word or two: the state of the transaction once the request has one. */
export function describePaymentRequestStatus(
  { status, current }: Pick<PaymentRequest, 'status' | 'current'>,
  texts: PaymentRequestTexts,
  states: StateTexts,
): string {
  return status !== 'created' || current === null
    ? texts.status[status]
    : getStateLabel(current.state, states)
}
