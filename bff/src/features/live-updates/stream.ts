import { liveEventNames, liveEventSchema } from '@paydesk/shared/core/live-updates'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { Actor, StreamClient } from '../../platform/http/route.ts'
import type { LiveChange } from '../../records/live-changes.ts'
import { deriveLiveUpdatePersonId } from '../../records/session-changes.ts'
import type { LiveChangeHub, SubscriberWakeReason } from './hub.ts'
import type { ReplayBuffer } from './replay-buffer.ts'

/** Permission that is required to receive changes of each kind. */
const requiredPermissions: Readonly<Record<LiveChange['kind'], StaffPermission>> = {
  transaction: 'transaction.read',
  notification: 'notification.read',
  // A sync change says only that a sync has run: administrators follow it on the health page.
  sync: 'health.read',
  undocumented_value: 'undocumented_values.read',
  import: 'import.run',
  review: 'review.read',
  decision: 'review.read',
  question: 'question.ask',
  discrepancy: 'reconciliation.read',
  discrepancy_every: 'reconciliation.every',
  session: 'session.every',
  session_own: 'session.own',
  break_glass: 'break_glass.count',
  reveal_alert: 'reveal.watch',
  payment_request: 'payment_request.read',
  api_key: 'api_key.manage',
  download: 'document.download',
  subject_access: 'subject_access.export',
  export_request: 'records.export',
  inbox: 'inbox.read',
}

/** Silence (ms) after which a comment is sent, so that both ends know that the other is there. */
const heartbeatMs = 15_000
/** Past (ms) that a new client receives: changes made while its page was loading. */
const initialReplayMs = 15_000
const maxChangesPerWrite = 200

/** Last event for a client whose session ended: no reconnect is needed. */
export const liveStreamClosingEvent = `event: ${liveEventNames.close}\ndata: {}\n\n`

/** Jitter of some seconds: avoids a reconnect storm after a restart. */
function formatRetry(leastMs: number): string {
  return `retry: ${leastMs + Math.floor(Math.random() * 3_000)}\n`
}

const closingLines: Readonly<Partial<Record<SubscriberWakeReason, string>>> = {
  // Three other streams of this session are open: reconnecting is not urgent.
  displaced: `${formatRetry(30_000)}\n`,
}

function formatChangeEvent({ seq, kind, environment, subject_id, version }: LiveChange): string {
  const named = kind === 'discrepancy_every' ? 'discrepancy' : kind === 'session_own' ? 'session' : kind
  const told = liveEventSchema.parse({ kind: named, environment, id: subject_id, version })
  return `id: ${seq}\nevent: ${liveEventNames.change}\ndata: ${JSON.stringify(told)}\n\n`
}

/** Filters changes for a person: by permission, and by merchant in each environment. */
export function createLiveChangeFilter(
  { session, permissions }: Pick<Actor, 'session' | 'permissions'>,
  merchantsOf: (environment: string) => readonly string[] | undefined,
): (change: Pick<LiveChange, 'kind' | 'environment' | 'merchant' | 'subject_id'>) => boolean {
  const own = session.merchants
  const me = deriveLiveUpdatePersonId(session)
  return ({ kind, environment, merchant, subject_id }) => {
    if (!permissions.has(requiredPermissions[kind])) return false
    // Ignore the environment: sessions and break-glass concern all of Paydesk.
    if ((kind === 'session_own' || kind === 'inbox') && subject_id !== me) return false
    if (kind === 'session_own') return true
    if (kind === 'session' || kind === 'break_glass') return true
    const all = merchantsOf(environment)
    if (all === undefined) return false
    if (own === null) return true
    const seen = all.filter((one) => own.some((mine) => mine === one))
    if (merchant !== null) return seen.includes(merchant)
    // Changes without a merchant concern the environment; a payment without one is for people who see all
    // merchants.
    const isPayment = kind === 'transaction' || kind === 'notification'
    return isPayment ? seen.length === all.length : seen.length > 0
  }
}

/**
 * Parses the number of the last change that a reconnecting client has; null for a new client, NaN for an invalid
 * number.
 */
function parseLastEventId(after: string | null): number | null {
  if (after === null) return null
  return /^\d{1,15}$/.test(after) ? Number(after) : Number.NaN
}

/**
 * Yields the lines of one stream: the changes after the client's last number, then everything new. Ends when
 * the client is gone or the hub ends the stream.
 */
export async function* streamLiveChanges(
  { lastEventId, signal, disconnect }: StreamClient,
  session: string,
  hub: LiveChangeHub,
  replayBuffer: ReplayBuffer<LiveChange>,
  may: (change: LiveChange) => boolean,
): AsyncGenerator<string> {
  const subscriber = hub.subscribe(session, disconnect)
  const left = () => subscriber.unsubscribe()
  signal.addEventListener('abort', left)
  let at = parseLastEventId(lastEventId) ?? replayBuffer.head(initialReplayMs)
  let text = `${formatRetry(1_000)}id: ${Number.isNaN(at) ? replayBuffer.head() : at}\n\n`
  try {
    while (!signal.aborted) {
      const found = replayBuffer.readAfter(at, maxChangesPerWrite)
      if (found === null) text += `id: ${replayBuffer.head()}\nevent: ${liveEventNames.resync}\ndata: {}\n\n`
      else text += found.changes.filter(may).map(formatChangeEvent).join('')
      at = found?.upTo ?? replayBuffer.head()
      if (text !== '') {
        subscriber.beginWrite()
        yield text
        subscriber.endWrite()
        text = ''
      }
      if (at < replayBuffer.head()) continue
      const woken = await subscriber.wait(heartbeatMs)
      if (signal.aborted) return
      if (woken === 'displaced' || woken === 'stopping') {
        yield closingLines[woken] ?? `${formatRetry(1_000)}\n`
        return
      }
      // Send the number even if nothing was for this client, so that its next replay is short.
      if (woken === 'quiet') text = `: here\nid: ${at}\n\n`
    }
  } finally {
    signal.removeEventListener('abort', left)
    subscriber.unsubscribe()
  }
}
