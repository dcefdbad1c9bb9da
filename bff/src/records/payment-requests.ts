import type { EnvironmentName, MerchantId, SupportReference } from '@paydesk/shared/core/ids'
import type { PaymentRequestId } from '@paydesk/shared/payments/payment-request'
import type { Selectable } from 'kysely'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'

export type PaymentRequestRow = Selectable<DatabaseSchema['payment_requests']>

/** Who asks for a payment: a member of staff, or a system of the merchant. */
export type PaymentRequestMaker =
  | { readonly kind: 'person'; readonly issuer: string; readonly subject: string; readonly name: string }
  | { readonly kind: 'system'; readonly id: string; readonly label: string }

/** What is asked for, as it was given (interface, Authorization request body); nothing of it is checked yet. */
export interface PaymentRequestDetails {
  /** Names the form, or a system's idempotency key: one payment of each maker and form. */
  readonly form: string
  readonly merchant: MerchantId
  readonly rid: string
  readonly workflow: string
  readonly amount: { readonly unit: 'major' | 'minor'; readonly text: string }
  readonly currency: string
  /** Empty where we are to make one. */
  readonly reference: string
  readonly client: Readonly<Record<string, string>>
  readonly accountHolder: {
    readonly iban: string
    readonly name: string
    readonly type: string
    readonly bic: string
  } | null
}

/** Where a payment is asked for, and who asks. */
export interface PaymentRequestContext {
  readonly environment: EnvironmentName
  /** The merchants that the maker may act for. */
  readonly merchants: readonly MerchantId[]
  readonly maker: PaymentRequestMaker
  /** Of the call; sent to the service as `x-request-id`. */
  readonly reference: SupportReference
}

/** Why a created payment has no address; `not_kept`: it had one, which is forgotten after some weeks or cannot be opened. */
export type NoPaymentLinkReason = 'final' | 'expired' | 'answer_lost' | 'address_not_trusted' | 'not_kept'

/** The hosted address in clear, or why there is none; without either nothing was created. */
export type PaymentLinkResult =
  | { readonly address: string; readonly why: null }
  | { readonly address: null; readonly why: NoPaymentLinkReason | null }

/** Creates payments once: what is behind the form of staff and behind the door of the merchant's systems. */
export interface PaymentRequests {
  /**
   * Checks everything and keeps it as a draft, before anything is sent; the same form again replaces its draft.
   * `sent`: this form was sent before, and the row is of that. Throws `requests_off`, or `bad_request` whose
   * fields are named by `workflow`, `amount`, `currency`, `reference`, `rid`, `client.<member>` and
   * `accountHolder.<member>`.
   */
  draft(
    asked: PaymentRequestDetails,
    asking: PaymentRequestContext,
  ): Promise<{ readonly answer: 'draft' | 'sent'; readonly row: PaymentRequestRow }>
  /**
   * Sends a draft, once, and gives what became of it: `reviewed` must be the row's. Never rejects for what the
   * service does. Throws `not_found` where it is not of this environment and maker.
   */
  send(
    request: PaymentRequestId,
    reviewed: string,
    asking: PaymentRequestContext,
  ): Promise<{ readonly answer: 'sent' | 'sent_before' | 'changed'; readonly row: PaymentRequestRow }>
  /** The hosted address in clear while it can be used: not final, not expired. */
  address(row: PaymentRequestRow): Promise<PaymentLinkResult>
}

/** What a part of a request is sealed for. */
export const buildRequestCipherContext = (
  { environment, id }: Pick<PaymentRequestRow, 'environment' | 'id'>,
  part: 'typed' | 'address' | 'secret',
) => `request/${environment}/${id}/${part}`

/** Keyed hashes of the token in a return address, the one under the current key first (`return_lookup`). */
export const computeReturnTokenIndexes = (seal: FieldCipher, token: string) =>
  seal.blindIndexes('return-token', token)

/** The path under which the customer comes back; behind it the token, and then `transaction_id` of the service. */
export const returnPath = '/return'
