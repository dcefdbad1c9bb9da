import type { TrailResult } from '@paydesk/shared/compliance/trail'
import type { TrailAct } from '@paydesk/shared/compliance/trail-seen'
import { wordOfKind, wordsOfAction } from '../../platform/audit/event-labels.ts'
import { ticketOf, time, wordsOfField, wordsOfPurpose } from './present.ts'

/** Entries that tell of the same deed on records of the same kind, counted. Times are ms since 1970. */
export interface ActRow {
  readonly action: string
  readonly kind: string | null
  readonly field: string | null
  readonly purpose: string | null
  readonly ticket: string | null
  readonly result: TrailResult
  readonly records: number
  readonly times: number
  readonly first: number
  readonly last: number
}

export function presentAct(row: ActRow): TrailAct {
  const { group, says, alone } = wordsOfAction(row.action)
  return {
    group,
    says: row.kind === null ? alone : says,
    words: row.kind === null ? null : wordOfKind(row.kind),
    records: Number(row.records),
    field: wordsOfField(row.field),
    purpose: wordsOfPurpose(row.purpose),
    ticket: ticketOf(row.ticket),
    result: row.result,
    times: Number(row.times),
    firstAt: time(row.first),
    lastAt: time(row.last),
  }
}
