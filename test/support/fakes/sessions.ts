import {
  type AllSessions,
  type OwnSessions,
  type SessionView,
  type SignedInPerson,
  sessionHandleSchema,
} from '@paydesk/shared/administration/sessions'
import { hoursFromNow } from './values.ts'

export const buildSessionHandle = (n: number) => sessionHandleSchema.parse(`w_${String(n).padStart(20, '0')}`)

function buildSessionView(n: number, change: Partial<SessionView> = {}): SessionView {
  return {
    session: buildSessionHandle(n),
    isCurrent: false,
    startedAt: hoursFromNow(-2 - n),
    lastUsedAt: hoursFromNow(-0.01 * n),
    idleExpiresAt: hoursFromNow(0.25),
    expiresAt: hoursFromNow(7),
    role: 'support',
    roles: ['support'],
    address: `10.20.0.${n}`,
    browser: { name: 'Firefox', version: '128', system: 'Linux' },
    ...change,
  }
}

/** Current session and `others` more. */
export function buildOwnSessions(others = 1): OwnSessions {
  const all = Array.from({ length: others }, (_, n) =>
    buildSessionView(n + 2, { browser: { name: 'Chrome', version: '139', system: 'Android' } }),
  )
  return { sessions: [buildSessionView(1, { isCurrent: true }), ...all] }
}

export function buildAllSessions(change: Partial<AllSessions> = {}): AllSessions {
  const finance = 'finance'
  const people: SignedInPerson[] = [
    { name: 'Ada Moreau', me: true, sessions: [buildSessionView(1, { isCurrent: true })] },
    {
      name: 'Ana Ruiz',
      me: false,
      sessions: [buildSessionView(2), buildSessionView(3, { address: null, browser: null })],
    },
    { name: 'Farid Nasser', me: false, sessions: [buildSessionView(4, { role: finance, roles: [finance] })] },
  ]
  return {
    people,
    figures: { people: 3, sessions: 4, inUse: 4, withSeveralSessions: 1 },
    more: false,
    mayEnd: true,
    ...change,
  }
}
