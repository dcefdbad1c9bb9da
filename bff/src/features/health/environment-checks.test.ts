import type { HealthCheckDetail } from '@paydesk/shared/administration/health'
import { formatHealthCheckDetails } from '@paydesk/shared/administration/health-text'
import { createFormatter } from '@paydesk/shared/core/formatter'
import { environmentNameSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import { germanHealthChecks } from '@paydesk/shared/messages/de/health-checks'
import { englishHealthChecks } from '@paydesk/shared/messages/en/health-checks'
import { describe, expect, it } from 'vitest'
import type { OperationHealth, ServiceHealth } from '../../payment-service/transport/health.ts'
import type { BackupState } from '../../platform/database/backups/backup-folder.ts'
import { Secret } from '../../platform/runtime/secret.ts'
import { checkBackupsHealth, checkCredentialsHealth } from './checks.ts'
import {
  checkMissingNotificationsHealth,
  checkNotificationOriginProofHealth,
  checkNotificationQueueHealth,
  checkNotificationSecretsHealth,
  checkOperatorActionsHealth,
  checkRejectedNotificationsHealth,
  checkSyncHealth,
  presentServiceOperations,
} from './environment-checks.ts'
import type { EnvironmentFigures } from './figures.ts'
import type { HealthEnvironmentConfig } from './health-environment-config.ts'
import { createMetricsRegistry } from './metrics.ts'

const now = Date.parse('2026-03-12T09:00:00Z')
const format = createFormatter({
  language: 'en',
  timeZone: 'Europe/Berlin',
  numbers: '1,234.56',
  dates: 'words',
})
const inWords = ({ facts }: { readonly facts: readonly HealthCheckDetail[] }) =>
  formatHealthCheckDetails(facts, englishHealthChecks, format, now)
const quiet: EnvironmentFigures = {
  countedAt: now,
  waiting: 0,
  oldestAt: null,
  isolated: 0,
  due: 0,
  overdue: 0,
  syncRun: null,
  foreignSecretAt: null,
  refused: [],
}
const syncRun = { startedAt: now - 60_000, endedAt: now - 50_000, read: 30, changed: 2, failed: 0 }

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
const environment = (more: Partial<HealthEnvironmentConfig['notification']>): HealthEnvironmentConfig => ({
  name: environmentNameSchema.parse('stage'),
  merchantIds: [merchantIdSchema.parse('demo-merchant')],
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
    [{}, 'good', 'empty'],
    [{ waiting: 3, oldestAt: now - 4_000 }, 'good', '3 notifications waiting · oldest for 4 s'],
    [{ waiting: 1, oldestAt: now - 61_000 }, 'attention', '1 notification waiting · oldest for 61 s'],
    [{ waiting: 1_200, oldestAt: now - 700_000 }, 'bad', '1,200 notifications waiting · oldest for 12 min'],
    [{ isolated: 1 }, 'attention', '0 notifications waiting · 1 notification could not be processed'],
  ] as const)('%j is %s', (more, status, words) => {
    const check = checkNotificationQueueHealth({ ...quiet, ...more }, true)
    expect(check).toMatchObject({
      check: 'notification_queue',
      status,
      checkedAt: '2026-03-12T09:00:00.000Z',
    })
    expect(inWords(check)).toBe(words)
  })

  it('reads in every language from the same facts', () => {
    const { facts } = checkNotificationQueueHealth({ ...quiet, waiting: 1, oldestAt: now - 61_000 }, true)
    const german = createFormatter({ ...format, language: 'de', numbers: '1.234,56', dates: 'dots' })
    expect(formatHealthCheckDetails(facts, germanHealthChecks, german, now)).toBe(
      '1 Benachrichtigung wartet · älteste seit 61 s',
    )
  })
})

describe('check of secrets in notifications', () => {
  it('is bad from a foreign secret on, and says what became of it', () => {
    expect(checkNotificationSecretsHealth(quiet).status).toBe('good')
    const check = checkNotificationSecretsHealth({ ...quiet, foreignSecretAt: now })
    expect(check.status).toBe('bad')
    expect(inWords(check)).toMatch(/^a notification of 10:00 had the secret of another transaction/)
  })
})

