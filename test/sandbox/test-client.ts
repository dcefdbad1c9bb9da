import type { AccountName } from './accounts.ts'
import { sandboxAccounts } from './accounts.ts'
import type { Json } from './json.ts'
import { isJsonObject, parseJson } from './json.ts'
import type { Sandbox } from './start.ts'

/** Headers that authenticate the tests of the sandbox. */
export function headersOf(account: AccountName = 'stage'): Record<string, string> {
  return { from: sandboxAccounts[account].from, authorization: `Bearer ${sandboxAccounts[account].token}` }
}

export interface ServiceRead {
  readonly status: number
  readonly text: string
  readonly json: Json | undefined
}

export async function readService(
  sandbox: Sandbox,
  path: string,
  account: AccountName = 'stage',
): Promise<ServiceRead> {
  return readAnswer(
    await fetch(`${sandbox.serviceUrl}/${account}${path}`, {
      headers: headersOf(account),
      redirect: 'manual',
    }),
  )
}

export async function postToService(
  sandbox: Sandbox,
  path: string,
  body: Json,
  account: AccountName = 'stage',
): Promise<ServiceRead> {
  const headers = { ...headersOf(account), 'content-type': 'application/json' }
  return readAnswer(
    await fetch(`${sandbox.serviceUrl}/${account}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  )
}

export async function controlSandbox(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const { json, status, text } = await readAnswer(await fetch(`${sandbox.controlUrl}/_sandbox/${path}`, init))
  if (status !== 200 || json === undefined) throw new Error(`${method} ${path}: ${status} ${text}`)
  return json
}

async function readAnswer(response: Response): Promise<ServiceRead> {
  const text = await response.text()
  return { status: response.status, text, json: parseJson(text) }
}

export function valueAt(value: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let found = value
  for (const step of path) {
    if (Array.isArray(found) && typeof step === 'number') found = found[step]
    else if (isJsonObject(found) && typeof step === 'string') found = found[step]
    else return undefined
  }
  return found
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function keysOf(value: Json | undefined): string[] {
  return isJsonObject(value) ? Object.keys(value).sort() : []
}

export async function transactionIdsOf(
  sandbox: Sandbox,
  rid: string,
  merchant = 'demo-merchant',
  account: AccountName = 'stage',
): Promise<string[]> {
  const { json } = await readService(
    sandbox,
    `/v1/transaction/states/${merchant}/${encodeURIComponent(rid)}`,
    account,
  )
  return listOf(valueAt(json, 'data')).map((entry) => String(valueAt(entry, 'transaction_uid')))
}

export const createBody: Json = {
  workflow: 'DEMO_OPEN_BANKING',
  merchant: {
    id: 'demo-merchant',
    return_url: 'https://shop.example.test/completed?transaction_id=',
    transaction_webhook_url: 'https://shop.example.test/v1/notification',
  },
  transaction: {
    id: 'ord-9001',
    datetime: '2025-06-01T10:20:30.512Z',
    amount: '12550',
    currency: 'EUR',
    reference: 'INV-9001',
  },
  client: {
    first_name: 'Mara',
    last_name: 'Lindqvist',
    email: 'mara.lindqvist@example.test',
    mobile: '+46700000417',
    dob: '1988-04-17',
  },
  account: { identifier: 'cust-created' },
  account_holder: {
    name: 'Mara Lindqvist',
    type: 'INDIVIDUAL',
    iban: 'SE4550000000058398257466',
    bic: 'ESSESESS',
  },
}
