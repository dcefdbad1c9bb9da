import type { SystemId, SystemInput } from '@paydesk/shared/administration/system'
import { holdsPersonal } from '../../platform/access/personal.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { keptOf, newKey } from './keys.ts'
import { type Caller, changeOf, type SystemNeeds, type SystemRow } from './rows.ts'

const dayMs = 86_400_000

export interface MakeNeeds extends SystemNeeds {
  readonly config: { readonly stepUpMs: number }
}

/** Keys of this person's merchants in this environment. */
function systemsSeen({ store }: SystemNeeds, { scope }: Caller) {
  return store.db
    .selectFrom('systems')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** The newest first. */
export function listed(caller: Caller, needs: SystemNeeds): Promise<SystemRow[]> {
  return systemsSeen(needs, caller).orderBy('made_at', 'desc').orderBy('id').execute()
}

function refuseWrong({ label, merchant }: SystemInput, { scope }: Caller): void {
  const fields = [
    ...(holdsPersonal(label) ? [{ name: 'label', expected: 'a word for the system, of no person' }] : []),
    ...(scope.merchants.includes(merchant) ? [] : [{ name: 'merchant', expected: 'one of your merchants' }]),
  ]
  if (fields.length > 0) throw new ProblemError('bad_request', { fields })
}

/**
 * Makes a key and gives it, once. Throws `step_up_needed`, or `bad_request` naming `label` or `merchant`.
 */
export async function makeKey(
  body: SystemInput,
  caller: Caller,
  { store, seal, config }: MakeNeeds,
): Promise<{ readonly row: SystemRow; readonly key: string; readonly stepUpAge: number }> {
  const { session } = caller.actor
  const stepUpAge = requireStepUp(caller.actor, config.stepUpMs)
  refuseWrong(body, caller)
  const { environment } = caller.scope
  const key = newKey(environment)
  const now = Date.now()
  const id = newId('s')
  const row = await transactInCall(store, `system/${id}`, async (trx) => {
    const made = await trx
      .insertInto('systems')
      .values({
        id,
        environment,
        merchant: body.merchant,
        label: body.label,
        scopes: JSON.stringify([...new Set(body.scopes)].sort()),
        ...keptOf(key, { seal }),
        issuer: session.issuer,
        subject: session.subject,
        name: seal.seal(reviewSealed, session.name),
        made_at: now,
        ends_at: now + body.days * dayMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await appendChange(trx, store.dialect, changeOf(made, 'made'), now)
    return made
  })
  store.wake('changes')
  return { row, key, stepUpAge }
}

/** Takes a key's force away, at once and for good; `before` where somebody had. Throws `not_found`. */
export async function revokeKey(
  system: SystemId,
  caller: Caller,
  needs: SystemNeeds,
): Promise<{ readonly answer: 'done' | 'before'; readonly row: SystemRow; readonly merchant: string }> {
  const { store, seal } = needs
  const { session } = caller.actor
  const one = systemsSeen(needs, caller).where('id', '=', system)
  const row = await one.executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  const now = Date.now()
  const revoked = await transactInCall(store, `system/${system}`, async (trx) => {
    const done = await trx
      .updateTable('systems')
      .set({
        revoked_at: now,
        revoked_issuer: session.issuer,
        revoked_subject: session.subject,
        revoked_name: seal.seal(reviewSealed, session.name),
      })
      .where('id', '=', system)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (done !== undefined) await appendChange(trx, store.dialect, changeOf(done, 'revoked'), now)
    return done
  })
  store.wake('changes')
  if (revoked !== undefined) return { answer: 'done', row: revoked, merchant: row.merchant }
  return { answer: 'before', row: (await one.executeTakeFirst()) ?? row, merchant: row.merchant }
}
