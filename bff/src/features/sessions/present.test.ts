import { describe, expect, it } from 'vitest'
import type { ActiveSession } from '../../platform/session/active-sessions.ts'
import type { Session } from '../../platform/session/session.ts'
import { presentOwnSessions, presentSignedInPeople } from './present.ts'

const at = Date.parse('2026-06-01T08:00:00Z')
const handle = (n: number) => `w_${String(n).padStart(20, '0')}`

function living(n: number, subject: string, change: Partial<ActiveSession> = {}): ActiveSession {
  return {
    ...{
      hash: `hash-${n}`,
      handle: handle(n),
      issuer: 'https://id.test',
      subject,
      name: subject.toUpperCase(),
    },
    ...{ role: 'support', roles: ['support'], startedAt: at, seenAt: at - n, idleEndsAt: at, endsAt: at },
    ...{ address: '10.0.0.1', browser: 'Firefox 128 on Linux' },
    ...change,
  }
}

const asking: Session = {
  ...{
    hash: 'hash-2',
    handle: handle(2),
    issuer: 'https://id.test',
    subject: 'ana',
    name: 'ANA',
    idToken: '',
  },
  ...{ roles: ['support'], role: 'support', merchants: null, seenAt: at, idleEndsAt: at, endsAt: at },
  breakGlassUntil: null,
  reauthenticatedAt: null,
  refreshToken: null,
  accessToken: null,
  authorityAt: 0,
  rightsVersion: 0,
}

describe('lists of sessions', () => {
  it('of one person: the current session first, and no hashes', () => {
    const own = presentOwnSessions([living(1, 'ana'), living(2, 'ana'), living(3, 'ana')], asking)
    expect(own.map(({ session, isCurrent }) => [session, isCurrent])).toEqual([
      [handle(2), true],
      [handle(1), false],
      [handle(3), false],
    ])
    expect(JSON.stringify(own)).not.toContain('hash-')
  })

  it('of everybody: by person, sorted by name; the same subject at another issuer is another person', () => {
    const elsewhere = { issuer: 'https://other.test', name: 'ANA' }
    const all = [living(1, 'zoe'), living(2, 'ana'), living(3, 'ana', elsewhere), living(4, 'ana')]
    const people = presentSignedInPeople(all, asking)
    expect(people.map(({ name, me, sessions }) => [name, me, sessions.length])).toEqual([
      ['ANA', true, 2],
      ['ANA', false, 1],
      ['ZOE', false, 1],
    ])
    expect(people.flatMap(({ sessions }) => sessions.filter(({ isCurrent }) => isCurrent)).length).toBe(1)
  })
})
