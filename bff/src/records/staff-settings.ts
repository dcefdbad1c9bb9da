import {
  applySettingsChange,
  type PersonSettings,
  personSettingsSchema,
  type SettingsChange,
} from '@paydesk/shared/administration/settings'
import { isTimeZone } from '@paydesk/shared/core/formatter'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../platform/database/database.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../platform/database/transaction.ts'
import type { Person } from '../platform/session/person.ts'

/** Loads the settings of a person. A value that is no longer offered counts as not chosen. */
export async function loadStaffSettings(
  db: Kysely<DatabaseSchema>,
  { issuer, subject }: Person,
): Promise<PersonSettings> {
  const row = await db
    .selectFrom('staff_settings')
    .select([
      'language',
      'time_zone',
      'number_style',
      'date_style',
      'theme',
      'density',
      'shortcuts',
      'rail',
      'tables',
      'alerts',
      'default_views',
    ])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const {
    language,
    timeZone,
    numbers,
    dates,
    theme,
    density,
    shortcuts,
    rail,
    tables,
    alerts,
    defaultViews,
  } = personSettingsSchema.shape
  return {
    language: language.catch(null).parse(row?.language ?? null),
    timeZone: timeZone.catch(null).parse(row?.time_zone ?? null),
    numbers: numbers.catch(null).parse(row?.number_style ?? null),
    dates: dates.catch(null).parse(row?.date_style ?? null),
    theme: theme.catch(null).parse(row?.theme ?? null),
    density: density.catch(null).parse(row?.density ?? null),
    shortcuts: shortcuts.catch(null).parse(row?.shortcuts ?? null),
    rail: rail.catch(null).parse(row?.rail ?? null),
    tables: tables.catch(null).parse(JSON.parse(row?.tables ?? 'null')),
    alerts: alerts.catch(null).parse(JSON.parse(row?.alerts ?? 'null')),
    defaultViews: defaultViews.catch(null).parse(JSON.parse(row?.default_views ?? 'null')),
  }
}

/** Loads the time zone that this person chose; `usual` without a choice, or if this system no longer knows it. */
export async function loadStaffTimeZone(
  db: Kysely<DatabaseSchema>,
  person: Person,
  usual: string,
): Promise<string> {
  const { timeZone } = await loadStaffSettings(db, person)
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : usual
}

/** Returns the columns of settings. */
const settingColumns = ({
  timeZone,
  numbers,
  dates,
  tables,
  alerts,
  defaultViews,
  ...same
}: PersonSettings) => ({
  ...same,
  ...{ time_zone: timeZone, number_style: numbers, date_style: dates },
  tables: tables === null ? null : JSON.stringify(tables),
  alerts: alerts === null ? null : JSON.stringify(alerts),
  default_views: defaultViews === null ? null : JSON.stringify(defaultViews),
})

const columnBySetting = {
  language: 'language',
  timeZone: 'time_zone',
  numbers: 'number_style',
  dates: 'date_style',
  theme: 'theme',
  density: 'density',
  shortcuts: 'shortcuts',
  rail: 'rail',
  tables: 'tables',
  alerts: 'alerts',
  defaultViews: 'default_views',
  defaultView: 'default_views',
} as const satisfies Record<keyof SettingsChange, keyof ReturnType<typeof settingColumns>>

/**
 * Changes settings of a person, and only those: what another window changes at the same time stays. Returns all of
 * them. `now`: ms since 1970.
 */
export function changeStaffSettings(
  store: Pick<Store, 'db' | 'dialect'>,
  person: Person,
  change: SettingsChange,
  now: number,
): Promise<PersonSettings> {
  const { issuer, subject } = person
  const key = JSON.stringify([issuer, subject])
  return withRequestTransaction(store, `settings/${key}`, async (trx) => {
    // Default views and table layouts depend on those of other lists: hold the lock until the commit.
    if (store.dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(7351915, hashtext(${key}))`.execute(trx)
    const changed = applySettingsChange(await loadStaffSettings(trx, person), change)
    const all = settingColumns(changed)
    const names = new Set(
      Object.entries(columnBySetting).flatMap(([setting, column]) =>
        change[setting as keyof SettingsChange] === undefined ? [] : [column as string],
      ),
    )
    const set = Object.fromEntries(Object.entries(all).filter(([column]) => names.has(column)))
    await trx
      .insertInto('staff_settings')
      .values({ issuer, subject, ...all, changed_at: now })
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject']).doUpdateSet({ ...set, changed_at: now }),
      )
      .execute()
    return changed
  })
}
