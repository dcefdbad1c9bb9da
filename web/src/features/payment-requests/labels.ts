import { getStateLabel } from '@paydesk/shared/core/state'
import type { PaymentRequest, PaymentRequestStatus } from '@paydesk/shared/payments/payment-requests'
import type { StateTone } from '../../ui/text/state-label.tsx'
import type { RequestFormOptions } from './request-form-values.ts'

const formFieldLabels: Readonly<Record<string, string>> = {
  workflow: 'Workflow',
  amount: 'Amount',
  currency: 'Currency',
  reference: 'Reference',
  rid: 'RID',
  merchant: 'Merchant',
  'accountHolder.iban': 'IBAN',
  'accountHolder.name': 'Name of the account holder',
  'accountHolder.type': 'Type of account holder',
  'accountHolder.bic': 'BIC',
}

/** Returns the label of a form field by the server's name of the field. */
export function labelFormField(name: string, { client }: RequestFormOptions): string {
  return formFieldLabels[name] ?? client.find(({ member }) => `client.${member}` === name)?.label ?? name
}

/** Returns a label such as `Billing address street` for `billing_address_street`. */
export function labelApiField(member: string): string {
  const last = member.split('.').at(-1) ?? member
  const words = apiFieldLabels[last] ?? last.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const apiFieldLabels: Readonly<Record<string, string>> = {
  id: 'id',
  return_url: 'where the customer comes back to',
  transaction_webhook_url: 'where notifications go',
  datetime: 'asked for at',
  identifier: 'RID',
  iban: 'IBAN',
  bic: 'BIC',
  dob: 'date of birth',
  ip: 'IP address',
  email: 'e-mail',
  mobile: 'mobile phone',
  phone_number: 'phone',
}

interface StatusLabel {
  readonly word: string
  readonly tone: StateTone
}

export const requestStatusLabels: Readonly<Record<PaymentRequestStatus, StatusLabel>> = {
  draft: { word: 'Not sent', tone: 'ended' },
  sending: { word: 'On its way', tone: 'open' },
  created: { word: 'Created', tone: 'open' },
  refused: { word: 'Refused', tone: 'bad' },
  not_sent: { word: 'Not sent', tone: 'bad' },
  unknown: { word: 'Not known yet', tone: 'review' },
  absent: { word: 'Not created', tone: 'ended' },
}

/** Names the requester: `You`, a colleague's name, or the label of a system. */
export function describeRequester({ by }: Pick<PaymentRequest, 'by'>): string {
  if (by.kind === 'system') return by.label
  return by.who.me ? 'You' : by.who.name
}

/** Returns the status in a word or two: the state of the transaction once the request has one. */
export function describeRequestStatus({ status, now }: Pick<PaymentRequest, 'status' | 'now'>): string {
  if (status !== 'created' || now === null) return requestStatusLabels[status].word.toLowerCase()
  return getStateLabel(now.state).toLowerCase()
}
