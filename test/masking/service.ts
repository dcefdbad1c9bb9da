import { z } from 'zod'
import { sendNotification } from '../support/contract/send-notification.ts'
import { sendRequest } from '../support/stack/browse.ts'
import type { Stack } from '../support/stack/start.ts'
import type { GeneratedCustomer, RecordJson, RecordJsonObject, RecordName } from './records.ts'

/** Account of the sandbox, and the environment of Paydesk that belongs to it. */
export const env = 'stage'

/** Test setup with a sandbox. */
type Beside = Pick<Stack, 'sandbox'>

/** Calls the control API of the sandbox. Throws unless the answer is 2xx. */
export async function callSandbox(
  stack: Beside,
  method: string,
  path: string,
  body?: RecordJson,
): Promise<RecordJson> {
  const response = await sendRequest(`${stack.sandbox.serviceUrl}/_sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return JSON.parse(await response.text())
}

const keyOf = (customer: GeneratedCustomer, name: RecordName) =>
  name === 'list' ? customer.rid : name === 'identity' ? customer.identity : customer.transaction

const situations = z.array(
  z.object({
    rid: z.string(),
    account: z.string(),
    identity: z.string(),
    transactions: z.array(z.string()),
  }),
)

/** Returns the ids of a customer that the sandbox itself has. Throws if there is none. */
export async function situationOf(stack: Beside, rid: string) {
  const all = situations.parse(await callSandbox(stack, 'GET', 'situations'))
  const found = all.find((one) => one.rid === rid && one.account === env)
  if (found === undefined) throw new Error(`the sandbox has no ${rid}`)
  return found
}

/** Sets the body with which the payment service answers this read of this customer. */
export async function answerWith(
  stack: Beside,
  customer: GeneratedCustomer,
  name: RecordName,
  body: RecordJsonObject,
): Promise<void> {
  await callSandbox(stack, 'POST', 'override', {
    account: env,
    operation: name,
    id: keyOf(customer, name),
    body,
  })
}

/** Puts a whole customer into the payment service. */
export async function putCustomer(stack: Beside, customer: GeneratedCustomer): Promise<void> {
  const { state, list, notifications, identity } = customer.records
  await answerWith(stack, customer, 'state', state)
  await answerWith(stack, customer, 'list', list)
  await answerWith(stack, customer, 'notifications', notifications)
  await answerWith(stack, customer, 'identity', identity)
}

/**
 * Sends the notifications of the customer, signed as the payment service signs them. Throws if one is
 * rejected.
 */
export async function sendCustomerNotifications(stack: Stack, customer: GeneratedCustomer): Promise<void> {
  const { data } = customer.records.notifications
  for (const one of Array.isArray(data) ? data : []) {
    const { status, text } = await sendNotification(stack, JSON.stringify(one))
    if (status >= 300) throw new Error(`a notification was answered ${status}: ${text}`)
  }
}

/** Returns the answer of the payment service itself, read with the credentials of Paydesk. */
export async function askService(stack: Stack, path: string): Promise<RecordJsonObject> {
  const [environment] = stack.deps.config.environments
  if (environment === undefined) throw new Error('no environment')
  const headers = {
    from: environment.clientName.reveal(),
    authorization: `Bearer ${environment.token.reveal()}`,
  }
  const response = await sendRequest(`${environment.baseUrl.href.replace(/\/$/, '')}${path}`, { headers })
  return JSON.parse(await response.text())
}
