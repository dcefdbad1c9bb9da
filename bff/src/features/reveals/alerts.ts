import { type UnusualAccessAlert, unusualAccessAlertIdSchema } from '@paydesk/shared/compliance/reveals'
import type { Colleague } from '@paydesk/shared/core/colleague'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { type Actor, defineRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isPossiblySamePerson, isSamePerson, type Person } from '../../platform/session/person.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'

export interface UnusualAccessAlertDeps {
  readonly store: Store
  readonly cipher: FieldCipher
}

type Row = Selectable<DatabaseSchema['reveal_alerts']>

/** Time (ms) for which acknowledged alerts stay on the list. */
const maxListedAgeMs = 7 * 86_400_000
const maxListedAlerts = 50

/** Loads the names of the people in these alerts; null for those whose last sign-in is too long ago. */
async function loadNames(
  rows: readonly Row[],
  { store, cipher }: UnusualAccessAlertDeps,
): Promise<(of: Person) => string | null> {
  const subjects = [...new Set(rows.flatMap((row) => [row.subject, row.acknowledged_subject ?? row.subject]))]
  if (subjects.length === 0) return () => null
  const known = await store.db
    .selectFrom('staff')
    .select(['issuer', 'subject', 'name'])
    .where('subject', 'in', subjects)
    .execute()
  return (of) => {
    const sealed = known.find((one) => isSamePerson(one, of))?.name
    return sealed === undefined ? null : (cipher.open(staffTextCipherContext, sealed) ?? null)
  }
}

interface AlertsWithNames {
  readonly rows: readonly Row[]
  readonly nameOf: (of: Person) => string | null
}

const iso = (ms: number) => new Date(ms).toISOString()

function presentAlert(row: Row, { nameOf }: AlertsWithNames, { session }: Actor): UnusualAccessAlert {
  const named = (of: Person): Colleague => ({ name: nameOf(of), me: isSamePerson(of, session) })
  const { acknowledged_at, acknowledged_issuer, acknowledged_subject } = row
  const isSeen = acknowledged_at !== null && acknowledged_issuer !== null && acknowledged_subject !== null
  return {
    alert: unusualAccessAlertIdSchema.parse(row.id),
    reason: row.why,
    person: row.subject === '' ? null : named(row),
    at: iso(row.at),
    reveals: row.reveals,
    customers: row.customers,
    acknowledgement: isSeen
      ? {
          by: named({ issuer: acknowledged_issuer, subject: acknowledged_subject }),
          at: iso(acknowledged_at),
        }
      : null,
  }
}

export const listUnusualAccessAlertsRoute = defineRoute(endpoints.listUnusualAccessAlerts, {
  permission: 'reveal.watch',
  audit: () => ({ action: 'reveals.alerts.listed' }),
  async handle({ scope }, deps: UnusualAccessAlertDeps): Promise<AlertsWithNames> {
    const rows = await deps.store.db
      .selectFrom('reveal_alerts')
      .selectAll()
      .where('environment', '=', scope.environment)
      .where((is) =>
        is.or([is('acknowledged_at', 'is', null), is('acknowledged_at', '>', Date.now() - maxListedAgeMs)]),
      )
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(maxListedAlerts)
      .execute()
    return { rows, nameOf: await loadNames(rows, deps) }
  },
  present: (alertsWithNames, { actor }) => ({
    alerts: alertsWithNames.rows.map((row) => presentAlert(row, alertsWithNames, actor)),
  }),
})

interface AlertAnswer extends AlertsWithNames {
  readonly answer: 'done' | 'too_late'
  readonly row: Row
}

/**
 * Acknowledges an alert. Throws `not_allowed` for an alert about the same person, or possibly the same
 * person, in any role.
 */
export const acknowledgeUnusualAccessAlertRoute = defineRoute(endpoints.acknowledgeUnusualAccessAlert, {
  permission: 'reveal.watch',
  audit: ({ params }) => ({
    action: 'reveals.alert.seen',
    about: { kind: 'reveal_alert', id: params.alert },
  }),
  async handle({ params, scope, actor: { session } }, deps: UnusualAccessAlertDeps): Promise<AlertAnswer> {
    const { store } = deps
    const now = Date.now()
    const ofAlert = store.db
      .selectFrom('reveal_alerts')
      .selectAll()
      .where('environment', '=', scope.environment)
      .where('id', '=', params.alert)
    const before = await ofAlert.executeTakeFirst()
    if (before === undefined) throw new ProblemError('not_found')
    if (isPossiblySamePerson(before, session)) throw new ProblemError('not_allowed')
    const done = await withRequestTransaction(store, `alert ${before.id}`, async (trx) => {
      const seen = await trx
        .updateTable('reveal_alerts')
        .set({
          acknowledged_issuer: session.issuer,
          acknowledged_subject: session.subject,
          acknowledged_at: now,
        })
        .where('id', '=', before.id)
        // Keep the first acknowledgement if two people acknowledge at once.
        .where('acknowledged_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      const change = { kind: 'reveal_alert', environment: scope.environment, merchant: null } as const
      if (seen !== undefined)
        await appendLiveChange(trx, store.dialect, { ...change, subject_id: seen.id, version: 2 }, now)
      return seen
    })
    store.wake('changes')
    const row = done ?? (await ofAlert.executeTakeFirst()) ?? before
    return {
      answer: done === undefined ? 'too_late' : 'done',
      row,
      rows: [row],
      nameOf: await loadNames([row], deps),
    }
  },
  present: (answered, { actor }) => ({
    answer: answered.answer,
    alert: presentAlert(answered.row, answered, actor),
  }),
})
