import { environmentName, merchantId } from '@paydesk/shared/core/ids'
import { describe, expect, it } from 'vitest'
import type { OperationHealth, ServiceHealth } from '../../payment-service/transport/health.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import { createZoneTimeFormatter } from './check-format.ts'
import type { CheckedEnvironment } from './checked-environment.ts'
import { checkCredentials } from './checks.ts'
import {
  checkMissingNotifications,
  checkNotificationQueue,
  checkNotificationSecrets,
  checkOperatorActions,
  checkOriginProof,
  checkRefusals,
  checkSync,
  presentOperations,
} from './environment-checks.ts'
import type { EnvironmentFigures } from './figures.ts'

const clock = createZoneTimeFormatter('Europe/Berlin')
const now = Date.parse('2026-03-12T09:00:00Z')
const quiet: EnvironmentFigures = {
  countedAt: now,
  waiting: 0,
  oldestAt: null,
  isolated: 0,
  due: 0,
  overdue: 0,
  sweep: null,
  foreignSecretAt: null,
  refused: [],
}
const sweep = { startedAt: now - 60_000, endedAt: now - 50_000, read: 30, changed: 2, failed: 0 }

const unasked: OperationHealth = {
  breaker: 'closed',
  lastSuccess: null,
  lastFailure: null,
  lastProblem: null,
  recent: { ended: 0, failed: 0 },
}
const well: OperationHealth = {
  ...unasked,
  lastSuccess: '2026-03-12T08:59:00.000Z',
  recent: { ended: 10, failed: 0 },
}
const serviceWith = (state: OperationHealth, drift: ServiceHealth['clockDrift'] = null): ServiceHealth => ({
  environment: 'stage',
  operations: { state, list: unasked, notifications: unasked, identity: unasked, document: unasked },
  lanes: {
    transaction: { running: 0, waiting: 0 },
    identity: { running: 0, waiting: 0 },
    documents: { running: 0, waiting: 0 },
    background: { running: 0, waiting: 0 },
  },
  clockDrift: drift,
})
const environment = (more: Partial<CheckedEnvironment['notification']>): CheckedEnvironment => ({
  name: environmentName.parse('stage'),
  label: 'Stage',
  merchantIds: [merchantId.parse('demo-merchant')],
  operatorActions: false,
  notification: {
    proof: 'checksum',
    token: new Secret('notification-token-7731'),
    oldToken: null,
    ...more,
  },
})

describe('notification queue check', () => {
  it.each([
    [{}, 'good', 'No notification waits to be confirmed'],
    [
      { waiting: 3, oldestAt: now - 4_000 },
      'good',
      '3 notifications wait to be confirmed, the oldest for 4 s',
    ],
    [
      { waiting: 1, oldestAt: now - 61_000 },
      'attention',
      '1 notification waits to be confirmed, the oldest for 61 s',
    ],
    [
      { waiting: 1_200, oldestAt: now - 700_000 },
      'bad',
      '1,200 notifications wait to be confirmed, the oldest for 12 min',
    ],
    [
      { isolated: 1 },
      'attention',
      '0 notifications wait to be confirmed; 1 notification could not be worked on',
    ],
  ] as const)('%j is %s', (more, status, says) => {
    expect(checkNotificationQueue({ ...quiet, ...more }, true)).toEqual({
      name: 'Inbox',
      status,
      says,
      checkedAt: '2026-03-12T09:00:00.000Z',
    })
  })
})

describe('check of secrets in notifications', () => {
  it('is bad from a foreign secret on, and says what became of it', () => {
    expect(checkNotificationSecrets(quiet, clock).status).toBe('good')
    const { status, says } = checkNotificationSecrets({ ...quiet, foreignSecretAt: now }, clock)
    expect(status).toBe('bad')
    expect(says).toContain('12 Mar, 10:00')
  })
})

describe('sync check', () => {
  it.each([
    [{}, 'unknown', 'No sweep has begun here yet'],
    [{ sweep }, 'good', 'Ended 12 Mar, 09:59: 30 transactions read, 2 changed, 0 failed'],
    [
      { sweep: { ...sweep, endedAt: null } },
      'good',
      'Running since 12 Mar, 09:59: 30 transactions read, 2 changed, 0 failed',
    ],
    [
      { sweep: { ...sweep, failed: 4 }, overdue: 1 },
      'attention',
      'Ended 12 Mar, 09:59: 30 transactions read, 2 changed, 4 failed; 1 read is overdue',
    ],
    [{ sweep: { ...sweep, startedAt: now - 3_600_000 } }, 'bad', 'No sweep since 12 Mar, 09:00'],
  ] as const)('%j is %s', (more, status, says) => {
    expect(checkSync({ ...quiet, ...more }, { everyMs: 300_000, isWhole: true, clock })).toMatchObject({
      status,
      says,
    })
  })
})

describe('for people who see only some of the merchants', () => {
  it('the notification queue and sync checks leave out the numbers of the other merchants', () => {
    const figures = {
      ...quiet,
      waiting: 41,
      oldestAt: now - 20_000,
      isolated: 17,
      overdue: 23,
      sweep: { ...sweep, failed: 5 },
    }
    const said = [
      checkNotificationQueue(figures, false),
      checkSync(figures, { everyMs: 300_000, isWhole: false, clock }),
    ]
    expect(said.map(({ status, says }) => `${status}: ${says}`)).toEqual([
      'good: Notifications wait to be confirmed, the oldest for 20 s',
      'good: Ended 12 Mar, 09:59',
    ])
    expect(checkNotificationQueue({ ...quiet, isolated: 17 }, false)).toMatchObject({ status: 'good' })
  })
})

