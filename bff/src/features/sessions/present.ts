import {
  type SessionView,
  type SignedInPerson,
  sessionHandleSchema,
} from '@paydesk/shared/administration/sessions'
import { parseBrowserName } from '../../platform/http/browser-name.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import type { ActiveSession } from '../../platform/session/active-sessions.ts'
import type { Session } from '../../platform/session/session.ts'

/** Presents a session in a list; `current` is the session of the request. */
export function presentSession(one: ActiveSession, current: Pick<Session, 'hash'>): SessionView {
  return {
    session: sessionHandleSchema.parse(one.handle),
    isCurrent: one.hash === current.hash,
    startedAt: formatIsoTime(one.startedAt),
    lastUsedAt: formatIsoTime(one.seenAt),
    idleExpiresAt: formatIsoTime(one.idleEndsAt),
    expiresAt: formatIsoTime(one.endsAt),
    role: one.role,
    roles: [...one.roles],
    address: one.address,
    browser: one.browser === null ? null : parseBrowserName(one.browser),
  }
}

/** Presents the current session first; all others keep their order. */
export function presentOwnSessions(
  all: readonly ActiveSession[],
  current: Pick<Session, 'hash'>,
): SessionView[] {
  const here = all.filter(({ hash }) => hash === current.hash)
  const others = all.filter(({ hash }) => hash !== current.hash)
  return [...here, ...others].map((one) => presentSession(one, current))
}

/**
 * Groups sessions by person, sorted by name. A name can change between sign-ins: the most recently used
 * session decides.
 */
export function presentSignedInPeople(all: readonly ActiveSession[], current: Session): SignedInPerson[] {
  const people = new Map<string, ActiveSession[]>()
  for (const one of all) {
    const key = JSON.stringify([one.issuer, one.subject])
    people.set(key, [...(people.get(key) ?? []), one])
  }
  return [...people.values()]
    .map((sessions) => ({
      name: sessions[0]?.name ?? '',
      me: sessions[0]?.issuer === current.issuer && sessions[0].subject === current.subject,
      sessions: sessions.map((one) => presentSession(one, current)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
