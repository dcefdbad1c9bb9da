import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { route } from '../../platform/http/route.ts'
import { callsPerMinute, documentPath } from './door.ts'
import { listed, type MakeNeeds, makeKey, revokeKey } from './manage.ts'
import { presentSystem, type SystemNeeds, type SystemRow } from './rows.ts'

/** What was found or made, with what opens the names in it. */
type Sealed<Value> = Value & { readonly seal: Seal }

interface Made {
  readonly row: SystemRow
  readonly key: string
  readonly stepUpAge: number
}

export const listSystems = route(endpoints.listSystems, {
  permission: 'system.manage',
  audit: () => ({ action: 'systems.listed' }),
  async handle(call, needs: SystemNeeds): Promise<Sealed<{ rows: readonly SystemRow[] }>> {
    return { rows: await listed(call, needs), seal: needs.seal }
  },
  present: ({ rows, seal }, { actor, scope }) => ({
    systems: rows.map((row) => presentSystem(row, actor, seal, Date.now())),
    merchants: [...scope.merchants],
    perMinute: callsPerMinute,
    document: documentPath,
  }),
})

export const makeSystem = route(endpoints.makeSystem, {
  permission: 'system.manage',
  audit: (_call, made: Sealed<Made> | undefined) => ({
    action: 'system.made',
    about: made ? { kind: 'system', id: made.row.id, merchant: made.row.merchant } : null,
    purpose: { field: null, code: null, caseRef: null, stepUpAge: made?.stepUpAge ?? null },
  }),
  async handle(call, needs: MakeNeeds): Promise<Sealed<Made>> {
    return { ...(await makeKey(call.body, call, needs)), seal: needs.seal }
  },
  present: ({ row, key, seal }, { actor }) => ({ system: presentSystem(row, actor, seal, Date.now()), key }),
})

interface Revoked {
  readonly answer: 'done' | 'before'
  readonly row: SystemRow
  readonly merchant: string
}

export const revokeSystem = route(endpoints.revokeSystem, {
  permission: 'system.manage',
  audit: ({ params }, revoked: Sealed<Revoked> | undefined) => ({
    action: 'system.revoked',
    about: subject('system', params.system, revoked),
  }),
  async handle(call, needs: SystemNeeds): Promise<Sealed<Revoked>> {
    return { ...(await revokeKey(call.params.system, call, needs)), seal: needs.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({
    answer,
    system: presentSystem(row, actor, seal, Date.now()),
  }),
})
