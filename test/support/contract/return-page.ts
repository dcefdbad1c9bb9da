import { randomInt, randomUUID } from 'node:crypto'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import {
  computeReturnTokenIndexes,
  type PaymentRequestRow,
  returnPagePath,
} from '@paydesk/bff/records/payment-requests'
import type { Stack } from '../stack/start.ts'
import type { RawRequest } from './raw-http.ts'
import { sendRaw } from './raw-http.ts'
import { noteTransaction } from './seed-transaction.ts'

/** Alphabet of base64url, from which return tokens are built. */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'

export function randomToken(length = 32): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

export interface InsertedRequest {
  readonly token: string
  readonly path: string
  readonly row: PaymentRequestRow
}

/** Inserts a payment request without calling the payment service; `more` replaces columns. */
export async function insertReturnPageRequest(
  stack: Stack,
  more: Partial<PaymentRequestRow> = {},
  token = randomToken(),
): Promise<InsertedRequest> {
  const { store, cipher } = stack.deps
  const at = Date.now()
  const row: PaymentRequestRow = {
    id: generateId('q'),
    environment: 'stage',
    merchant: 'demo-merchant',
    customer: generateId('c'),
    form: randomUUID(),
    status: 'created',
    merchant_transaction_id: `pd-${randomToken(20)}`,
    reference: `INV-${randomToken(8)}`,
    workflow: 'DEMO_OPEN_BANKING',
    amount_minor: 987_654,
    currency: 'EUR',
    sealed_form: null,
    reviewed: '',
    maker: 'person',
    issuer: 'https://issuer.example.test',
    subject: 'subject.of.maker',
    name: '',
    created_at: at,
    sent_at: at,
    ended_at: null,
    due_at: null,
    looked: 0,
    transaction_id: randomUUID(),
    http_status: 201,
    why: null,
    members: null,
    sealed_link: null,
    sealed_secret: null,
    expires_at: at + 72 * 3_600_000,
    return_lookup: computeReturnTokenIndexes(cipher, token)[0],
    version: 1,
    ...more,
  }
  await store.db.insertInto('payment_requests').values(row).execute()
  return { token, path: `${returnPagePath}/${token}`, row }
}

type Noted = Parameters<typeof noteTransaction>[1]

/** Inserts a payment request and our record of its transaction; `noted` replaces columns of that record. */
export async function insertRequestWithTransaction(
  stack: Stack,
  noted: Noted = {},
  more: Partial<PaymentRequestRow> = {},
): Promise<InsertedRequest> {
  const asked = await insertReturnPageRequest(stack, more)
  const { transaction_id, reference, merchant } = asked.row
  if (transaction_id !== null)
    await noteTransaction(stack, { ...noted, id: transaction_id, reference, merchant })
  return asked
}

let caller = 0

/** Sends a request from a new client address, named as by a trusted proxy (`x-forwarded-for`). */
export function sendFromNewAddress(
  stack: Stack,
  request: Omit<RawRequest, 'target'> & { readonly target: string },
) {
  caller += 1
  const address = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`
  return sendRaw(stack.origin, { ...request, headers: { 'x-forwarded-for': address, ...request.headers } })
}

/** Everything that a guess could learn from an answer: status, body, headers except time and rate limit. */
export async function describeAnswer(stack: Stack, target: string, headers: Record<string, string> = {}) {
  const answer = await sendFromNewAddress(stack, { target, headers })
  const kept = [...answer.headers].filter(
    ([name]) => !['date', 'ratelimit', 'ratelimit-policy'].includes(name),
  )
  return JSON.stringify([answer.status, kept, answer.text])
}

/** Columns of a confirmed final state. */
export const confirmedColumns = { final: 1, finality: 'confirmed', final_read_at: Date.now() } as const

/** Texts and attributes of the page, by place. */
export function placesOf(html: string) {
  const at = (form: RegExp) => form.exec(html)?.[1] ?? null
  return {
    title: at(/<h1 id="title">([^<]*)<\/h1>/),
    text: at(/<p id="text">([^<]*)<\/p>/),
    reference: at(/<dd translate="no"><bdi>([^<]*)<\/bdi><\/dd>/),
    tone: at(/data-tone="([^"]*)"/),
    waits: at(/data-waits="([^"]*)"/),
    language: at(/<html lang="([^"]*)"/),
  }
}
