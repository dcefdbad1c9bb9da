import type { HealthCheck, HealthCheckDetail } from '@paydesk/shared/administration/health'
import type { Messages } from '@paydesk/shared/messages/catalogue'

/** Code of a check or of a fact; one that has no text does not compile. */
type CheckCode = keyof Messages['healthChecks']['checks']
type FactCode = keyof Messages['healthChecks']['facts']

/** Creates a fact. A time is in ms since 1970, or ISO 8601. */
export function createHealthCheckDetail(
  code: FactCode,
  { at, ...values }: Omit<HealthCheckDetail, 'code' | 'at'> & { readonly at?: number | string } = {},
): HealthCheckDetail {
  return { code, ...values, ...(at === undefined ? {} : { at: new Date(at).toISOString() }) }
}

/** Creates the fact of an age in its largest unit: seconds, minutes or hours. */
export function createHealthCheckAgeDetail(ms: number): HealthCheckDetail {
  if (ms < 90_000) return createHealthCheckDetail('oldest_seconds', { count: Math.round(ms / 1_000) })
  return ms < 5_400_000
    ? createHealthCheckDetail('oldest_minutes', { count: Math.round(ms / 60_000) })
    : createHealthCheckDetail('oldest_hours', { count: Math.round(ms / 3_600_000) })
}

/** Creates a check. `at`: when its facts were found (ms since 1970), or null. */
export function createHealthCheck(
  check: CheckCode,
  status: HealthCheck['status'],
  facts: readonly HealthCheckDetail[],
  at: number | null,
): HealthCheck {
  return { check, status, facts: [...facts], checkedAt: at === null ? null : new Date(at).toISOString() }
}
