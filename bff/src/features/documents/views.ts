import {
  type DocumentViewId,
  type documentHandle,
  documentViewId,
  type OpenedView,
} from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { type PurposeCode, purposes } from '@paydesk/shared/core/purpose'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import {
  type Caller,
  type DocumentNeeds,
  type FoundFile,
  fetchFile,
  findFile,
  type Held,
  maySeeContent,
  notShown,
  takeTurn,
} from './find.ts'

/** A view holds for so long (ms), its content may be fetched so often, and its row is kept for a day. */
const holdsMs = 600_000
const contents = 5
const keptMs = 86_400_000

type ViewRow = Selectable<Schema['document_views']>

export interface ToOpen {
  readonly identity: IdentityHandle
  readonly document: z.output<typeof documentHandle>
  readonly file: number
  readonly purpose: PurposeCode
  readonly caseRef: string
}

export interface Opened {
  readonly id: DocumentViewId
  readonly found: FoundFile
  readonly facts: Held['facts']
  readonly openedAt: number
  readonly stepUpAge: number
  readonly merchant: string
}

/**
 * Opens a view of one file for this session: fetches it, says what it is, and keeps no byte. Throws
 * `step_up_needed`, `not_allowed` where the cell of the role says so, `not_found`, `document_not_shown`, and
 * `bad_request` for personal data in the place of a ticket.
 */
export async function openView(wanted: ToOpen, caller: Caller, needs: DocumentNeeds): Promise<Opened> {
  const { actor, scope } = caller
  if (!maySeeContent(actor.sight)) throw new ProblemError('not_allowed')
  refusePersonalTicket('caseRef', wanted.caseRef)
  const stepUpAge = requireStepUp(actor, needs.config.stepUpMs)
  const found = await findFile(wanted, caller, needs)
  const leave = await takeTurn(needs)
  const { facts, release } = await fetchFile(found, caller, needs).finally(leave)
  release()
  const id = documentViewId.parse(newId('dv'))
  const openedAt = Date.now()
  const { db } = needs.store
  await db
    .deleteFrom('document_views')
    .where('until', '<', openedAt - keptMs)
    .execute()
  await db
    .insertInto('document_views')
    .values({
      id,
      environment: scope.environment,
      merchant: found.merchant,
      identity: wanted.identity,
      document: wanted.document,
      file: wanted.file,
      session_hash: actor.session.hash,
      sha256: facts.sha256,
      opened_at: openedAt,
      until: openedAt + holdsMs,
      fetched: 0,
    })
    .execute()
  return { id, found, facts, openedAt, stepUpAge, merchant: found.merchant }
}

const time = (at: number) => new Date(at).toISOString()

/** An opened view with what is drawn over it. */
export function presentView(
  { id, found, facts, openedAt }: Opened,
  { purpose, caseRef }: Pick<ToOpen, 'purpose' | 'caseRef'>,
  { session, sight }: Caller['actor'],
): OpenedView {
  return {
    view: id,
    document: found.listed.document,
    file: found.file,
    name: sight.show(found.named.name),
    openedAt: time(openedAt),
    until: time(openedAt + holdsMs),
    contents,
    facts,
    watermark: { person: session.name, at: time(openedAt), purpose: purposes[purpose], caseRef },
  }
}

/** The view where it is this session's own, of this identity, and not over. Throws `not_found` for any other. */
async function ownView(
  { identity, view }: { readonly identity: IdentityHandle; readonly view: DocumentViewId },
  { actor, scope }: Caller,
  { store }: Pick<DocumentNeeds, 'store'>,
): Promise<ViewRow> {
  const row = await store.db
    .selectFrom('document_views')
    .selectAll()
    .where('id', '=', view)
    .where('identity', '=', identity)
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where('session_hash', '=', actor.session.hash)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/** Counts one fetch of the content of a view. Throws `not_found` where it is over, `document_not_shown` at the last. */
export async function takeContent(
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentViewId },
  caller: Caller,
  needs: Pick<DocumentNeeds, 'store'>,
): Promise<ViewRow> {
  const row = await ownView(wanted, caller, needs)
  if (row.closed_at !== null || row.until < Date.now()) throw new ProblemError('not_found')
  const taken = await needs.store.db
    .updateTable('document_views')
    .set(({ eb }) => ({ fetched: eb('fetched', '+', 1) }))
    .where('id', '=', row.id)
    // Two fetches at once count as two.
    .where('fetched', '<', contents)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw notShown('content', `at most ${contents} times for one view`)
  return row
}

export interface Closed {
  readonly seconds: number
  readonly merchant: string
}

/** Ends a view, however often it is told. Gives how long it was open, in whole seconds. Throws `not_found`. */
export async function closeView(
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentViewId },
  caller: Caller,
  needs: Pick<DocumentNeeds, 'store'>,
): Promise<Closed> {
  const row = await ownView(wanted, caller, needs)
  const closedAt = row.closed_at ?? Date.now()
  await needs.store.db
    .updateTable('document_views')
    .set({ closed_at: closedAt })
    .where('id', '=', row.id)
    .where('closed_at', 'is', null)
    .execute()
  return { seconds: Math.max(0, Math.round((closedAt - row.opened_at) / 1_000)), merchant: row.merchant }
}
