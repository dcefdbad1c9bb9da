import { type RevealRequest, revealDurationMs, revealRequest } from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { openForReveal } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import { type AuditEvent, type AuditSubject, toAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { type Actor, defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { consumePendingStepUp, savePendingStepUp } from '../../platform/session/pending-step-up.ts'
import { type AccessBudgetDeps, consumeAccessBudget } from './budget.ts'
import { findFieldAtPath } from './field-path.ts'
import { locateRecord, type RevealRecordDeps } from './locate-record.ts'

export interface RevealDeps extends AccessBudgetDeps, RevealRecordDeps {
  readonly store: AccessBudgetDeps['store']
  readonly seal: FieldCipher
  readonly config: AccessBudgetDeps['config'] & { readonly stepUpMs: number }
  readonly audit: { heads(): { readonly isFull: boolean } }
}

/** Progress of a call, for its audit entry: also if the call fails halfway. */
interface RevealProgress {
  field: FieldName | null
  stepUpAge: number | null
  about: AuditSubject | null
  unusual: number | null
}

interface RevealResult {
  readonly value: string | null
  readonly left: number
  readonly at: number
}

/** Progress by request body, because the guards request the audit entry separately from the handler. */
const progressByBody = new WeakMap<RevealRequest, RevealProgress>()

function getInitialSubject({ record }: RevealRequest): AuditSubject | null {
  if (record.kind === 'trail_entry') return null
  return 'identity' in record
    ? toAuditSubject('identity', record.identity, undefined)
    : toAuditSubject('transaction', record.transaction, undefined)
}

function getProgress(body: RevealRequest): RevealProgress {
  const known = progressByBody.get(body)
  if (known !== undefined) return known
  const begun = { field: null, stepUpAge: null, about: getInitialSubject(body), unusual: null }
  progressByBody.set(body, begun)
  return begun
}

/**
 * Checks that this person may reveal the field and has re-authenticated if the field requires it. Throws
 * `not_allowed`, or the problem of `requireStepUp` after saving the request.
 */
async function checkRevealAccess(
  body: RevealRequest,
  steps: RevealProgress,
  { actor, environment }: { readonly actor: Actor; readonly environment: EnvironmentName },
  deps: RevealDeps,
): Promise<void> {
  steps.field = findFieldAtPath(body.record.kind, body.path)
  const way = steps.field === null ? null : actor.fieldAccess.getRevealRequirement(steps.field)
  if (way === null) throw new ProblemError('not_allowed')
  if (way === 'plain') return
  try {
    steps.stepUpAge = requireStepUp(actor, deps.config.stepUpMs)
  } catch (thrown) {
    // Save the request, so that the form is filled in when the person returns.
    const asked = JSON.stringify({ environment, body })
    await savePendingStepUp(deps, { session: actor.session, kind: 'reveal', content: asked })
    throw thrown
  }
}

async function revealValue(
  body: RevealRequest,
  asking: ScopedActor,
  deps: RevealDeps,
): Promise<RevealResult> {
  const steps = getProgress(body)
  const { environment } = asking.scope
  rejectPersonalDataInTicket('caseRef', body.caseRef)
  await checkRevealAccess(body, steps, { actor: asking.actor, environment }, deps)
  // Reveal nothing while no signed heads can be stored: a cut of the audit log might then go unnoticed.
  if (deps.audit.heads().isFull) throw new ProblemError('record_unavailable', { retryAfter: 5 })
  const found = await locateRecord(body.record, asking, deps)
  const { session } = asking.actor
  const taken = await consumeAccessBudget(
    'reveal',
    { person: session, environment, about: found.about },
    deps,
  )
  steps.unusual = taken.unusual
  const read = await found.read()
  steps.about = read.about
  const leaf = read.findValue(body.path)
  if (leaf !== null && leaf.field !== steps.field) throw new ProblemError('internal')
  return { value: leaf === null ? null : openForReveal(leaf), left: taken.left, at: Date.now() }
}

/** Reveals one value of one record in clear. The guards commit the audit entry before they answer. */
export const revealField = defineRoute(endpoints.revealField, {
  permission: 'reveal.use',
  audit({ body }, revealed: RevealResult | undefined): readonly AuditEvent[] {
    const { field, stepUpAge, about, unusual } = getProgress(body)
    const purpose = { field, code: body.purpose, caseRef: body.caseRef, stepUpAge }
    const seen = {
      ...({ action: 'field.revealed', about, purpose } as const),
      ...(revealed?.value === null && { note: 'not_given' as const }),
    }
    return unusual === null ? [seen] : [seen, { action: 'reveals.unusual', note: `rows:${unusual}` }]
  },
  handle: ({ body, scope, actor }, deps: RevealDeps) => revealValue(body, { scope, actor }, deps),
  present: ({ value, left, at }) => ({
    value,
    until: new Date(at + revealDurationMs).toISOString(),
    ms: revealDurationMs,
    left,
  }),
})

/** Parses a saved request; null if it is for another environment or was saved under another contract. */
function parsePendingReveal(text: string | null, environment: EnvironmentName): RevealRequest | null {
  const kept: unknown = text === null ? null : JSON.parse(text)
  if (typeof kept !== 'object' || kept === null || !('environment' in kept) || !('body' in kept)) return null
  return kept.environment === environment ? (revealRequest.safeParse(kept.body).data ?? null) : null
}

export const consumePendingReveal = defineRoute(endpoints.consumePendingReveal, {
  permission: 'reveal.use',
  audit: () => ({ action: 'reveal.taken_up' }),
  async handle({ scope, actor: { session } }, deps: RevealDeps) {
    const kept = await consumePendingStepUp(deps, { session, kind: 'reveal' })
    return { asked: parsePendingReveal(kept, scope.environment) }
  },
  present: ({ asked }) => ({ asked }),
})
