import type { ApiKeyId, ApiKeyInput } from '@paydesk/shared/administration/api-keys'
import { hasPersonalData } from '../../platform/access/personal-data.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildApiKeyColumnValues, generateApiKey } from './keys.ts'
import { type ApiKeyDeps, type ApiKeyRow, buildApiKeyLiveChange } from './rows.ts'

const dayMs = 86_400_000

export interface IssueApiKeyDeps extends ApiKeyDeps {
  readonly config: { readonly reauthenticationMs: number }
}

/** Selects the API keys of the caller's merchants in this environment. */
function selectVisibleKeys({ store }: ApiKeyDeps, { scope }: ScopedActor) {
  return store.db
    .selectFrom('api_keys')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** Loads the caller's API keys, newest first. */
export function loadApiKeys(caller: ScopedActor, deps: ApiKeyDeps): Promise<ApiKeyRow[]> {
  return selectVisibleKeys(deps, caller).orderBy('created_at', 'desc').orderBy('id').execute()
}

function rejectInvalidKeyInput({ label, merchant }: ApiKeyInput, { scope }: ScopedActor): void {
  const fields = [
    ...(hasPersonalData(label) ? [{ name: 'label', rule: 'system_name' } as const] : []),
    ...(scope.merchants.includes(merchant) ? [] : [{ name: 'merchant', rule: 'own_merchant' } as const]),
  ]
  if (fields.length > 0) throw new ProblemError('bad_request', { fields })
}

/**
 * Issues an API key and returns its text, once. Throws `reauthentication_needed`, or
 * `bad_request` naming `label` or `merchant`.
 */
export async function issueApiKey(
  body: ApiKeyInput,
  caller: ScopedActor,
  { store, cipher, config }: IssueApiKeyDeps,
): Promise<{ readonly row: ApiKeyRow; readonly key: string; readonly stepUpAge: number }> {
  const { session } = caller.actor
  const stepUpAge = requireStepUp(caller.actor, config.reauthenticationMs)
  rejectInvalidKeyInput(body, caller)
  const { environment } = caller.scope
  const key = generateApiKey(environment)
  const now = Date.now()
  const id = generateId('s')
  const row = await withRequestTransaction(store, `system/${id}`, async (trx) => {
    const made = await trx
      .insertInto('api_keys')
      .values({
        id,
        environment,
        merchant: body.merchant,
        label: body.label,
        scopes: JSON.stringify([...new Set(body.permissions)].sort()),
        ...buildApiKeyColumnValues(key, { cipher }),
        issuer: session.issuer,
        subject: session.subject,
        name: cipher.seal(staffTextCipherContext, session.name),
        created_at: now,
        expires_at: now + body.days * dayMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await appendLiveChange(trx, store.dialect, buildApiKeyLiveChange(made, 'made'), now)
    return made
  })
  store.wake('changes')
  return { row, key, stepUpAge }
}

/** Revokes an API key, at once and for good; `before` if the key was revoked already. Throws `not_found`. */
export async function markApiKeyRevoked(
  system: ApiKeyId,
  caller: ScopedActor,
  deps: ApiKeyDeps,
): Promise<{ readonly answer: 'done' | 'before'; readonly row: ApiKeyRow; readonly merchant: string }> {
  const { store, cipher } = deps
  const { session } = caller.actor
  const one = selectVisibleKeys(deps, caller).where('id', '=', system)
  const row = await one.executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  const now = Date.now()
  const revoked = await withRequestTransaction(store, `system/${system}`, async (trx) => {
    const done = await trx
      .updateTable('api_keys')
      .set({
        revoked_at: now,
        revoked_issuer: session.issuer,
        revoked_subject: session.subject,
        revoked_name: cipher.seal(staffTextCipherContext, session.name),
      })
      .where('id', '=', system)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (done !== undefined)
      await appendLiveChange(trx, store.dialect, buildApiKeyLiveChange(done, 'revoked'), now)
    return done
  })
  store.wake('changes')
  if (revoked !== undefined) return { answer: 'done', row: revoked, merchant: row.merchant }
  return { answer: 'before', row: (await one.executeTakeFirst()) ?? row, merchant: row.merchant }
}
