import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'
import type { NewLiveChange } from '../../records/live-changes.ts'

export interface BreakGlassDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly zone: string
  /** Environment under which changes without an environment are published. */
  readonly defaultEnvironment: EnvironmentName
}

/** Deadline (ms) for the report, counted from the end of the access. */
const reportDeadlineMs = 24 * 3_600_000
/** Age limit (ms) of listed uses: one year. */
const maxListedAgeMs = 366 * 86_400_000
const maxListedRows = 200

/** Builds the change for the live stream; the change carries no content. */
export function buildBreakGlassLiveChange(
  { id, version }: BreakGlassRow,
  defaultEnvironment: EnvironmentName,
): NewLiveChange {
  return { environment: defaultEnvironment, merchant: null, kind: 'break_glass', subject_id: id, version }
}

/** True if the report is overdue. `now`: ms since 1970. */
export function isBreakGlassReportMissing({ until, reported_at }: BreakGlassRow, now: number): boolean {
  return reported_at === null && now >= until + reportDeadlineMs
}

/**
 * Lists uses newest first, up to `maxListedRows`; `more` if there are others. `waiting`: not acknowledged, or
 * the report is overdue.
 */
export async function listBreakGlassRows(
  { db }: Pick<Store, 'db'>,
  { show, now }: { readonly show: 'waiting' | 'all'; readonly now: number },
): Promise<{ rows: BreakGlassRow[]; more: boolean }> {
  const all = db
    .selectFrom('break_glass_grants')
    .selectAll()
    .where('at', '>', now - maxListedAgeMs)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxListedRows + 1)
  const rows =
    show === 'all'
      ? await all.execute()
      : await all
          .where((is) =>
            is.or([
              is('acknowledged_at', 'is', null),
              is.and([is('reported_at', 'is', null), is('until', '<=', now - reportDeadlineMs)]),
            ]),
          )
          .execute()
  return { rows: rows.slice(0, maxListedRows), more: rows.length > maxListedRows }
}

export function findBreakGlassRow({ db }: Pick<Store, 'db'>, id: string): Promise<BreakGlassRow | undefined> {
  return db.selectFrom('break_glass_grants').selectAll().where('id', '=', id).executeTakeFirst()
}
