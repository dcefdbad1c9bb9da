import type {
  EverySession,
  OwnSessions,
  SessionView,
  SignedInPerson,
} from '@paydesk/shared/administration/people'
import { sessionHandle } from '@paydesk/shared/administration/people'
import { inHours } from './values.ts'

export const sessionNumbered = (n: number) => sessionHandle.parse(`w_${String(n).padStart(20, '0')}`)

function sessionView(n: number, change: Partial<SessionView> = {}): SessionView {
  return {
    session: sessionNumbered(n),
    here: false,
    startedAt: inHours(-2 - n),
    seenAt: inHours(-0.01 * n),
    idleEndsAt: inHours(0.25),
    endsAt: inHours(7),
    role: { id: 'support', label: 'Support' },
    roles: [{ id: 'support', label: 'Support' }],
    address: `10.20.0.${n}`,
    browser: 'Firefox 128 on Linux',
    ...change,
  }
}

/** The one that asks and as many others. */
export function ownSessions(others = 1): OwnSessions {
  const all = Array.from({ length: others }, (_, n) =>
    sessionView(n + 2, { browser: 'Chrome 139 on Android' }),
  )
  return { sessions: [sessionView(1, { here: true }), ...all] }
}

export function everySession(change: Partial<EverySession> = {}): EverySession {
  const finance = { id: 'finance', label: 'Finance' } as const
  const people: SignedInPerson[] = [
    { name: 'Ada Moreau', me: true, sessions: [sessionView(1, { here: true })] },
    {
      name: 'Ana Ruiz',
      me: false,
      sessions: [sessionView(2), sessionView(3, { address: null, browser: null })],
    },
    { name: 'Farid Nasser', me: false, sessions: [sessionView(4, { role: finance, roles: [finance] })] },
  ]
  return {
    people,
    figures: { people: 3, sessions: 4, inUse: 4, several: 1 },
    more: false,
    mayEnd: true,
    ...change,
  }
}
