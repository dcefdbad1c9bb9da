import type { PersonSettings } from '@paydesk/shared/administration/settings'
import { isTimeZone } from '@paydesk/shared/core/formatter'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Store } from '../../platform/database/database.ts'
import { createPersonRateLimit, type PersonRateLimit } from '../../platform/http/rate-limiter.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { changeStaffSettings } from '../../records/staff-settings.ts'

export interface SettingsDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly settingsChangeLimit: PersonRateLimit
}

/** Changes of settings per person: each leaves an event in the audit log, and nobody changes them faster by hand. */
export const maxSettingsChangesPerMinute = 120

export function createSettingsDeps(): Pick<SettingsDeps, 'settingsChangeLimit'> {
  return { settingsChangeLimit: createPersonRateLimit(maxSettingsChangesPerMinute, 10) }
}

/** Changes settings of the person who calls; nobody can change those of somebody else. */
export const saveSettingsRoute = defineRoute(endpoints.saveSettings, {
  permission: 'signed_in',
  audit: () => ({ action: 'settings.saved' }),
  async handle({ actor, body }, { store, settingsChangeLimit }: SettingsDeps): Promise<PersonSettings> {
    settingsChangeLimit(actor)
    const { timeZone = null } = body
    if (timeZone !== null && !isTimeZone(timeZone))
      throw new ProblemError('bad_request', { fields: [{ name: 'timeZone', rule: 'time_zone' }] })
    return changeStaffSettings(store, actor.session, body, Date.now())
  },
  present: (settings) => settings,
})