describe('sync check', () => {
  it.each([
    [{}, 'unknown', 'no sync yet'],
    [{ syncRun }, 'good', 'ended 09:59 · 30 transactions refreshed · 2 changed · 0 failed'],
    [
      { syncRun: { ...syncRun, endedAt: null } },
      'good',
      'running since 09:59 · 30 transactions refreshed · 2 changed · 0 failed',
    ],
    [
      { syncRun: { ...syncRun, failed: 4 }, overdue: 1 },
      'attention',
      'ended 09:59 · 30 transactions refreshed · 2 changed · 4 failed · 1 update overdue',
    ],
    [{ syncRun: { ...syncRun, startedAt: now - 3_600_000 } }, 'bad', 'no sync since 09:00'],
  ] as const)('%j is %s', (more, status, words) => {
    const check = checkSyncHealth({ ...quiet, ...more }, { everyMs: 300_000, isWhole: true })
    expect([check.status, inWords(check)]).toEqual([status, words])
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
      syncRun: { ...syncRun, failed: 5 },
    }
    const said = [
      checkNotificationQueueHealth(figures, false),
      checkSyncHealth(figures, { everyMs: 300_000, isWhole: false }),
    ]
    expect(said.map((check) => `${check.status}: ${inWords(check)}`)).toEqual([
      'good: notifications waiting · oldest for 20 s',
      'good: ended 09:59',
    ])
    expect(checkNotificationQueueHealth({ ...quiet, isolated: 17 }, false)).toMatchObject({ status: 'good' })
  })
})

describe('missing notifications, refusals and proof of origin', () => {
  it('are reported as far as they are known', () => {
    expect(checkMissingNotificationsHealth(0, now).status).toBe('good')
    const missing = checkMissingNotificationsHealth(2, now)
    expect([missing.status, inWords(missing)]).toEqual([
      'attention',
      '2 transactions with missing notifications',
    ])
    expect(checkRejectedNotificationsHealth(quiet)).toMatchObject({
      status: 'good',
      facts: [{ code: 'none_rejected' }],
    })
    const refused = [
      { reason: 'wrong_proof', times: 1_200, lastAt: now - 60_000 },
      { reason: 'encoded', times: 3, lastAt: now - 70_000 },
      { reason: 'something_else', times: 1, lastAt: now },
    ]
    const check = checkRejectedNotificationsHealth({ ...quiet, refused })
    expect([check.status, inWords(check)]).toEqual([
      'attention',
      '1,200 with a wrong proof · 3 compressed · 1 for another reason · last 10:00',
    ])
  })

  it('are reported as bad without a proof of origin', () => {
    expect(
      checkNotificationOriginProofHealth(environment({ proof: 'none', token: null }), now),
    ).toMatchObject({
      status: 'bad',
      facts: [{ code: 'no_origin_proof' }],
    })
    for (const proof of ['checksum', 'bearer'] as const)
      expect(checkNotificationOriginProofHealth(environment({ proof }), now).status).toBe('good')
  })
})

describe('operator actions check', () => {
  it('reports whether they are on or off', () => {
    const off = environment({})
    expect(inWords(checkOperatorActionsHealth(off, now))).toMatch(/^off: staff apply decisions/)
    expect(inWords(checkOperatorActionsHealth({ ...off, operatorActions: true }, now))).toMatch(
      /^on: .+ once$/,
    )
  })
})

describe('payment service check', () => {
  const failure = { lastFailure: '2026-03-12T08:59:30.000Z', lastProblem: 'upstream_timeout' as const }
  it.each([
    ['not asked', unasked, 'unknown', 'no calls since restart', null],
    ['well', well, 'good', 'responding, last response 09:59', 0],
    [
      'cut off',
      { ...well, breaker: 'open' },
      'bad',
      'not responding · no success since 09:59 · retrying automatically',
      0,
    ],
    [
      'refused',
      { ...well, ...failure, lastProblem: 'upstream_auth' },
      'bad',
      'credentials rejected · no success since 09:59',
      0,
    ],
    [
      'failing by half',
      { ...well, recent: { ended: 10, failed: 6 } },
      'bad',
      '6 of 10 calls failed in the last 5 minutes',
      0.6,
    ],
    [
      'failing a little',
      { ...well, recent: { ended: 10, failed: 1 } },
      'attention',
      '1 of 10 calls failed in the last 5 minutes',
      0.1,
    ],
    [
      'failing once',
      { ...well, ...failure, recent: { ended: 1, failed: 1 } },
      'attention',
      'last call failed · no success since 09:59',
      1,
    ],
  ] as const)('reports a read that is %s', (_, operation, status, words, failureRate) => {
    const [shown] = presentServiceOperations(serviceWith(operation), true)
    expect(shown).toMatchObject({ operation: 'state', status, failureRate })
    expect(inWords(shown ?? { facts: [] })).toBe(words)
  })

  it('tells no number of calls to people limited to some merchants', () => {
    const [shown] = presentServiceOperations(
      serviceWith({ ...well, recent: { ended: 10, failed: 6 } }),
      false,
    )
    expect(shown).toMatchObject({ status: 'bad', failureRate: null })
    expect(inWords(shown ?? { facts: [] })).toBe('calls failed in the last 5 minutes')
  })
})

