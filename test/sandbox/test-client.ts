import type { AccountName } from './accounts.ts'
import { accounts } from './accounts.ts'
import type { Json } from './json.ts'
import { isJsonObject, parseJson } from './json.ts'
import type { Sandbox } from './start.ts'

/** Headers that authenticate the tests of the sandbox. */
export function headersOf(account: AccountName = 'stage'): Record<string, string> {
  return { from: accounts[account].from, authorization: `Bearer ${accounts[account].token}` }
}

export interface Read {
  readonly status: number
  readonly text: string
  readonly json: Json | undefined
}

export async function read(sandbox: Sandbox, path: string, account: AccountName = 'stage'): Promise<Read> {
  return readAnswer(
    await fetch(`${sandbox.serviceUrl}/${account}${path}`, {
      headers: headersOf(account),
      redirect: 'manual',
    }),
  )
}

export async function post(
  sandbox: Sandbox,
  path: string,
  body: Json,
  account: AccountName = 'stage',
): Promise<Read> {
  const headers = { ...headersOf(account), 'content-type': 'application/json' }
  return readAnswer(
    await fetch(`${sandbox.serviceUrl}/${account}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  )
}

export async function control(sandbox: Sandbox, method: string, path: string, body?: Json): Promise<Json> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const { json, status, text } = await readAnswer(await fetch(`${sandbox.controlUrl}/_sandbox/${path}`, init))
  if (status !== 200 || json === undefined) throw new Error(`${method} ${path}: ${status} ${text}`)
  return json
}

async function readAnswer(response: Response): Promise<Read> {
  const text = await response.text()
  return { status: response.status, text, json: parseJson(text) }
}

export function at(value: Json | undefined, ...path: (string | number)[]): Json | undefined {
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
  const { json } = await read(
    sandbox,
    `/v1/transaction/states/${merchant}/${encodeURIComponent(rid)}`,
    account,
  )
  return listOf(at(json, 'data')).map((entry) => String(at(entry, 'transaction_uid')))
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
