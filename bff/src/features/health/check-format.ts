import type { HealthCheck } from '@paydesk/shared/administration/health'

/** Formats a time for people, in the configured time zone: `21 Nov, 14:03`. */
export type ZoneTimeFormatter = (at: number) => string

export function createZoneTimeFormatter(zone: string): ZoneTimeFormatter {
  const form = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => form.format(at)
}

export const pluralizeCount = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Formats a duration in its largest unit: `40 s`, `12 min`, `3 h`. */
export function formatAge(ms: number): string {
  if (ms < 90_000) return `${Math.round(ms / 1_000)} s`
  return ms < 5_400_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

/** Creates a check. `at`: when its facts were found (ms since 1970), or null. */
export function createCheck(
  name: string,
  status: HealthCheck['status'],
  says: string,
  at: number | null,
): HealthCheck {
  return { name, status, says, checkedAt: at === null ? null : new Date(at).toISOString() }
}
