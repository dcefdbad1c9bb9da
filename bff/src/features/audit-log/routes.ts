import type { AuditLogFilter } from '@paydesk/shared/compliance/audit-log'
import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-verification'
import { endpoints } from '@paydesk/shared/endpoints'
import { guardValue } from '../../platform/access/guarded.ts'
import { defineListExport } from '../../platform/approvals/define-list-export.ts'
import { type AuditEvent, type AuditSubject, toAuditSubject } from '../../platform/audit/entry.ts'
import { type Actor, defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { auditEntryExportColumns, loadAuditChainLinks, openAuditEntryExportBatches } from './entry-export.ts'
import { presentAuditEventSummary } from './event-summary.ts'
import { type AuditLogExportDeps, openAuditExport } from './export.ts'
import { type AuditDayFigures, loadTodayAuditFigures } from './figures.ts'
import { type AuditListDeps, loadAuditEntryPage } from './list.ts'
import { formatAuditTime, parseRecordedRole, presentAuditEntry, presentAuditEntrySubject } from './present.ts'
import {
  loadRecordAccess,
  type RecordAccess,
  type RecordSearchDeps,
  requireSearchReason,
} from './record-access.ts'
import { loadStaffActivity, type StaffActivity } from './staff-activity.ts'
import { loadStaffDirectory, type StaffDirectory } from './staff-directory.ts'
import type { AuditVerifier } from './verification.ts'
import { classifyAuditSubjectId } from './visibility.ts'

type WithPeople<Value> = Value & { readonly people: StaffDirectory }

async function withPeople<Value extends object>(
  value: Value,
  { session }: Actor,
  { store, cipher }: AuditListDeps,
): Promise<WithPeople<Value>> {
  return { ...value, people: await loadStaffDirectory(session, store.db, cipher) }
}

/** Returns the person or record that a list was filtered by. */
function getListSubject({ person, subject }: AuditLogFilter): AuditSubject | null {
  if (person !== undefined) return { kind: 'person', id: person }
  return subject === undefined ? null : toAuditSubject(classifyAuditSubjectId(subject), subject, undefined)
}

export const listAuditEntriesRoute = defineRoute(endpoints.listAuditEntries, {
  permission: 'audit.own',
  audit: (call) => ({ action: 'audit.listed', about: getListSubject(call.query) }),
  async handle(call, deps: AuditListDeps) {
    const { rows, ...listed } = await loadAuditEntryPage(call.query, call, deps)
    return withPeople({ ...listed, entries: await loadAuditChainLinks(rows, deps.store) }, call.actor, deps)
  },
  present({ entries, next, lookedBackTo, visibility, people }, call) {
    const context = { fieldAccess: call.actor.fieldAccess, visibility, people }
    return {
      entries: entries.map((entry) => presentAuditEntry(entry, context)),
      next,
      lookedBackTo: lookedBackTo === null ? null : formatAuditTime(lookedBackTo),
      visibility: visibility.which,
    }
  },
})

interface RecordSearch {
  /** Number of reveals within the hour if it is unusual; else null. */
  readonly unusual: number | null
}

export interface AuditVerificationDeps {
  readonly verifications: AuditVerifier
}

const maxPeople = 30

export const showAuditLogFiguresRoute = defineRoute(endpoints.showAuditLogFigures, {
  permission: 'audit.own',
  audit: () => ({ action: 'audit.figures.viewed' }),
  async handle(call, deps: AuditListDeps & AuditVerificationDeps) {
    const mayVerify = call.actor.permissions.has('audit.verify')
    const lastVerification = mayVerify ? deps.verifications.state() : null
    return withPeople(
      { counted: await loadTodayAuditFigures(call, deps), lastVerification },
      call.actor,
      deps,
    )
  },
  present: ({ counted, lastVerification, people }, { actor }) => ({
    day: counted.day,
    today: counted.today,
    people: presentPeople(counted, people, actor),
    morePeople: counted.people.length > maxPeople,
    coverage: counted.coverage.map(({ since, ...one }) => ({
      ...one,
      since: since === null ? null : formatAuditTime(since),
    })),
    visibility: counted.visibility.which,
    lastVerification,
  }),
})

function presentPeople(
  { people: all, visibility }: AuditDayFigures,
  people: StaffDirectory,
  { fieldAccess }: Actor,
) {
  // Mask names of staff, except in a view of own entries, which lists only the viewer.
  const name = (text: string) =>
    visibility.which === 'own'
      ? fieldAccess.maskOwn(guardValue('staff.person', text))
      : fieldAccess.mask(guardValue('staff.person', text))
  return all.slice(0, maxPeople).map(({ issuer, subject: id, ...deeds }) => ({
    person: people.presentPerson({ issuer, subject: id }, name),
    ...deeds,
  }))
}

export const showRecordAccessRoute = defineRoute(endpoints.showRecordAccess, {
  permission: 'audit.record_access',
  audit({ body }, withPeople: WithPeople<RecordAccess & RecordSearch> | undefined): readonly AuditEvent[] {
    const merchant = withPeople?.record.merchant ?? null
    const read = merchant === null ? undefined : { merchant }
    const viewed = {
      action: 'audit.record_access.viewed',
      about: toAuditSubject(classifyAuditSubjectId(body.subject), body.subject, read),
      ...(body.purpose !== undefined && {
        purpose: {
          ...{ field: 'audit.subject_id', code: body.purpose, caseRef: body.caseRef ?? null },
          stepUpAge: null,
        },
      }),
    } as const
    const unusual = withPeople?.unusual ?? null
    return unusual === null ? [viewed] : [viewed, { action: 'reveals.unusual', note: `rows:${unusual}` }]
  },
  async handle(call, deps: AuditListDeps & RecordSearchDeps) {
    const unusual = await requireSearchReason(call.body, call, deps)
    const found = await loadRecordAccess(call.body.subject, call, deps)
    return withPeople({ ...found, unusual }, call.actor, deps)
  },
  present: ({ records, entries, accesses, more, people }, { actor: { fieldAccess } }) => ({
    records,
    entries,
    people: accesses.map(({ issuer, subject: id, roles, acts, times, first, last }) => ({
      person: people.presentPerson({ issuer, subject: id }, (name) =>
        fieldAccess.mask(guardValue('audit.seen_by', name)),
      ),
      roles: roles.flatMap((one) => parseRecordedRole(one) ?? []),
      times,
      firstAt: formatAuditTime(first),
      lastAt: formatAuditTime(last),
      events: acts.map(presentAuditEventSummary),
    })),
    more,
  }),
})

export const showStaffActivityRoute = defineRoute(endpoints.showStaffActivity, {
  permission: 'audit.every',
  audit: ({ params }) => ({
    action: 'audit.staff_activity.viewed',
    about: { kind: 'person', id: params.person },
  }),
  handle: async (call, deps: AuditListDeps): Promise<WithPeople<StaffActivity>> =>
    withPeople(await loadStaffActivity(call.params.person, call.query, call, deps), call.actor, deps),
  present: ({ person, first, last, entries, days, more, people }, { actor: { fieldAccess } }) => ({
    person: people.presentPerson(person, (name) => fieldAccess.mask(guardValue('staff.person', name))),
    from: first,
    to: last,
    entries,
    days: days.map(({ day, records }) => ({
      day,
      records: records.map(({ record, acts, times, last: lastAt }) => ({
        about: presentAuditEntrySubject(record, { isOwn: false, isNamed: false }, fieldAccess),
        times,
        lastAt: formatAuditTime(lastAt),
        events: acts.map(presentAuditEventSummary),
      })),
    })),
    more,
  }),
})

/** Time (ms) to wait for a verification, so that a fast one is answered with its result at once. */
const quickResultMs = 500

export const startAuditLogVerificationRoute = defineRoute(endpoints.startAuditLogVerification, {
  permission: 'audit.verify',
  // Record the start before the handler runs: a verification may end while the handler waits. `audit` records
  // the view of its state.
  intent: () => ({ action: 'audit.verification.started' }),
  audit: () => ({ action: 'audit.verification.viewed' }),
  async handle({ actor, scope }, { verifications }: AuditVerificationDeps): Promise<AuditLogVerification> {
    const { issuer, subject: id, role, hash } = actor.session
    verifications.start({
      actor: { issuer, subject: id, role, sessionHash: hash },
      environment: scope.environment,
      sourceAddress: null,
      reference: actor.reference,
    })
    await verifications.waitForEnd(quickResultMs)
    return verifications.state()
  },
  present: (state) => state,
})

export const showAuditLogVerificationRoute = defineRoute(endpoints.showAuditLogVerification, {
  permission: 'audit.verify',
  audit: () => ({ action: 'audit.verification.viewed' }),
  handle: async (_call, { verifications }: AuditVerificationDeps) => verifications.state(),
  present: (state) => state,
})

export const exportAuditLogRoute = defineStreamRoute(endpoints.exportAuditLog, {
  permission: 'audit.export',
  renews: true,
  audit: () => ({ action: 'audit.exported' }),
  auditEnd: (_call, rows) => ({ action: 'audit.export.ended', note: `rows:${rows}` }),
  headers: () => ({ 'content-disposition': 'attachment; filename="paydesk-audit.jsonl"' }),
  open: (call, deps: AuditLogExportDeps, reader) => openAuditExport(call.query, call, deps, reader),
})

export const exportAuditEntriesRoute = defineListExport(endpoints.exportAuditEntries, {
  list: 'audit_entries',
  sheet: 'auditEntries',
  columns: auditEntryExportColumns,
  openBatches: openAuditEntryExportBatches,
  findSubject: getListSubject,
})
