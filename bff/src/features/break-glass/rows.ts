import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { GlassRow } from '../../records/break-glass.ts'
import type { NewChange } from '../../records/changes.ts'

export interface GlassNeeds {
  readonly store: Store
  readonly seal: Seal
  readonly zone: string
  /** What is of no environment is told under this one. */
  readonly office: EnvironmentName
}

/** So long after its end the report is missing. */
const reportMs = 24 * 3_600_000
/** Of all, those of the last year are listed. */
const listedMs = 366 * 86_400_000
const mostListed = 200

/** What the live stream tells of one: that it changed. */
export function changeOf({ id, version }: GlassRow, office: EnvironmentName): NewChange {
  return { environment: office, merchant: null, kind: 'glass', subject_id: id, version }
}

/** Over for so long that its report should have been written. `now`: ms since 1970. */
export function isReportMissing({ until, reported_at }: GlassRow, now: number): boolean {
  return reported_at === null && now >= until + reportMs
}

/** Newest first, one more than are listed at most. `waiting`: not acknowledged, or the report is missing. */
export async function listedBreaks(
  { db }: Pick<Store, 'db'>,
  { show, now }: { readonly show: 'waiting' | 'all'; readonly now: number },
): Promise<{ rows: GlassRow[]; more: boolean }> {
  const all = db
    .selectFrom('glass_breaks')
    .selectAll()
    .where('at', '>', now - listedMs)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(mostListed + 1)
  const rows =
    show === 'all'
      ? await all.execute()
      : await all
          .where((is) =>
            is.or([
              is('acknowledged_at', 'is', null),
              is.and([is('reported_at', 'is', null), is('until', '<=', now - reportMs)]),
            ]),
          )
          .execute()
  return { rows: rows.slice(0, mostListed), more: rows.length > mostListed }
}

export function breakNamed({ db }: Pick<Store, 'db'>, id: string): Promise<GlassRow | undefined> {
  return db.selectFrom('glass_breaks').selectAll().where('id', '=', id).executeTakeFirst()
}
