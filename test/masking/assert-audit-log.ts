import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Visited } from './walk.ts'

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
const isSource = (shown: MaskedValue) =>
  shown.visibility === 'absent' || (shown.visibility === 'clear' && /^[\d.:a-f]+$/.test(shown.text))

/**
 * Checks the record id of an event: hidden for the administrator, the last four characters for the auditor,
 * clear for all other roles in their own events only.
 */
function isAboutRight(role: Role, isOwn: boolean, id: MaskedValue): boolean {
  if (role === 'admin') return id.visibility === 'hidden'
  if (id.visibility === 'absent') return true
  if (role === 'auditor') return id.visibility === 'masked' && /^••••(?:••••|[^•]{4})$/.test(id.text)
  return isOwn && id.visibility === 'clear'
}

function misjudgedList(role: Role, json: unknown): string[] {
  const { entries } = endpoints.listAuditEntries.response.parse(json)
  const mine = new Set(
    entries.flatMap(({ person }) =>
      person?.me && person.name.visibility === 'clear' ? [person.name.text] : [],
    ),
  )
  const wrong = entries.flatMap(({ person, source, about }) => [
    ...(person === null || isName(person.name) ? [] : ['a name']),
    ...(isSource(source) ? [] : ['a source']),
    ...(readsOthers[role] || person?.me ? [] : ['an entry of a colleague']),
    ...(about === null || isAboutRight(role, person?.me === true, about.id) ? [] : ['whom it is about']),
  ])
  return mine.size > 1 ? [...wrong, 'entries of two people as those of one'] : wrong
}

/** Returns where answers about the audit log differ from the access design; empty if nowhere. */
export function misjudgedTrail(role: Role, { name, answer: { json } }: Visited): string[] {
  const found = (): string[] => {
    if (name === 'listAuditEntries') return misjudgedList(role, json)
    if (name === 'showAuditLogFigures') {
      const { people } = endpoints.showAuditLogFigures.response.parse(json)
      const others = readsOthers[role] ? [] : people.filter(({ person }) => !person.me)
      return [
        ...people.filter(({ person }) => !isName(person.name)).map(() => 'a name'),
        ...others.map(() => 'a colleague'),
      ]
    }
    if (name === 'showRecordAccess') {
      const { people } = endpoints.showRecordAccess.response.parse(json)
      const may = role === 'compliance' || role === 'auditor'
      return people.filter(({ person }) => !may || !isName(person.name)).map(() => 'who saw it')
    }
    if (name !== 'showStaffActivity') return []
    const { person, days } = endpoints.showStaffActivity.response.parse(json)
    const ids = days.flatMap(({ records }) => records.map(({ about }) => about))
    return [
      ...(role === 'auditor' && isName(person.name) ? [] : ['what somebody saw']),
      ...ids
        .filter((about) => about !== null && !isAboutRight(role, false, about.id))
        .map(() => 'what it was'),
    ]
  }
  return [...new Set(found())].map((what) => `${name} shows ${what} to ${role} otherwise than it should`)
}
