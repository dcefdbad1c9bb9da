import { z } from 'zod'
import { type GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import type { CheckedPaymentInput } from './check.ts'
import type { PaymentRequestFieldNames } from './options.ts'

/** Fields that Paydesk adds to a payment request. */
export interface GeneratedPaymentFields {
  readonly merchantTransactionId: string
  readonly reference: string
  /** Timestamp in ISO 8601, UTC, with milliseconds. */
  readonly datetime: string
  /** Return address of the customer; the payment service appends its transaction id. */
  readonly returnUrl: string
  readonly notificationUrl: string
}

/**
 * Builds the request body (interface, Authorization request body): these
 * very bytes are reviewed, encrypted and sent.
 */
export function buildPaymentRequestBody(
  checked: CheckedPaymentInput,
  added: GeneratedPaymentFields,
  members: PaymentRequestFieldNames,
): string {
  const { merchant, transaction, account_holder: holder } = members
  const accountHolder = checked.holder
  return JSON.stringify({
    [members.workflow]: checked.workflow,
    merchant: {
      [merchant.id]: checked.merchant,
      [merchant.return_url]: added.returnUrl,
      [merchant.notification_url]: added.notificationUrl,
    },
    transaction: {
      id: added.merchantTransactionId,
      ...(transaction.datetime !== null && { [transaction.datetime]: added.datetime }),
      [transaction.amount]: String(checked.amount),
      [transaction.currency]: checked.currency,
      reference: added.reference,
    },
    client: Object.fromEntries(checked.client),
    account: { identifier: checked.rid },
    ...(accountHolder !== null && {
      account_holder: {
        ...(accountHolder.name !== null && { [holder.name]: accountHolder.name }),
        ...(accountHolder.type !== null && { [holder.type]: accountHolder.type }),
        iban: accountHolder.iban,
        ...(accountHolder.bic !== null && { [holder.bic]: accountHolder.bic }),
      },
    }),
  })
}

const bodyFormSchema = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))

/** Reads the fields of a body in order, with paths such as `transaction.amount`. */
function readBodyFields(body: string): readonly (readonly [path: string, value: string])[] {
  const all = Object.entries(bodyFormSchema.parse(JSON.parse(body)))
  return all.flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[name, value] as const]
      : Object.entries(value).map(([member, text]) => [`${name}.${member}`, text] as const),
  )
}

export function listPaymentBodyFieldPaths(body: string): string[] {
  return readBodyFields(body).map(([fieldPath]) => fieldPath)
}

/** Maps each field that is not personal to its row of the field permissions. */
function mapPolicyFields({
  workflow,
  merchant,
  transaction,
}: PaymentRequestFieldNames): ReadonlyMap<string, FieldName> {
  return new Map<string, FieldName>([
    [workflow, 'workflow'],
    [`merchant.${merchant.id}`, 'merchant.id'],
    [`merchant.${merchant.return_url}`, 'merchant.return_url'],
    [`merchant.${merchant.notification_url}`, 'merchant.notification_url'],
    ['transaction.id', 'transaction.id'],
    [`transaction.${transaction.datetime}`, 'transaction.datetime'],
    [`transaction.${transaction.amount}`, 'transaction.amount'],
    [`transaction.${transaction.currency}`, 'transaction.currency'],
    ['transaction.reference', 'transaction.reference'],
  ])
}

export interface PaymentRequestBodyLine {
  readonly member: string
  readonly value: GuardedValue
}

/**
 * Lists the fields of a body in order, guarded: typed personal data is visible to its author only; the RID of
 * a chosen customer has its own field permission.
 */
export function buildPaymentRequestBodyLines(
  body: string,
  members: PaymentRequestFieldNames,
  isCustomerKnown: boolean,
): PaymentRequestBodyLine[] {
  const fields = mapPolicyFields(members)
  return readBodyFields(body).map(([member, value]) => {
    const isRid = member === 'account.identifier' && isCustomerKnown
    return { member, value: guardValue(fields.get(member) ?? (isRid ? 'rid' : 'request.typed'), value) }
  })
}
