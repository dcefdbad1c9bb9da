import type { SystemList, SystemMade, SystemView } from '@paydesk/shared/administration/system'
import { systemId } from '@paydesk/shared/administration/system'
import { merchantId } from '@paydesk/shared/core/ids'
import { inHours } from './values.ts'

export const systemNumbered = (n: number) => systemId.parse(`s_${String(n).padStart(20, '0')}`)

const [demo, outlet] = [merchantId.parse('demo-merchant'), merchantId.parse('demo-outlet')]

export function systemView(n: number, change: Partial<SystemView> = {}): SystemView {
  return {
    system: systemNumbered(n),
    label: `Web shop ${n}`,
    merchant: demo,
    scopes: ['payments:create', 'payments:read'],
    begins: `pdk_s_AbC${n}`,
    by: { name: 'Ada Moreau', me: true },
    madeAt: inHours(-24 * n),
    endsAt: inHours(24 * 300),
    usedAt: inHours(-1),
    revoked: null,
    state: 'active',
    ...change,
  }
}

/** One of each state, the newest first. */
export function systemList(change: Partial<SystemList> = {}): SystemList {
  return {
    systems: [
      systemView(1),
      systemView(2, { usedAt: null, scopes: ['payments:read'], by: { name: 'Olu Adeyemi', me: false } }),
      systemView(3, { state: 'ended', endsAt: inHours(-2) }),
      systemView(4, {
        state: 'revoked',
        revoked: { by: { name: 'Olu Adeyemi', me: false }, at: inHours(-3) },
      }),
    ],
    merchants: [demo, outlet],
    perMinute: 60,
    document: '/v1/openapi.json',
    ...change,
  }
}

export const someKey = 'pdk_s_AbC5efghijklmnopqrstuvwxyzABCDEFGHIJKLMN'

export function systemMade(change: Partial<SystemView> = {}): SystemMade {
  return { system: systemView(5, { usedAt: null, ...change }), key: someKey }
}
