import type { TrailVerification } from '@paydesk/shared/compliance/trail'
import { endpoints } from '@paydesk/shared/endpoints'
import { guard } from '../../platform/access/guarded.ts'
import { type Deed, type Subject, subject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { type Actor, type Call, route, streamRoute } from '../../platform/http/route.ts'
import { presentAct } from './acts.ts'
import { type ExportNeeds, exportWhole } from './export.ts'
import { type Counted, countToday } from './figures.ts'
import { type ListNeeds, listEntries } from './list.ts'
import { type People, peopleFor } from './people.ts'
import { type PersonDays, whatTheySaw } from './person.ts'
import { aboutOf, labelOf, type Placed, presentEntry, time } from './present.ts'
import { type EntryRow, kindOf } from './rows.ts'
import { type Seen, type SeenNeeds, whoSawIt } from './seen.ts'
import type { Verifications } from './verification.ts'

type With<Value> = Value & { readonly people: People }

async function withPeople<Value extends object>(
  value: Value,
  { session }: Actor,
  { store, seal }: ListNeeds,
): Promise<With<Value>> {
  return { ...value, people: await peopleFor(session, store.db, seal) }
}

async function placed(rows: readonly EntryRow[], { db }: Pick<Store, 'db'>): Promise<Placed[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('audit_links')
    .selectAll()
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .execute()
  const bySeq = new Map(links.map((link) => [link.seq, link]))
  return rows.map((row) => ({ row, link: bySeq.get(row.seq) ?? null }))
}

/** Whom or what a list was asked about. */
function listedAbout({ query }: Call<typeof endpoints.listTrail>): Subject | null {
  if (query.person !== undefined) return { kind: 'person', id: query.person }
  return query.subject === undefined ? null : subject(kindOf(query.subject), query.subject, undefined)
}

export const listTrail = route(endpoints.listTrail, {
  permission: 'trail.own',
  audit: (call) => ({ action: 'trail.listed', about: listedAbout(call) }),
  async handle(call, needs: ListNeeds) {
    const { rows, ...listed } = await listEntries(call.query, call, needs)
    return withPeople({ ...listed, entries: await placed(rows, needs.store) }, call.actor, needs)
  },
  present({ entries, next, lookedBackTo, sees, people }, call) {
    const looking = { sight: call.actor.sight, sees, people }
    return {
      entries: entries.map((entry) => presentEntry(entry, looking)),
      next,
      lookedBackTo: lookedBackTo === null ? null : time(lookedBackTo),
      sees: sees.which,
    }
  },
})

export interface VerifyNeeds {
  readonly verifications: Verifications
}

const mostPeople = 30

export const showTrailFigures = route(endpoints.showTrailFigures, {
  permission: 'trail.own',
  audit: () => ({ action: 'trail.figures.viewed' }),
  async handle(call, needs: ListNeeds & VerifyNeeds) {
    const mayVerify = call.actor.permissions.has('trail.verify')
    const verified = mayVerify ? needs.verifications.state() : null
    return withPeople({ counted: await countToday(call, needs), verified }, call.actor, needs)
  },
  present: ({ counted, verified, people }, { actor }) => ({
    day: counted.day,
    today: counted.today,
    people: presentPeople(counted, people, actor),
    morePeople: counted.people.length > mostPeople,
    coverage: counted.coverage.map(({ since, ...one }) => ({
      ...one,
      since: since === null ? null : time(since),
    })),
    sees: counted.sees.which,
    verified,
  }),
})

function presentPeople({ people: all, sees }: Counted, people: People, { sight }: Actor) {
  // Whoever sees others at all is shown them as staff are shown; themselves always.
  const name = (text: string) =>
    sees.which === 'own'
      ? sight.showOwn(guard('staff.person', text))
      : sight.show(guard('staff.person', text))
  return all.slice(0, mostPeople).map(({ issuer, subject: id, ...deeds }) => ({
    person: people.of({ issuer, subject: id }, name),
    ...deeds,
  }))
}

export const showWhoSaw = route(endpoints.showWhoSaw, {
  permission: 'trail.subject',
  audit({ body }, seen: With<Seen> | undefined): Deed {
    const merchant = seen?.asked.merchant ?? null
    const read = merchant === null ? undefined : { merchant }
    return { action: 'trail.subject.viewed', about: subject(kindOf(body.subject), body.subject, read) }
  },
  handle: async (call, needs: ListNeeds & SeenNeeds) =>
    withPeople(await whoSawIt(call.body.subject, call, needs), call.actor, needs),
  present: ({ records, entries, viewers, more, people }, { actor: { sight } }) => ({
    records,
    entries,
    people: viewers.map(({ issuer, subject: id, roles, acts, times, first, last }) => ({
      person: people.of({ issuer, subject: id }, (name) => sight.show(guard('audit.seen_by', name))),
      roles: roles.flatMap((one) => labelOf(one) ?? []),
      times,
      firstAt: time(first),
      lastAt: time(last),
      acts: acts.map(presentAct),
    })),
    more,
  }),
})

export const showPersonSaw = route(endpoints.showPersonSaw, {
  permission: 'trail.every',
  audit: ({ params }) => ({ action: 'trail.person.viewed', about: { kind: 'person', id: params.person } }),
  handle: async (call, needs: ListNeeds): Promise<With<PersonDays>> =>
    withPeople(await whatTheySaw(call.params.person, call.query, call, needs), call.actor, needs),
  present: ({ person, first, last, entries, days, more, people }, { actor: { sight } }) => ({
    person: people.of(person, (name) => sight.show(guard('staff.person', name))),
    from: first,
    to: last,
    entries,
    days: days.map(({ day, records }) => ({
      day,
      records: records.map(({ record, acts, times, last: lastAt }) => ({
        about: aboutOf(record, { isOwn: false, isNamed: false, says: null }, sight),
        times,
        lastAt: time(lastAt),
        acts: acts.map(presentAct),
      })),
    })),
    more,
  }),
})

/** A verification that is as quick as this (ms) is answered with its result at once. */
const settledMs = 500

export const startTrailVerification = route(endpoints.startTrailVerification, {
  permission: 'trail.verify',
  // Before the handler: a verification may end while it waits. Afterwards its state was looked at.
  intent: () => ({ action: 'trail.verification.started' }),
  audit: () => ({ action: 'trail.verification.viewed' }),
  async handle({ actor, scope }, { verifications }: VerifyNeeds): Promise<TrailVerification> {
    const { issuer, subject: id, role, hash } = actor.session
    verifications.start({
      doer: { issuer, subject: id, role, sessionHash: hash },
      environment: scope.environment,
      sourceAddress: null,
      reference: actor.reference,
    })
    await verifications.settled(settledMs)
    return verifications.state()
  },
  present: (state) => state,
})

export const showTrailVerification = route(endpoints.showTrailVerification, {
  permission: 'trail.verify',
  audit: () => ({ action: 'trail.verification.viewed' }),
  handle: async (_call, { verifications }: VerifyNeeds) => verifications.state(),
  present: (state) => state,
})

export const exportTrailLines = streamRoute(endpoints.exportTrail, {
  permission: 'trail.export',
  renews: true,
  audit: () => ({ action: 'trail.exported' }),
  ended: (_call, rows) => ({ action: 'trail.export.ended', note: `rows:${rows}` }),
  headers: () => ({ 'content-disposition': 'attachment; filename="paydesk-audit.jsonl"' }),
  open: (call, needs: ExportNeeds, reader) => exportWhole(call.query, call, needs, reader),
})
