import { z } from 'zod'
import { type GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import type { CheckedPaymentInput } from './check.ts'
import type { RequestFieldNames } from './options.ts'

/** Fields that Paydesk adds to a payment request. */
export interface GeneratedFields {
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
export function buildRequestBody(
  checked: CheckedPaymentInput,
  added: GeneratedFields,
  members: RequestFieldNames,
): string {
  const { merchant, transaction, account_holder: holder } = members
  const given = checked.holder
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
    ...(given !== null && {
      account_holder: {
        ...(given.name !== null && { [holder.name]: given.name }),
        ...(given.type !== null && { [holder.type]: given.type }),
        iban: given.iban,
        ...(given.bic !== null && { [holder.bic]: given.bic }),
      },
    }),
  })
}

const bodyForm = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))

/** Reads the fields of a body in order, with paths such as `transaction.amount`. */
function readBodyFields(body: string): readonly (readonly [way: string, value: string])[] {
  const all = Object.entries(bodyForm.parse(JSON.parse(body)))
  return all.flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[name, value] as const]
      : Object.entries(value).map(([member, text]) => [`${name}.${member}`, text] as const),
  )
}

export function listFieldPaths(body: string): string[] {
  return readBodyFields(body).map(([way]) => way)
}

/** Maps each field that is not personal to its row of the field permissions. */
function mapPolicyFields({
  workflow,
  merchant,
  transaction,
}: RequestFieldNames): ReadonlyMap<string, FieldName> {
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

export interface RequestBodyLine {
  readonly member: string
  readonly value: GuardedValue
}

/**
 * Lists the fields of a body in order, guarded: typed personal data is visible to its author only; the RID of
 * a chosen customer has its own field permission.
 */
export function buildBodyLines(
  body: string,
  members: RequestFieldNames,
  isCustomerKnown: boolean,
): RequestBodyLine[] {
  const fields = mapPolicyFields(members)
  return readBodyFields(body).map(([member, value]) => {
    const isRid = member === 'account.identifier' && isCustomerKnown
    return { member, value: guardValue(fields.get(member) ?? (isRid ? 'rid' : 'request.typed'), value) }
  })
}
