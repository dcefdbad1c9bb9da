import {
  applySettingsChange,
  defaultPersonSettings,
  type SettingsChange,
} from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import type { HttpHandler } from 'msw'
import { fakeEndpoint } from './fake-endpoint.ts'

/** Answers changes of settings as Paydesk does: with all settings, after every change so far. */
export function keepSettings(onChange: (change: SettingsChange) => void = () => {}): HttpHandler {
  let settings = defaultPersonSettings
  return fakeEndpoint(endpoints.saveSettings)(({ body }) => {
    onChange(body)
    settings = applySettingsChange(settings, body)
    return settings
  })
}
