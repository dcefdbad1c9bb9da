import { askedPayment, callApi, insertSystem } from '../support/contract/api-keys.ts'
import type { Stack } from '../support/stack/start.ts'
import type { Exit } from './haystack.ts'
import { exitOf } from './walk.ts'

/** Calls the payments API as a system of the merchant does, with `text` wherever its backend can put one. */
export async function walkApi(stack: Stack, text: string): Promise<Exit[]> {
  const { key } = await insertSystem(stack)
  const { transaction, client } = askedPayment()
  const contents = [
    askedPayment({ client: { ...client, email: text }, account: { identifier: crypto.randomUUID() } }),
    askedPayment({ workflow: text }),
    askedPayment({ transaction: { ...transaction, amount: text } }),
    askedPayment({ transaction: { ...transaction, reference: text } }),
    askedPayment({ client: { [text]: text } }),
    askedPayment({ account_holder: { iban: text, name: text } }),
    askedPayment({ [text]: text }),
  ]
  const exits: Exit[] = []
  let id = `q_${'0'.repeat(20)}`
  for (const [nth, body] of contents.entries()) {
    const idempotency = `${crypto.randomUUID()}-${nth}`
    const answer = await callApi(stack.origin, 'POST', '/v1/payments', { key, idempotency, body })
    id = /"id":"(q_[0-9a-z]{20})"/.exec(answer.text)?.[1] ?? id
    exits.push(exitOf('POST /v1/payments', answer))
  }
  const guess = encodeURIComponent(text)
  for (const path of [id, guess, `${id}?q=${guess}`]) {
    const answer = await callApi(stack.origin, 'GET', `/v1/payments/${path}`, { key })
    exits.push(exitOf('GET /v1/payments/:payment', answer))
  }
  const strange = { authorization: `Bearer ${guess}` }
  const refused = await callApi(stack.origin, 'GET', `/v1/payments/${id}`, { headers: strange })
  exits.push(exitOf('GET /v1/payments/:payment', refused))
  for (const path of ['/v1', `/v1?q=${guess}`])
    exits.push(exitOf('GET /v1', await callApi(stack.origin, 'GET', path, { key })))
  const document = await callApi(stack.origin, 'GET', `/v1/openapi.json?q=${guess}`)
  // Ignore the scheme of the addresses in its examples: it is no piece of a customer's value.
  const told = document.text.replaceAll('https://', '')
  exits.push(exitOf('GET /v1/openapi.json', { ...document, text: told }))
  return exits
}
