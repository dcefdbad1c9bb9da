import type { PaymentRequestCurrency } from '@paydesk/shared/payments/payment-requests'

/** Names of the fields of an authorization request that the interface leaves unnamed. */
export interface PaymentRequestFieldNames {
  readonly workflow: string
  readonly merchant: { readonly id: string; readonly return_url: string; readonly notification_url: string }
  readonly transaction: {
    readonly amount: string
    readonly currency: string
    readonly datetime: string | null
  }
  /** Client fields in the order in which they are offered and sent; true if the field is required. */
  readonly client: ReadonlyMap<string, boolean>
  readonly account_holder: {
    readonly name: string
    readonly type: string
    readonly bic: string
    readonly types: readonly string[]
  }
}

/** Payment request configuration of one environment. */
export interface PaymentRequestConfig {
  /** Workflows for new payments; empty if nobody creates payments in this environment. */
  readonly workflows: readonly string[]
  readonly currencies: readonly PaymentRequestCurrency[]
  /** Currencies with which an account holder may be sent. */
  readonly holderCurrencies: readonly PaymentRequestCurrency[]
  /** Returns the largest amount of one payment, in minor units. */
  getMaxAmountMinor(currency: PaymentRequestCurrency): number
  readonly hostedHosts: ReadonlySet<string>
  readonly mayBePlain: boolean
  readonly returnFrames: readonly string[]
  readonly members: PaymentRequestFieldNames
}
