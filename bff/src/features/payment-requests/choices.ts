import type { CustomerHandle, MerchantId } from '@paydesk/shared/core/ids'
import { type RequestChoices, requestCurrencies } from '@paydesk/shared/payments/payment-request'
import { guard } from '../../platform/access/guarded.ts'
import type { Actor } from '../../platform/http/route.ts'
import { customerBehind } from '../../records/customers.ts'
import { formOf, labelOf } from './client-members.ts'
import type { Caller } from './list.ts'
import type { RequestEnvironment, RequestNeeds } from './rows.ts'
import { offSays } from './words.ts'

/** What the form is opened for. */
export interface Choices {
  readonly environment: RequestEnvironment
  readonly merchants: readonly MerchantId[]
  readonly customer: {
    readonly customer: CustomerHandle
    readonly merchant: MerchantId
    readonly rid: string
  } | null
}

/** What the form offers this person, with the customer that it was opened for. Throws `not_found`. */
export async function choicesFor(
  environment: RequestEnvironment,
  customer: CustomerHandle | undefined,
  { scope }: Caller,
  { handles }: Pick<RequestNeeds, 'handles'>,
): Promise<Choices> {
  const behind = customer === undefined ? null : await customerBehind(customer, scope, handles)
  return {
    environment,
    merchants: scope.merchants,
    customer: customer === undefined || behind === null ? null : { customer, ...behind },
  }
}

export function presentChoices(
  { environment, merchants, customer }: Choices,
  { sight }: Actor,
): RequestChoices {
  const { workflows, currencies, holderCurrencies, most, members } = environment.requests
  const isOn = workflows.length > 0
  return {
    isOn,
    why: isOn ? null : offSays,
    merchants: [...merchants],
    workflows: [...workflows],
    currencies: currencies.map((currency) => ({
      currency,
      digits: requestCurrencies[currency],
      most: most(currency),
      holder: holderCurrencies.includes(currency),
    })),
    client: [...members.client].map(([member, required]) => {
      return { member, label: labelOf(member), required, kind: formOf(member).kind }
    }),
    holderTypes: [...members.account_holder.types],
    customer: customer === null ? null : { ...customer, rid: sight.show(guard('rid', customer.rid)) },
  }
}
