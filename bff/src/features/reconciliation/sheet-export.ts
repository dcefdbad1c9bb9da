import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DriftReason, DriftRow } from '@paydesk/shared/work/drift'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { byteOrderMark, csvLine, shownCell } from '../../platform/http/csv.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import type { Handles } from '../../records/handles.ts'
import { driftTexts } from '../../records/rules/drift-kinds.ts'
import { linesOf } from './list.ts'
import { presentDrift } from './present.ts'
import { itemsNumbered } from './rows.ts'
import { numbersOfDay, spanOf } from './sheet.ts'
import { seesOf } from './wanted.ts'

export interface ExportNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly handles: Handles
  readonly config: { readonly zone: string }
  readonly reasons: readonly DriftReason[]
}

interface Asker {
  readonly actor: Actor
  readonly scope: Scope
  readonly gone: AbortSignal
  /** Told how many rows go out. */
  sent(rows: number): void
}

/** So many items are read, masked and written at a time. */
const batch = 500

/** Times are ISO 8601 UTC, amounts minor units. */
const columns: readonly (readonly [title: string, text: (row: DriftRow) => string])[] = [
  ['Item', (row) => row.item],
  ['Kind', (row) => row.kind],
  ['Says', ({ kind }) => driftTexts([kind])[0]?.says ?? ''],
  ['Transaction', (row) => row.transaction],
  ['RID', (row) => shownCell(row.rid)],
  ['Merchant', (row) => shownCell(row.merchant)],
  ['State', (row) => row.state.raw],
  ['Compound state', (row) => row.compound?.raw ?? ''],
  ['Amount (minor units)', (row) => shownCell(row.amount)],
  ['Currency', (row) => shownCell(row.currency)],
  ['Opened after', (row) => row.openedAt.from ?? ''],
  ['Opened not later than', (row) => row.openedAt.to],
  ['Closed', (row) => row.closedAt ?? ''],
  ['Explained', (row) => row.explained?.reason.words ?? ''],
  ['Explanation', (row) => (row.explained === null ? '' : shownCell(row.explained.text))],
  ['Ticket', (row) => (row.explained === null ? '' : shownCell(row.explained.ticket))],
  ['Explained by', (row) => row.explained?.by.name ?? ''],
  ['Explained at', (row) => row.explained?.at ?? ''],
]

async function* linesOfDay(
  numbers: readonly number[],
  { actor, scope, gone, sent }: Asker,
  { store, seal, handles, reasons }: ExportNeeds,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  const looking = { sight: actor.sight, session: actor.session, seal, reasons }
  for (let at = 0; at < numbers.length && !gone.aborted; at += batch) {
    const items = await itemsNumbered(store.db, numbers.slice(at, at + batch))
    const lines = await linesOf(items, scope.environment, handles)
    const rows = lines.map((line) => presentDrift(line, looking))
    sent(rows.length)
    yield rows.map((row) => csvLine(columns.map(([, text]) => text(row)))).join('')
    // The embedded database answers at once: without a pause nobody else would get a turn.
    await nextTurn()
  }
}

/**
 * The items that were open at any time of a day as CSV, a batch at a time and no more than the reader takes.
 * Which ones is settled at the beginning: each is there once although others open and close meanwhile. Throws
 * `bad_request` naming `day` before the first byte.
 */
export async function exportDay(
  day: string | undefined,
  who: Asker,
  needs: ExportNeeds,
): Promise<AsyncIterable<string>> {
  const span = spanOf(needs.config.zone, day, 1, Date.now())
  return linesOfDay(await numbersOfDay(needs.store, seesOf(who, needs.store), span), who, needs)
}
