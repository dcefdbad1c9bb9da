import { type SystemView, systemId, systemScope } from '@paydesk/shared/administration/system'
import { merchantId } from '@paydesk/shared/core/ids'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isPerson } from '../../platform/session/person.ts'
import { reviewSealed } from '../../records/review-items.ts'

export type SystemRow = Selectable<Schema['systems']>

export interface SystemNeeds {
  readonly store: Store
  readonly seal: Seal
}

/** Whoever administers, with where. */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

const scopes = z.array(systemScope)
export const scopesOf = (row: Pick<SystemRow, 'scopes'>) => scopes.parse(JSON.parse(row.scopes))

/** `now` in ms since 1970. */
export function stateOf(
  { revoked_at, ends_at }: Pick<SystemRow, 'revoked_at' | 'ends_at'>,
  now: number,
): SystemView['state'] {
  if (revoked_at !== null) return 'revoked'
  return ends_at <= now ? 'ended' : 'active'
}

const time = (at: number) => new Date(at).toISOString()

/** A key as whoever administers sees it; the key itself is nowhere to be had. */
export function presentSystem(row: SystemRow, { session }: Actor, seal: Seal, now: number): SystemView {
  const { revoked_at, revoked_name } = row
  const nameIn = (sealed: string) => seal.open(reviewSealed, sealed) ?? ''
  const revoker = { issuer: row.revoked_issuer ?? '', subject: row.revoked_subject ?? '' }
  return {
    system: systemId.parse(row.id),
    label: row.label,
    merchant: merchantId.parse(row.merchant),
    scopes: scopesOf(row),
    begins: row.begins,
    by: { name: nameIn(row.name), me: isPerson(row, session) },
    madeAt: time(row.made_at),
    endsAt: time(row.ends_at),
    usedAt: row.used_at === null ? null : time(row.used_at),
    revoked:
      revoked_at === null || revoked_name === null
        ? null
        : { by: { name: nameIn(revoked_name), me: isPerson(revoker, session) }, at: time(revoked_at) },
    state: stateOf(row, now),
  }
}

/** What the live stream tells of a key: made, used, revoked. */
export function changeOf(
  { environment, merchant, id }: Pick<SystemRow, 'environment' | 'merchant' | 'id'>,
  what: 'made' | 'used' | 'revoked',
) {
  const version = { made: 1, used: 2, revoked: 3 }[what]
  return { environment, merchant, kind: 'system', subject_id: id, version } as const
}
