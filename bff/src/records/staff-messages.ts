import type { StaffLanguage } from '@paydesk/shared/core/formatter'
import { loadMessages, type MessageSection, type Messages } from '@paydesk/shared/messages/catalogue'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import type { Person } from '../platform/session/person.ts'
import { loadStaffSettings } from './staff-settings.ts'

export type ExportTexts = Messages['exports']

/** Loads the language that this person chose; English without a choice. */
export const loadStaffLanguage = async (db: Kysely<DatabaseSchema>, person: Person): Promise<StaffLanguage> =>
  (await loadStaffSettings(db, person)).language ?? 'en'

/** Loads texts in the language that this person chose. */
export const loadStaffMessages = async <Section extends MessageSection>(
  db: Kysely<DatabaseSchema>,
  person: Person,
  section: Section,
): Promise<Messages[Section]> => loadMessages(await loadStaffLanguage(db, person), section)
