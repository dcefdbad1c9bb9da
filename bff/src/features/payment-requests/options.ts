import type { PaymentRequestCurrency } from '@paydesk/shared/payments/payment-request'

/** Names of the members of an authorization request that the interface leaves unnamed. */
export interface RequestFieldNames {
  readonly workflow: string
  readonly merchant: { readonly id: string; readonly return_url: string; readonly notification_url: string }
  readonly transaction: {
    readonly amount: string
    readonly currency: string
    readonly datetime: string | null
  }
  /** The client's members in the order they are offered and sent; true for those that are required. */
  readonly client: ReadonlyMap<string, boolean>
  readonly account_holder: {
    readonly name: string
    readonly type: string
    readonly bic: string
    readonly types: readonly string[]
  }
}

/** Payment requests of one environment, as configured. */
export interface RequestConfig {
  /** Empty: nobody creates payments here. */
  readonly workflows: readonly string[]
  readonly currencies: readonly PaymentRequestCurrency[]
  /** Currencies with which an account holder may be sent. */
  readonly holderCurrencies: readonly PaymentRequestCurrency[]
  /** Gives the largest amount of one payment, in minor units. */
  most(currency: PaymentRequestCurrency): number
  readonly hostedHosts: ReadonlySet<string>
  readonly mayBePlain: boolean
  readonly returnFrames: readonly string[]
  readonly members: RequestFieldNames
}
