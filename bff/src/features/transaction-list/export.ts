import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IndexFilter, IndexRow } from '@paydesk/shared/payments/indexed'
import type { Store } from '../../platform/database/database.ts'
import { byteOrderMark, csvLine, shownCell } from '../../platform/http/csv.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import type { Place } from '../../platform/list-query/cursor.ts'
import type { Handles } from '../../records/handles.ts'
import { withRids } from '../../records/rids.ts'
import { countRows } from './counting.ts'
import { matchesNothing } from './list.ts'
import { placeOf, readRows } from './pages.ts'
import { presentLine } from './present.ts'
import { refuseHidden, type Wanted, wantedOf } from './wanted.ts'

/** So many rows are read, masked and written at a time. */
const batch = 500

const yesOrNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no')

/** The list's columns, in its order. Times are ISO 8601 UTC, amounts minor units. */
const columns: readonly (readonly [title: string, text: (row: IndexRow) => string])[] = [
  ['Transaction', (row) => row.transaction],
  ['RID', (row) => shownCell(row.rid)],
  ['Merchant', (row) => shownCell(row.merchant)],
  ["Merchant's transaction", (row) => shownCell(row.merchantTransactionId)],
  ['Reference', (row) => shownCell(row.reference)],
  ['State', (row) => row.state.raw],
  ['Compound state', (row) => row.compound?.raw ?? ''],
  ['In review', (row) => yesOrNo(row.inReview)],
  ['Workflow', (row) => shownCell(row.workflow)],
  ['Amount (minor units)', (row) => shownCell(row.amount)],
  ['Currency', (row) => shownCell(row.currency)],
  ['Amount from', (row) => row.amountFrom ?? ''],
  ['Test', (row) => yesOrNo(row.test)],
  ['Finality', (row) => row.finality],
  ['First seen', (row) => row.firstSeenAt],
  ['First seen by', (row) => row.firstSource],
  ['Changed after', (row) => row.changedFrom ?? ''],
  ['Changed not later than', (row) => row.changedAt],
  ['Last read', (row) => row.readAt ?? ''],
  ['Expires', (row) => row.expiresAt ?? ''],
]

export interface ExportNeeds {
  readonly store: Store
  readonly handles: Handles
}

interface Asker {
  readonly actor: Actor
  readonly scope: Scope
  readonly gone: AbortSignal
  /** Told how many rows go out. */
  sent(rows: number): void
}

async function* linesWanted(
  wanted: Wanted,
  { actor, gone, sent }: Pick<Asker, 'actor' | 'gone' | 'sent'>,
  { store, handles }: ExportNeeds,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  if (matchesNothing(wanted)) return
  const { way } = await countRows(wanted, store)
  let after: Place | null = null
  while (!gone.aborted) {
    const rows = await readRows(wanted, { after, limit: batch, way }, store)
    const lines = await withRids(rows, wanted.environment, handles)
    const presented = lines.map((line) => presentLine(line, actor.sight))
    sent(rows.length)
    if (rows.length > 0) yield presented.map((row) => csvLine(columns.map(([, text]) => text(row)))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = placeOf(last, wanted)
    // The embedded database answers at once: without a pause nobody else would get a turn.
    await nextTurn()
  }
}

/**
 * The whole filter as CSV, a batch of lines at a time and no more than the reader takes. In the order
 * of first notice, which never changes: each row is there once although others change meanwhile.
 * Throws `bad_request` before the first byte where the filter tells what the role's mask hides.
 */
export function exportLines(
  filter: IndexFilter,
  who: Asker,
  needs: ExportNeeds,
  now: number,
): AsyncIterable<string> {
  refuseHidden(filter, who.actor.sight)
  return linesWanted({ ...wantedOf(filter, who.scope, now), order: 'seen' }, who, needs)
}
