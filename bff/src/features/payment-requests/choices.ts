import type { CustomerHandle, MerchantId } from '@paydesk/shared/core/ids'
import {
  currencyFractionDigits,
  type PaymentRequestFormOptions,
} from '@paydesk/shared/payments/payment-request'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Actor } from '../../platform/http/route.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import { findFieldFormat, labelClientField } from './client-fields.ts'
import type { PaymentRequestCaller } from './list.ts'
import type { PaymentRequestDeps, RequestEnvironment } from './rows.ts'
import { requestsOffMessage } from './status-messages.ts'

/** Options of the request form, with the preselected customer. */
export interface RequestFormChoices {
  readonly environment: RequestEnvironment
  readonly merchants: readonly MerchantId[]
  readonly customer: {
    readonly customer: CustomerHandle
    readonly merchant: MerchantId
    readonly rid: string
  } | null
}

/** Loads the options for this person, with the customer that the form was opened for. Throws `not_found`. */
export async function loadRequestChoices(
  environment: RequestEnvironment,
  customer: CustomerHandle | undefined,
  { scope }: PaymentRequestCaller,
  { handles }: Pick<PaymentRequestDeps, 'handles'>,
): Promise<RequestFormChoices> {
  const behind = customer === undefined ? null : await resolveCustomerHandle(customer, scope, handles)
  return {
    environment,
    merchants: scope.merchants,
    customer: customer === undefined || behind === null ? null : { customer, ...behind },
  }
}

export function presentRequestChoices(
  { environment, merchants, customer }: RequestFormChoices,
  { fieldAccess }: Actor,
): PaymentRequestFormOptions {
  const { workflows, currencies, holderCurrencies, most, members } = environment.requests
  const isOn = workflows.length > 0
  return {
    isOn,
    why: isOn ? null : requestsOffMessage,
    merchants: [...merchants],
    workflows: [...workflows],
    currencies: currencies.map((currency) => ({
      currency,
      digits: currencyFractionDigits[currency],
      most: most(currency),
      holder: holderCurrencies.includes(currency),
    })),
    client: [...members.client].map(([member, required]) => {
      return { member, label: labelClientField(member), required, kind: findFieldFormat(member).kind }
    }),
    holderTypes: [...members.account_holder.types],
    customer:
      customer === null ? null : { ...customer, rid: fieldAccess.mask(guardValue('rid', customer.rid)) },
  }
}
