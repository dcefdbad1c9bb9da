import type { SettingsChange } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import { mutationOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export function settingsQueries(client: ApiClient) {
  return {
    save: () =>
      mutationOptions({
        mutationKey: ['settings', 'save'],
        mutationFn: (body: SettingsChange) => client.call(endpoints.saveSettings, { body }),
      }),
  }
}