describe('credential check', () => {
  const of = (env: HealthEnvironmentConfig, service: ServiceHealth) =>
    checkCredentialsHealth(env, service, { loadedAt: now - 3_600_000, now })
  const named = (env: HealthEnvironmentConfig, service: ServiceHealth, name: string) =>
    of(env, service).find(({ check }) => check === name)

  const token = (service: ServiceHealth) => {
    const check = named(environment({}), service, 'api_token')
    return [check?.status, inWords(check ?? { facts: [] })]
  }

  it('reports which credentials are loaded, since when, and whether they work', () => {
    expect(token(serviceWith(unasked))).toEqual(['unknown', 'loaded 09:00 · not used since then'])
    expect(token(serviceWith(well))).toEqual(['good', 'loaded 09:00 · last accepted 09:59'])
    const refused = {
      ...well,
      lastFailure: '2026-03-12T08:59:30.000Z',
      lastProblem: 'upstream_auth' as const,
    }
    expect(token(serviceWith(refused))).toEqual([
      'bad',
      'loaded 09:00 · rejected by the payment service since 09:59',
    ])
    expect(
      named(environment({ proof: 'none', token: null }), serviceWith(well), 'notification_token')?.status,
    ).toBe('bad')
    expect(
      named(
        environment({ oldToken: new Secret('old-token-6614') }),
        serviceWith(well),
        'old_notification_token',
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
    const check = named(environment({}), serviceWith(well, drift), 'clock')
    expect(check).toMatchObject({ status, checkedAt: drift === null ? null : '2026-03-12T08:59:00.000Z' })
    if (status === 'attention')
      expect(check?.facts).toEqual([
        drift !== null && drift.ms > 0
          ? { code: 'clock_ahead', count: 7 }
          : { code: 'clock_behind', count: 61 },
      ])
  })

  it('never contains a part of a credential', () => {
    const text = JSON.stringify(
      of(environment({ oldToken: new Secret('old-token-6614') }), serviceWith(well)),
    )
    expect(text).not.toMatch(/5521|8842|7731|6614/)
  })
})

describe('the backups', () => {
  const hourMs = 3_600_000
  const made = (hours: number) => ({ at: now - hours * hourMs, bytes: 3_500_000 })
  const newest = made(7)
  const state: BackupState = { isReadable: true, newest, count: 5, failedAt: null }
  const readMetrics = async (backups: BackupState | null) => {
    const text = await createMetricsRegistry().renderText({
      figures: async () => [],
      streams: () => ({ streams: 0, cut: 0 }),
      backups: backups === null ? null : async () => backups,
    })
    return [...text.matchAll(/^paydesk_backup_(\w+) (.+)$/gm)].map(([, name, value]) => [name, value])
  }

  it.each([
    ['are made every day', state, 'good', 'last made 03:00 · 4 MB · 5 kept'],
    ['are too old', { ...state, newest: made(26.1) }, 'bad', /^NONE SINCE /],
    ['are not there', { ...state, newest: null, count: 0 }, 'bad', 'none yet'],
    ['failed since', { ...state, failedAt: now - hourMs }, 'attention', /the run of .* failed/],
    ['failed before', { ...state, failedAt: now - 8 * hourMs }, 'good', /kept$/],
    ['cannot be seen', { ...state, isReadable: false }, 'bad', /PAYDESK_BACKUP_DIR cannot be read/],
    ['are not set up', null, 'unknown', 'not set up in Paydesk'],
  ] as const)('%s', (_, found, status, text) => {
    const check = checkBackupsHealth(found, now)
    expect(check.status).toBe(status)
    expect(inWords(check)).toMatch(text)
  })

  it('have an age in the metrics, endless if there is none, and nothing if they are not set up', async () => {
    expect(await readMetrics(null)).toEqual([])
    expect(await readMetrics({ ...state, newest: null })).toEqual([
      ['age_seconds', '+Inf'],
      ['size_bytes', '0'],
      ['failed', '0'],
    ])
    const [age, ...rest] = await readMetrics({ ...state, newest: { ...newest, at: Date.now() - hourMs } })
    expect(Number(age?.[1])).toBeGreaterThanOrEqual(3_600)
    expect(rest).toEqual([
      ['size_bytes', '3500000'],
      ['failed', '0'],
    ])
  })
})
