import type { Endpoint } from '@paydesk/shared/endpoints'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack } from '../stack/start.ts'
import { customerHandleOf, customerOf, identityHandleOf } from './support.ts'

export type EndpointName = keyof typeof endpoints

export interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const endpointNames = Object.keys(endpoints) as EndpointName[]

/** The subject that an endpoint's address names, if any. */
export function subjectOf(endpoint: Endpoint): 'customer' | 'transaction' | 'identity' | null {
  const named = /:(customer|transaction|identity)\b/.exec(endpoint.path)?.[1]
  return named === 'customer' || named === 'transaction' || named === 'identity' ? named : null
}

/** An input that each endpoint answers well, about one customer of the sandbox. */
export async function inputsAbout(
  stack: Stack,
  rid: string,
  merchant?: string,
): Promise<Record<EndpointName, Input>> {
  const customer = await customerOf(stack, rid, merchant)
  const of = {
    env: 'stage',
    customer: await customerHandleOf(stack, rid, merchant),
    transaction: customer.transaction(0),
    identity: await identityHandleOf(stack, rid, customer.identity, merchant),
  }
  const params = (...names: (keyof typeof of)[]) => ({
    params: Object.fromEntries(names.map((name) => [name, of[name]])),
  })
  return {
    whoAmI: { params: {} },
    chooseRole: { params: {}, body: { role: 'compliance' } },
    signOut: { params: {} },
    lookUp: { ...params('env'), body: { text: rid } },
    showCustomer: params('env', 'customer'),
    listCustomerTransactions: params('env', 'customer'),
    showCustomerIdentity: params('env', 'customer'),
    showTransaction: params('env', 'transaction'),
    showTransactionRecord: params('env', 'transaction'),
    listTransactionNotifications: params('env', 'transaction'),
    showIdentity: params('env', 'identity'),
    showIdentityRecord: params('env', 'identity'),
  }
}
