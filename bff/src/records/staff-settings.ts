import { type PersonSettings, personSettingsSchema } from '@paydesk/shared/administration/settings'
import { isTimeZone } from '@paydesk/shared/core/formatter'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
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

/** Stores the settings of a person. `now`: ms since 1970. */
export async function storeStaffSettings(
  db: Kysely<DatabaseSchema>,
  { issuer, subject }: Person,
  { timeZone, numbers, dates, tables, alerts, defaultViews, ...same }: PersonSettings,
  now: number,
): Promise<void> {
  const set = {
    ...same,
    ...{ time_zone: timeZone, number_style: numbers, date_style: dates, changed_at: now },
    tables: tables === null ? null : JSON.stringify(tables),
    alerts: alerts === null ? null : JSON.stringify(alerts),
    default_views: defaultViews === null ? null : JSON.stringify(defaultViews),
  }
  await db
    .insertInto('staff_settings')
    .values({ issuer, subject, ...set })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(set))
    .execute()
}
