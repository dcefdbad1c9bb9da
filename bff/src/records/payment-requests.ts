import type { EnvironmentName, MerchantId, SupportReference } from '@paydesk/shared/core/ids'
import type { PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import type { Selectable } from 'kysely'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'

export type PaymentRequestRow = Selectable<DatabaseSchema['payment_requests']>

/** Maker of a payment request: a member of staff, or a system of the merchant with an API key. */
export type PaymentRequestMaker =
  | { readonly kind: 'person'; readonly issuer: string; readonly subject: string; readonly name: string }
  | { readonly kind: 'api_key'; readonly id: string; readonly label: string }

/** Payment request as received (interface, Authorization request body); nothing of it is checked yet. */
export interface UncheckedPaymentRequest {
  /** Id of the form, or idempotency key of an API client: one payment per maker and form. */
  readonly form: string
  readonly merchant: MerchantId
  readonly rid: string
  readonly workflow: string
  readonly amount: { readonly unit: 'major' | 'minor'; readonly text: string }
  readonly currency: string
  /** Reference; empty if Paydesk generates one. */
  readonly reference: string
  readonly client: Readonly<Record<string, string>>
  readonly accountHolder: {
    readonly iban: string
    readonly name: string
    readonly type: string
    readonly bic: string
  } | null
}

/** Environment, merchants and maker of a payment request. */
export interface PaymentRequestContext {
  readonly environment: EnvironmentName
  /** Merchants for which the maker may act. */
  readonly merchants: readonly MerchantId[]
  readonly maker: PaymentRequestMaker
  /** Reference of the call; sent to the payment service as `x-request-id`. */
  readonly reference: SupportReference
}

/**
 * Reason why a created payment has no payment link; `not_kept`: the link was deleted after some weeks or
 * cannot be decrypted.
 */
export type NoPaymentLinkReason = 'final' | 'expired' | 'answer_lost' | 'address_not_trusted' | 'not_kept'

/** Payment link in clear text, or the reason for its absence; both are null if nothing was created. */
export type PaymentLinkResult =
  /** `expiresAt`: end of its validity, ms since 1970; null if it is not known. */
  | { readonly address: string; readonly why: null; readonly expiresAt: number | null }
  | { readonly address: null; readonly why: NoPaymentLinkReason | null }

/** Creates payments once, for the form of staff and for the API of the merchant's systems. */
export interface PaymentRequestCreator {
  /**
   * Checks the request and stores it as a draft before anything is sent; the same form replaces its draft.
   * `sent`: this form was sent before, and the row is the sent one. Throws `payment_requests_off`, or `bad_request`
   * with the fields `workflow`, `amount`, `currency`, `reference`, `rid`, `client.<member>` and
   * `accountHolder.<member>`.
   */
  draft(
    paymentRequestDetails: UncheckedPaymentRequest,
    requestContext: PaymentRequestContext,
  ): Promise<{ readonly answer: 'draft' | 'sent'; readonly row: PaymentRequestRow }>
  /**
   * Sends a draft once and returns the result; `reviewed` is the hash of the reviewed body and must be the
   * row's. Never rejects because of the payment service. Throws `not_found` if the request is of another
   * environment or maker.
   */
  send(
    request: PaymentRequestId,
    reviewed: string,
    requestContext: PaymentRequestContext,
  ): Promise<{ readonly answer: 'sent' | 'sent_before' | 'changed'; readonly row: PaymentRequestRow }>
  /** Returns the payment link in clear text while it is usable: not final, not expired. */
  address(row: PaymentRequestRow): Promise<PaymentLinkResult>
}

/** Builds the context in which a part of a request is encrypted. */
export const buildPaymentRequestCipherContext = (
  { environment, id }: Pick<PaymentRequestRow, 'environment' | 'id'>,
  part: 'form' | 'link' | 'secret',
) => `request/${environment}/${id}/${part}`

/**
 * Computes the blind indexes of the token in a return URL, the one of the current key first
 * (`return_lookup`).
 */
export const computeReturnTokenIndexes = (cipher: FieldCipher, token: string) =>
  cipher.blindIndexes('return-token', token)

/**
 * Path to which the customer returns; followed by the token and by the payment service's `transaction_id`.
 */
export const returnPagePath = '/return'
