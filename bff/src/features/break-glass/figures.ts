import type { BreakGlassFigures } from '@paydesk/shared/compliance/break-glass'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'
import { isBreakGlassReportMissing } from './rows.ts'

const weekCount = 12

/**
 * Returns the starts (ms since 1970) of the last twelve weeks in this zone, weeks beginning on Monday, the
 * current week last.
 */
export function listRecentWeekStarts(
  zone: string,
  now: number,
): { readonly week: string; readonly from: number }[] {
  return listTimeZoneDays(zone, now, weekCount * 7)
    .filter(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1)
    .map(({ day, from }) => ({ week: day, from }))
}

/**
 * Counts break-glass uses by week and by person, missing acknowledgements and missing reports. `now`: ms
 * since 1970.
 */
export async function countBreakGlassUse(
  { db }: Pick<Store, 'db'>,
  { cipher, zone, now }: { readonly cipher: FieldCipher; readonly zone: string; readonly now: number },
): Promise<BreakGlassFigures> {
  const begins = listRecentWeekStarts(zone, now)
  const since = begins[0]?.from ?? now
  const rows = await db
    .selectFrom('break_glass_grants')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at')
    .execute()
  const thisWeek = begins.at(-1)?.from ?? now
  const people = new Map<string, { name: string | null; thisWeek: number; count: number }>()
  for (const { issuer, subject, name, at } of rows) {
    const key = JSON.stringify([issuer, subject])
    const before = people.get(key) ?? { thisWeek: 0, count: 0 }
    people.set(key, {
      name: cipher.open(staffTextCipherContext, name) ?? null,
      thisWeek: before.thisWeek + (at >= thisWeek ? 1 : 0),
      count: before.count + 1,
    })
  }
  const within = (from: number, to: number) => rows.filter(({ at }) => at >= from && at < to).length
  return {
    thisWeek: within(thisWeek, Number.POSITIVE_INFINITY),
    weeks: begins.map(({ week, from }, nth) => ({
      week,
      count: within(from, begins[nth + 1]?.from ?? Number.POSITIVE_INFINITY),
    })),
    people: [...people.values()].sort(
      (a, b) => b.count - a.count || ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
    ),
    waiting: rows.filter(({ acknowledged_at }) => acknowledged_at === null).length,
    missing: rows.filter((row) => isBreakGlassReportMissing(row, now)).length,
  }
}