describe('missing notifications, refusals and proof of origin', () => {
  it('are reported as far as they are known', () => {
    expect(checkMissingNotifications(0, now).status).toBe('good')
    expect(checkMissingNotifications(2, now)).toMatchObject({
      status: 'attention',
      says: expect.stringMatching(/^Of 2 transactions /),
    })
    expect(checkRefusals(quiet, clock)).toMatchObject({ status: 'good', says: 'None since yesterday' })
    const refused = [
      { reason: 'wrong_proof', times: 1_200, lastAt: now - 60_000 },
      { reason: 'encoded', times: 3, lastAt: now - 70_000 },
      { reason: 'something_else', times: 1, lastAt: now },
    ]
    expect(checkRefusals({ ...quiet, refused }, clock)).toMatchObject({
      status: 'attention',
      says: 'Since yesterday: 1,200 with a wrong proof, 3 compressed or encoded, 1 otherwise; last 12 Mar, 10:00',
    })
  })

  it('are reported as bad without a proof of origin', () => {
    expect(checkOriginProof(environment({ proof: 'none', token: null }), now)).toMatchObject({
      status: 'bad',
      says: expect.stringMatching(/^NO PROOF OF ORIGIN/),
    })
    for (const proof of ['checksum', 'bearer'] as const)
      expect(checkOriginProof(environment({ proof }), now).status).toBe('good')
  })
})

describe('operator actions check', () => {
  it('reports whether they are on or off', () => {
    const off = environment({})
    expect(checkOperatorActions(off, now).says).toMatch(/^Off: Paydesk carries no decision out/)
    expect(checkOperatorActions({ ...off, operatorActions: true }, now).says).toMatch(/^On: .+, once$/)
  })
})

describe('payment service check', () => {
  const failure = { lastFailure: '2026-03-12T08:59:30.000Z', lastProblem: 'upstream_timeout' as const }
  it.each([
    ['not asked', unasked, 'unknown', 'Not asked since the start', null],
    ['well', well, 'good', 'Answers; last 12 Mar, 09:59', 0],
    [
      'cut off',
      { ...well, breaker: 'open' },
      'bad',
      'Does not answer; no success since 12 Mar, 09:59. Paydesk tries again by itself',
      0,
    ],
    [
      'refused',
      { ...well, ...failure, lastProblem: 'upstream_auth' },
      'bad',
      'Refuses our credentials; no success since 12 Mar, 09:59',
      0,
    ],
    [
      'failing by half',
      { ...well, recent: { ended: 10, failed: 6 } },
      'bad',
      '6 of 10 calls failed in the last five minutes',
      0.6,
    ],
    [
      'failing a little',
      { ...well, recent: { ended: 10, failed: 1 } },
      'attention',
      '1 of 10 calls failed in the last five minutes',
      0.1,
    ],
    [
      'failing once',
      { ...well, ...failure, recent: { ended: 1, failed: 1 } },
      'attention',
      'The last call failed; no success since 12 Mar, 09:59',
      1,
    ],
  ] as const)('reports a read that is %s', (_, operation, status, says, failing) => {
    expect(presentOperations(serviceWith(operation), clock)[0]).toMatchObject({
      operation: 'state',
      status,
      says,
      failing,
    })
  })
})

describe('credential check', () => {
  const of = (env: CheckedEnvironment, service: ServiceHealth) =>
    checkCredentials(env, service, { loadedAt: now - 3_600_000, now, clock })
  const named = (env: CheckedEnvironment, service: ServiceHealth, name: string) =>
    of(env, service).find((one) => one.name === name)

  it('reports which credentials are loaded, since when, and whether they work', () => {
    expect(named(environment({}), serviceWith(unasked), 'API token')).toMatchObject({
      status: 'unknown',
      says: 'Bearer present, loaded 12 Mar, 09:00; not used since',
    })
    expect(named(environment({}), serviceWith(well), 'API token')).toMatchObject({
      status: 'good',
      says: 'Bearer present, loaded 12 Mar, 09:00; last taken 12 Mar, 09:59',
    })
    const refused = {
      ...well,
      lastFailure: '2026-03-12T08:59:30.000Z',
      lastProblem: 'upstream_auth' as const,
    }
    expect(named(environment({}), serviceWith(refused), 'API token')).toMatchObject({
      status: 'bad',
      says: 'Bearer present, loaded 12 Mar, 09:00; the service refuses it since 12 Mar, 09:59',
    })
    expect(
      named(environment({ proof: 'none', token: null }), serviceWith(well), 'Notification token')?.status,
    ).toBe('bad')
    expect(
      named(
        environment({ oldToken: new Secret('old-token-6614') }),
        serviceWith(well),
        'Old notification token',
      )?.status,
    ).toBe('attention')
  })

  it.each([
    [null, 'unknown'],
    [{ ms: 900, at: '2026-03-12T08:59:00.000Z' }, 'good'],
    [{ ms: -4_900, at: '2026-03-12T08:59:00.000Z' }, 'good'],
    [{ ms: 7_400, at: '2026-03-12T08:59:00.000Z' }, 'attention'],
    [{ ms: -61_000, at: '2026-03-12T08:59:00.000Z' }, 'attention'],
  ])('compares clocks: %j is %s', (drift, status) => {
    const check = named(environment({}), serviceWith(well, drift), 'Clock')
    expect(check).toMatchObject({ status, checkedAt: drift === null ? null : '2026-03-12T08:59:00.000Z' })
    if (status === 'attention')
      expect(check?.says).toMatch(drift !== null && drift.ms > 0 ? /7 s ahead of/ : /61 s behind/)
  })

  it('never contains a part of a credential', () => {
    const text = JSON.stringify(
      of(environment({ oldToken: new Secret('old-token-6614') }), serviceWith(well)),
    )
    expect(text).not.toMatch(/5521|8842|7731|6614/)
  })
})
