import type { Role } from '@paydesk/shared/core/permissions'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../platform/runtime/log.ts'
import type { Session } from '../../platform/session/session.ts'
import type { GrantedRights } from './oidc-claims.ts'
import type { RightsRenewalOutcome } from './provider.ts'
import { createSessionRightsRenewer } from './session-rights-renewer.ts'

const minute = 60_000
const rights: GrantedRights = {
  ...{ roles: ['support'], merchants: null, name: 'Ana Ruiz', rolesClaim: 'roles' },
  ...{ looked: { id_token: 'found' }, claimNames: {} },
}
const tokens = { refreshToken: 'next', accessToken: null }
const renewed: RightsRenewalOutcome = { outcome: 'renewed', rights, tokens }
const down: RightsRenewalOutcome = {
  outcome: 'unavailable',
  cause: 'provider_unreachable',
  facts: {},
  tokens,
}

/** Keeper of one session, with a clock and a provider that the test moves. */
function keep({
  isClaimedElsewhere = false,
  refreshToken = 'first' as string | null,
  /** Role that the person chooses while the provider is asked. */
  chosen = 'support' as Role,
} = {}) {
  const clock = { time: 0 }
  const provider = { outcome: renewed, calls: 0 }
  let authorityAt = 0
  let isEnded = false
  const session = (): Session => ({
    ...{
      hash: 'h',
      handle: 'w',
      issuer: 'i',
      subject: 's',
      name: 'Ana Ruiz',
      roles: ['support'],
      role: 'support',
    },
    ...{ merchants: null, idToken: '', refreshToken, accessToken: null, seenAt: 0, idleEndsAt: 0 },
    ...{ endsAt: 0, breakGlassUntil: null, reauthenticatedAt: null, authorityAt, rightsVersion: 0 },
  })
  const authorityKeeper = createSessionRightsRenewer({
    provider: {
      async renewRights() {
        provider.calls += 1
        return provider.outcome
      },
    },
    sessions: {
      reload: async () => (isEnded ? { session: null, why: 'none' } : { session: session() }),
      claimRenewal: async () =>
        isClaimedElsewhere ? null : { ...session(), roles: ['support'], merchants: null },
      async storeRights(_, __, { isConfirmed }) {
        if (isConfirmed) authorityAt = clock.time
        return chosen
      },
      listDueRenewals: async (before) => (authorityAt <= before && !isEnded ? [session()] : []),
      async close(which) {
        const isMeant = !('authorityAt' in which) || which.authorityAt === authorityAt
        isEnded ||= isMeant
        return isMeant ? 1 : 0
      },
    },
    audit: { append: async () => {} },
    log: createLogger('silent'),
    ...{ authorityMs: 10 * minute, outageMs: 480 * minute, now: () => clock.time },
    async wait(ms) {
      clock.time += ms
    },
  })
  const isOpen = async () => (await authorityKeeper.requireCurrentRights(session())).session !== null
  return { clock, provider, keeper: authorityKeeper, isOpen }
}

describe('the authority keeper', () => {
  it('renews at half of the limit in the background, and at the limit before an answer', async () => {
    const { clock, provider, keeper: authorityKeeper, isOpen } = keep()
    clock.time = 5 * minute - 1
    expect([await authorityKeeper.renewDue(), await isOpen(), provider.calls]).toEqual([0, true, 0])
    clock.time = 5 * minute
    expect([await authorityKeeper.renewDue(), provider.calls]).toEqual([1, 1])
    clock.time = 15 * minute - 1
    expect([await isOpen(), provider.calls]).toEqual([true, 1])
    clock.time = 15 * minute
    expect([await isOpen(), provider.calls]).toEqual([true, 2])
    expect(authorityKeeper.health()).toMatchObject({ renewedAt: 15 * minute, outage: null })
  })

  it('asks a provider that is down once in ten seconds, and goes on when it answers', async () => {
    const { clock, provider, keeper: authorityKeeper, isOpen } = keep()
    provider.outcome = down
    clock.time = 10 * minute
    for (let nth = 0; nth < 5; nth += 1) expect(await isOpen()).toBe(true)
    expect([await authorityKeeper.renewDue(), provider.calls]).toEqual([0, 1])
    expect(authorityKeeper.health().outage).toEqual({ since: 10 * minute, cause: 'provider_unreachable' })
    clock.time += 10_000
    provider.outcome = renewed
    expect([await authorityKeeper.renewDue(), provider.calls, authorityKeeper.health().outage]).toEqual([
      1,
      2,
      null,
    ])
  })

  it('keeps a session through an outage for the configured time, to the millisecond', async () => {
    const { clock, provider, isOpen } = keep()
    provider.outcome = down
    clock.time = 480 * minute - 1
    expect(await isOpen()).toBe(true)
    clock.time += 1
    expect(await isOpen()).toBe(false)
  })

  it.each<[string, RightsRenewalOutcome]>([
    ['no role', { outcome: 'renewed', tokens, rights: { ...rights, roles: [] } }],
    ['another role', { outcome: 'renewed', tokens, rights: { ...rights, roles: ['finance'] } }],
    ['a refusal', { outcome: 'refused', cause: 'token_endpoint_refused', facts: {} }],
  ])('ends a session after %s', async (_, outcome) => {
    const { clock, provider, isOpen } = keep()
    provider.outcome = outcome
    clock.time = 10 * minute
    expect(await isOpen()).toBe(false)
  })

  it('ends a session whose role was chosen while the provider took it away', async () => {
    const { clock, isOpen } = keep({ chosen: 'compliance' })
    clock.time = 10 * minute
    expect(await isOpen()).toBe(false)
  })

  it('leaves a session that has no token until the whole limit', async () => {
    const { clock, provider, keeper: authorityKeeper } = keep({ refreshToken: null })
    clock.time = 10 * minute - 1
    expect([await authorityKeeper.renewDue(), provider.calls]).toEqual([0, 0])
    clock.time += 1
    expect([await authorityKeeper.renewDue(), provider.calls]).toEqual([1, 1])
  })

  it('answers nothing on old rights if another instance does not come to an end', async () => {
    const { clock, isOpen } = keep({ isClaimedElsewhere: true })
    clock.time = 10 * minute
    await expect(isOpen()).rejects.toThrow('sign_in_unavailable')
  })
})
