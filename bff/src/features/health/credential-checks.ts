import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { ServiceHealth } from '../../payment-service/transport/health.ts'
import { createCheck, type ZoneTimeFormatter } from './check-format.ts'
import type { CheckedEnvironment } from './checked-environment.ts'

/** Clock drift that is worth a look: dates have whole seconds, and responses take time. */
const maxClockDriftMs = 5_000

function checkApiToken(
  { operations }: ServiceHealth,
  loaded: string,
  now: number,
  clock: ZoneTimeFormatter,
): HealthCheck {
  const name = 'API token'
  const all = Object.values(operations)
  const latest = (times: readonly (string | null)[]) =>
    times.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null)
  const success = latest(all.map((one) => one.lastSuccess))
  const refusal = latest(all.map((one) => (one.lastProblem === 'upstream_auth' ? one.lastFailure : null)))
  if (refusal !== null && refusal > (success ?? ''))
    return createCheck(
      name,
      'bad',
      `Bearer present, ${loaded}; the service refuses it since ${clock(Date.parse(refusal))}`,
      now,
    )
  if (success === null) return createCheck(name, 'unknown', `Bearer present, ${loaded}; not used since`, now)
  return createCheck(name, 'good', `Bearer present, ${loaded}; last taken ${clock(Date.parse(success))}`, now)
}

function checkClock({ clockDrift }: ServiceHealth): HealthCheck {
  const name = 'Clock'
  if (clockDrift === null) return createCheck(name, 'unknown', 'The service has not told its time yet', null)
  const { ms, at } = clockDrift
  const seconds = Math.round(Math.abs(ms) / 1_000)
  const apart = Math.abs(ms) > maxClockDriftMs
  const words = apart
    ? `The service’s clock is ${seconds} s ${ms > 0 ? 'ahead of' : 'behind'} ours: one of the two is wrong`
    : 'The service’s clock and ours agree'
  return createCheck(name, apart ? 'attention' : 'good', words, Date.parse(at))
}

/**
 * Reports which credentials of an environment are loaded, since when and whether they work: never a value,
 * not even a part or a length. `loadedAt`: ms since 1970.
 */
export function checkCredentials(
  { notification }: CheckedEnvironment,
  health: ServiceHealth,
  { loadedAt, now, clock }: { loadedAt: number; now: number; clock: ZoneTimeFormatter },
): HealthCheck[] {
  const loaded = `loaded ${clock(loadedAt)}`
  const { proof, token, oldToken } = notification
  const tokens: HealthCheck[] = []
  if (token !== null) tokens.push(createCheck('Notification token', 'good', `Present, ${loaded}`, now))
  else if (proof === 'none')
    tokens.push(
      createCheck('Notification token', 'bad', 'None: notifications come without proof of origin', now),
    )
  if (oldToken !== null)
    tokens.push(
      createCheck(
        'Old notification token',
        'attention',
        `Present, ${loaded}, and still taken: remove it once the service signs with the new one`,
        now,
      ),
    )
  return [
    createCheck('Client name', 'good', `From header present, ${loaded}`, now),
    checkApiToken(health, loaded, now, clock),
    ...tokens,
    checkClock(health),
  ]
}
