import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { VisitedCall } from './walk.ts'

/**
 * Roles that read the events of other people, copied by hand from the access design (audit row, subject id).
 */
const readsOthers: Readonly<Record<Role, boolean>> = {
  support: false,
  finance: false,
  compliance: false,
  auditor: true,
  // Sign-ins, roles and other administrative events of all people.
  admin: true,
}

const staff = [
  'Ana Ruiz',
  'Farid Nasser',
  'Fiona Brandt',
  'Clara Weiss',
  'Auden Holt',
  'Ada Moreau',
  'Toni Reyes',
]
const isName = (shown: MaskedValue) =>
  shown.visibility === 'clear' && staff.some((name) => shown.text === name)
const notAName = (place: string, name: MaskedValue) =>
  `${place} as ${name.visibility}, but it must be the clear name of a person of the sandbox`
const isSource = (shown: MaskedValue) =>
  shown.visibility === 'absent' || (shown.visibility === 'clear' && /^[\d.:a-f]+$/.test(shown.text))

/**
 * Names the right form of the record id of an event: hidden for the administrator, the last four characters for the
 * auditor, clear for all other roles in their own events only. Null if the id has that form.
 */
function wantedAbout(role: Role, isOwn: boolean, id: MaskedValue): string | null {
  if (role === 'admin') return id.visibility === 'hidden' ? null : 'hidden'
  if (id.visibility === 'absent') return null
  if (role === 'auditor')
    return id.visibility === 'masked' && /^••••(?:••••|[^•]{4})$/.test(id.text)
      ? null
      : 'masked to its last four characters'
  if (!isOwn) return 'left out with the event, which is a colleague’s'
  return id.visibility === 'clear' ? null : 'clear in the person’s own event'
}

/** Returns the difference of a record id, with its place in the answer. */
function differencesOfAbout(role: Role, isOwn: boolean, id: MaskedValue, place: string): string[] {
  const wanted = wantedAbout(role, isOwn, id)
  return wanted === null ? [] : [`${place} as ${id.visibility}, but it must be ${wanted}`]
}

function misjudgedList(role: Role, json: unknown): string[] {
  const { entries } = endpoints.listAuditEntries.response.parse(json)
  const mine = new Set(
    entries.flatMap(({ person }) =>
      person?.me && person.name.visibility === 'clear' ? [person.name.text] : [],
    ),
  )
  const wrong = entries.flatMap(({ action, person, source, about }) => [
    ...(person === null || isName(person.name) ? [] : [notAName(`person.name of ${action}`, person.name)]),
    ...(isSource(source)
      ? []
      : [`source of ${action} as ${source.visibility}, but it must be absent or an address in clear`]),
    ...(readsOthers[role] || person?.me
      ? []
      : [`${action} of a colleague, but the role reads its own events only`]),
    ...(about === null
      ? []
      : differencesOfAbout(role, person?.me === true, about.id, `about.id of ${action}`)),
  ])
  return mine.size > 1 ? [...wrong, `events of ${mine.size} people as those of one`] : wrong
}

/** Returns where answers about the audit log differ from the access design; empty if nowhere. */
export function misjudgedTrail(role: Role, { name, answer: { json } }: VisitedCall): string[] {
  const found = (): string[] => {
    if (name === 'listAuditEntries') return misjudgedList(role, json)
    if (name === 'showAuditLogFigures') {
      const { people } = endpoints.showAuditLogFigures.response.parse(json)
      const others = readsOthers[role] ? [] : people.filter(({ person }) => !person.me)
      return [
        ...people
          .filter(({ person }) => !isName(person.name))
          .map(({ person }) => notAName('people[].person.name', person.name)),
        ...others.map(() => 'people[] with a colleague, but the role reads its own figures only'),
      ]
    }
    if (name === 'showRecordAccess') {
      const { people } = endpoints.showRecordAccess.response.parse(json)
      const may = role === 'compliance' || role === 'auditor'
      return people.flatMap(({ person }) => {
        if (!may) return ['people[], but only compliance and auditors may know who saw a record']
        return isName(person.name) ? [] : [notAName('people[].person.name', person.name)]
      })
    }
    if (name !== 'showStaffActivity') return []
    const { person, days } = endpoints.showStaffActivity.response.parse(json)
    const ids = days.flatMap(({ records }) => records.map(({ about }) => about))
    return [
      ...(role === 'auditor' ? [] : ['the activity of a person, but only auditors may read it']),
      ...(isName(person.name) ? [] : [notAName('person.name', person.name)]),
      ...ids.flatMap((about) =>
        about === null ? [] : differencesOfAbout(role, false, about.id, 'days[].records[].about.id'),
      ),
    ]
  }
  return [...new Set(found())].map((what) => `${name} shows to ${role}: ${what}`)
}
