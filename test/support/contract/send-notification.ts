import { createHmac } from 'node:crypto'
import { sendRequest } from '../stack/browse.ts'
import { notificationTokens } from '../stack/demo-config.ts'
import type { Answer, Stack } from '../stack/start.ts'

/** Path of the notifications for the account `stage`. */
export const stagePath = '/notify/stage/v1/notification'

/** Proof as the payment service computes it: HMAC-SHA256 over the raw bytes, in base64. */
export function checksumOf(body: string | Uint8Array, token: string = notificationTokens.stage): string {
  return createHmac('sha256', token).update(body).digest('base64')
}

interface Sent {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a notification as the payment service does; `headers` replace the proof. */
export async function sendNotification(
  stack: Stack,
  body: string | Uint8Array,
  sent: Sent = {},
): Promise<Answer> {
  const response = await sendRequest(stack.origin + (sent.path ?? stagePath), {
    method: 'POST',
    body: Buffer.from(body),
    headers: sent.headers ?? { 'content-type': 'application/json', 'x-isx-checksum': checksumOf(body) },
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
}

/** Rows of the notification queue, in order of receipt. */
export function inboxRows(stack: Stack) {
  return stack.deps.store.db.selectFrom('notification_queue').selectAll().orderBy('seq').execute()
}

/** Counts of rejected notifications by reason. Writes pending counts first. */
export async function refusedCounts(stack: Stack): Promise<Record<string, number>> {
  await stack.deps.receiver.flush()
  const rows = await stack.deps.store.db.selectFrom('rejected_notifications').selectAll().execute()
  return Object.fromEntries(rows.map(({ reason, times }) => [reason, times]))
}
