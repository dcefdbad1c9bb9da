import { liveEvent, liveEventNames } from '@paydesk/shared/core/live-updates'
import type { Permission } from '@paydesk/shared/core/permissions'
import type { Actor, StreamClient } from '../../platform/http/route.ts'
import type { ChangeEvent } from '../../records/changes.ts'
import { derivePersonKey } from '../../records/session-changes.ts'
import type { ChangeHub, WakeReason } from './hub.ts'
import type { ReplayBuffer } from './replay-buffer.ts'

/** What one must be permitted to read in order to hear that it changed. */
const requiredPermissions: Readonly<Record<ChangeEvent['kind'], Permission>> = {
  transaction: 'transaction.read',
  notification: 'notification.read',
  // It says no more than that one has run: whoever administers follows it on the health page.
  sweep: 'health.read',
  register: 'register.read',
  import: 'import.run',
  review: 'review.read',
  decision: 'review.read',
  handover: 'handover.ask',
  drift: 'drift.read',
  drift_every: 'drift.every',
  session: 'session.every',
  session_own: 'session.own',
  glass: 'glass.count',
  reveal_alert: 'reveal.watch',
  request: 'request.read',
  system: 'system.manage',
  download: 'document.download',
  subject: 'subject.export',
}

/** Nothing for so long and a comment is sent, so that both ends know that the other is there. */
const heartbeatMs = 15_000
/** Who begins hears this much of the past: what changed while the page was being read. */
const initialReplayMs = 15_000
/** Changes of one write. */
const maxChangesPerWrite = 200

/** The last words to somebody whose session ended: they need not come back. */
export const closingEvent = `event: ${liveEventNames.close}\ndata: {}\n\n`

/** Spread over some seconds, so that those who were cut together do not come back together. */
function formatRetry(leastMs: number): string {
  return `retry: ${leastMs + Math.floor(Math.random() * 3_000)}\n`
}

const closingLines: Readonly<Partial<Record<WakeReason, string>>> = {
  // Three others of this session are open already: no hurry.
  displaced: `${formatRetry(30_000)}\n`,
}

function formatChangeEvent({ seq, kind, environment, subject_id, version }: ChangeEvent): string {
  const named = kind === 'drift_every' ? 'drift' : kind === 'session_own' ? 'session' : kind
  const told = liveEvent.parse({ kind: named, environment, id: subject_id, version })
  return `id: ${seq}\nevent: ${liveEventNames.change}\ndata: ${JSON.stringify(told)}\n\n`
}

/** Which changes this person may hear of: by permission, and by merchant in each environment. */
export function createChangeFilter(
  { session, permissions }: Pick<Actor, 'session' | 'permissions'>,
  merchantsOf: (environment: string) => readonly string[] | undefined,
): (change: Pick<ChangeEvent, 'kind' | 'environment' | 'merchant' | 'subject_id'>) => boolean {
  const own = session.merchants
  const me = derivePersonKey(session)
  return ({ kind, environment, merchant, subject_id }) => {
    if (!permissions.has(requiredPermissions[kind])) return false
    // Of the whole office, whatever environment it was noted under.
    if (kind === 'session_own') return subject_id === me
    if (kind === 'session' || kind === 'glass') return true
    const all = merchantsOf(environment)
    if (all === undefined) return false
    if (own === null) return true
    const seen = all.filter((one) => own.some((mine) => mine === one))
    if (merchant !== null) return seen.includes(merchant)
    // Without a merchant it is the environment's; a payment of nobody knows whom is for whoever sees them all.
    const isPayment = kind === 'transaction' || kind === 'notification'
    return isPayment ? seen.length === all.length : seen.length > 0
  }
}

/** The number that a client comes back with; null where it begins, NaN where it is none of ours. */
function parseLastEventId(after: string | null): number | null {
  if (after === null) return null
  return /^\d{1,15}$/.test(after) ? Number(after) : Number.NaN
}

/**
 * The lines of one stream: what came behind the number that the client has, then everything that comes.
 * Ends when nobody hears it any more.
 */
export async function* streamChangeEvents(
  { lastEventId, signal, disconnect }: StreamClient,
  session: string,
  hub: ChangeHub,
  ring: ReplayBuffer<ChangeEvent>,
  may: (change: ChangeEvent) => boolean,
): AsyncGenerator<string> {
  const seat = hub.subscribe(session, disconnect)
  const left = () => seat.unsubscribe()
  signal.addEventListener('abort', left)
  let at = parseLastEventId(lastEventId) ?? ring.head(initialReplayMs)
  let text = `${formatRetry(1_000)}id: ${Number.isNaN(at) ? ring.head() : at}\n\n`
  try {
    while (!signal.aborted) {
      const found = ring.readAfter(at, maxChangesPerWrite)
      if (found === null) text += `id: ${ring.head()}\nevent: ${liveEventNames.resync}\ndata: {}\n\n`
      else text += found.changes.filter(may).map(formatChangeEvent).join('')
      at = found?.upTo ?? ring.head()
      if (text !== '') {
        seat.beginWrite()
        yield text
        seat.endWrite()
        text = ''
      }
      if (at < ring.head()) continue
      const woken = await seat.wait(heartbeatMs)
      if (signal.aborted) return
      if (woken === 'displaced' || woken === 'stopping') {
        yield closingLines[woken] ?? `${formatRetry(1_000)}\n`
        return
      }
      // Its number goes on too where nothing was for this client: it is not sent back further than needed.
      if (woken === 'quiet') text = `: here\nid: ${at}\n\n`
    }
  } finally {
    signal.removeEventListener('abort', left)
    seat.unsubscribe()
  }
}
