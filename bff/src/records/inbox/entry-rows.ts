import type { InboxEntry, InboxTarget } from '@paydesk/shared/cases/inbox'
import type { InboxEntryKind } from '@paydesk/shared/core/colleague'
import type { ScopedActor } from '../../platform/http/route.ts'
import type { Person } from '../../platform/session/person.ts'
import type { NewLiveChange } from '../live-changes.ts'
import { deriveLiveUpdatePersonId } from '../session-changes.ts'

/** Person with the encrypted name. */
interface Signer {
  readonly issuer: string | null
  readonly subject: string | null
  readonly name: string | null
}

/** Entry of the inbox of one person, derived from the record of a feature. Times are ms since 1970. */
export interface InboxEntryRow {
  readonly kind: InboxEntryKind
  /** Id of the record: with the kind it names the entry. */
  readonly id: string
  readonly at: number
  readonly by: Signer
  readonly target: InboxTarget
  /** True once the person has seen the record itself. */
  readonly isSeen?: boolean
  readonly outcome?: InboxEntry['outcome']
  readonly until?: number | null
  readonly transaction?: string
  /** Customer and merchant, if the entry is about no transaction. */
  readonly customer?: { readonly customer: string; readonly merchant: string } | null
  readonly rows?: number
}

/** Upper bound of the entries that a source gives for each of its kinds. */
export const maxInboxEntriesPerKind = 100

/**
 * Lists the entries of one feature for this person since a time (ms since 1970), without those that the active
 * role or the scope may not see.
 */
export type InboxSource = (caller: ScopedActor, since: number) => Promise<readonly InboxEntryRow[]>

/** Request that one person makes and another one answers, as the inbox of either of them sees it. */
interface InboxRequest {
  readonly id: string
  readonly at: number
  readonly until: number
  readonly by: Signer
  /** True if this person may answer now. */
  readonly mayAnswer: boolean
  readonly isOwn: boolean
  readonly answer: {
    readonly isApproved: boolean
    readonly at: number
    readonly by: Signer
    readonly downloadUntil: number | null
  } | null
  readonly about: Pick<InboxEntryRow, 'target' | 'customer' | 'rows'>
}

/** Builds the entry of a request: for its approver while it waits, for its maker once it is answered. */
export function buildStaffRequestInboxEntries(request: InboxRequest, since: number): InboxEntryRow[] {
  const { id, at, until, by, mayAnswer, isOwn, answer, about } = request
  if (mayAnswer) return [{ kind: 'approval', id, at, by, until, ...about }]
  if (!isOwn || answer === null || answer.at < since) return []
  const answered = { id, at: answer.at, by: answer.by, ...about }
  return answer.isApproved
    ? [{ kind: 'export_ready', ...answered, outcome: 'approved', until: answer.downloadUntil }]
    : [{ kind: 'approval_answer', ...answered, outcome: 'rejected' }]
}

/** Builds the live-stream change of the inbox of a person, which nobody else receives. */
export function buildInboxLiveChange(environment: string, person: Person): NewLiveChange {
  const subject_id = deriveLiveUpdatePersonId(person)
  return { environment, merchant: null, kind: 'inbox', subject_id, version: 1 }
}
