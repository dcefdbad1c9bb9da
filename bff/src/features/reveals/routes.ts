import {
  pendingRevealSchema,
  type RevealGroupRequest,
  type RevealRequest,
  revealDurationMs,
  revealGroups,
} from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { unwrapGuardedForReveal } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import { type AuditEvent, type AuditSubject, toAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { type Actor, defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import {
  consumeInputAfterReauthentication,
  saveInputDuringReauthentication,
} from '../../platform/session/pending-input.ts'
import { type AccessBudgetDeps, consumeAccessBudget } from './budget.ts'
import { findFieldAtPath } from './field-path.ts'
import { locateRevealRecord, type RevealRecordDeps } from './locate-reveal-record.ts'

export interface RevealDeps extends AccessBudgetDeps, RevealRecordDeps {
  readonly store: AccessBudgetDeps['store']
  readonly cipher: FieldCipher
  readonly config: AccessBudgetDeps['config'] & { readonly reauthenticationMs: number }
  readonly audit: { heads(): { readonly isFull: boolean } }
}

type RevealBody = RevealRequest | RevealGroupRequest

/** Progress of a call, for its audit entries: also if the call fails halfway. */
interface RevealProgress {
  /** Field of the access policy for each path; null for a path to no field. */
  readonly fields: readonly (FieldName | null)[]
  stepUpAge: number | null
  about: AuditSubject | null
  unusual: number | null
}

interface RevealResult {
  /** Value of each path. */
  readonly values: readonly (string | null)[]
  readonly revealsLeft: number
  readonly at: number
}

interface RevealGroupResult extends RevealResult {
  readonly fields: RevealGroupRequest['fields']
}

/** Progress by request body, because the guards request the audit entry separately from the handler. */
const progressByBody = new WeakMap<RevealBody, RevealProgress>()

const getPaths = (body: RevealBody): readonly (readonly string[])[] =>
  'path' in body ? [body.path] : body.fields.map((field) => ['profile', field])

/** Returns true if the fields are different ones of the same group: nobody reveals a whole record at once. */
function isOneGroup({ fields }: RevealGroupRequest): boolean {
  const isIn = (group: readonly string[]) => fields.every((field) => group.includes(field))
  return new Set(fields).size === fields.length && Object.values(revealGroups).some(isIn)
}

function getInitialSubject({ record }: RevealBody): AuditSubject | null {
  if (record.kind === 'audit_entry') return null
  return 'identity' in record
    ? toAuditSubject('identity', record.identity, undefined)
    : toAuditSubject('transaction', record.transaction, undefined)
}

function getProgress(body: RevealBody): RevealProgress {
  const revealProgress = progressByBody.get(body)
  if (revealProgress !== undefined) return revealProgress
  const fields = getPaths(body).map((path) => findFieldAtPath(body.record.kind, path))
  const begun = { fields, stepUpAge: null, about: getInitialSubject(body), unusual: null }
  progressByBody.set(body, begun)
  return begun
}

/**
 * Checks that this person may reveal each field and has re-authenticated if one of them requires it. Throws
 * `not_allowed`, or the problem of `requireStepUp` after saving the request.
 */
async function checkRevealAccess(
  body: RevealBody,
  steps: RevealProgress,
  { actor, environment }: { readonly actor: Actor; readonly environment: EnvironmentName },
  deps: RevealDeps,
): Promise<void> {
  const ways = steps.fields.map((field) =>
    field === null ? null : actor.fieldAccess.getRevealRequirement(field),
  )
  if (ways.includes(null) || ('fields' in body && !isOneGroup(body))) throw new ProblemError('not_allowed')
  if (ways.every((revealRequirement) => revealRequirement === 'plain')) return
  try {
    steps.stepUpAge = requireStepUp(actor, deps.config.reauthenticationMs)
  } catch (thrown) {
    // Save the requested reveal, so that its form is filled in when the person returns from the re-authentication.
    const asked = JSON.stringify({ environment, body })
    await saveInputDuringReauthentication(deps, { session: actor.session, kind: 'reveal', content: asked })
    throw thrown
  }
}

async function revealValues(body: RevealBody, caller: ScopedActor, deps: RevealDeps): Promise<RevealResult> {
  const steps = getProgress(body)
  const { environment } = caller.scope
  rejectPersonalDataInTicket('caseRef', body.caseRef)
  await checkRevealAccess(body, steps, { actor: caller.actor, environment }, deps)
  // Reveal nothing while no signed heads can be stored: a cut of the audit log might then go unnoticed.
  if (deps.audit.heads().isFull) throw new ProblemError('record_unavailable', { retryAfter: 5 })
  const found = await locateRevealRecord(body.record, caller, deps)
  const { session } = caller.actor
  const count = steps.fields.length
  const accessBudgetState = await consumeAccessBudget(
    'reveal',
    { person: session, environment, about: found.about, count },
    deps,
  )
  steps.unusual = accessBudgetState.unusual
  const read = await found.read()
  steps.about = read.about
  const values = getPaths(body).map((path, nth) => {
    const leaf = read.findValue(path)
    if (leaf !== null && leaf.field !== steps.fields[nth]) throw new ProblemError('internal')
    return leaf === null ? null : unwrapGuardedForReveal(leaf)
  })
  return { values, revealsLeft: accessBudgetState.left, at: Date.now() }
}

/** Returns one event for each field, so that each revealed value has its own. */
function describeReveals(body: RevealBody, revealed: RevealResult | undefined): readonly AuditEvent[] {
  const { fields, stepUpAge, about, unusual } = getProgress(body)
  const auditEvents = fields.map(
    (field, nth): AuditEvent => ({
      ...({ action: 'field.revealed', about } as const),
      purpose: { field, code: body.purpose, caseRef: body.caseRef, stepUpAge },
      ...(revealed?.values[nth] === null && { note: 'not_given' as const }),
    }),
  )
  return unusual === null
    ? auditEvents
    : [...auditEvents, { action: 'reveals.unusual', note: `rows:${unusual}` }]
}

const presentTime = ({ revealsLeft, at }: RevealResult) => ({
  until: new Date(at + revealDurationMs).toISOString(),
  durationMs: revealDurationMs,
  revealsLeft,
})

/** Reveals one value of one record in clear. The guards commit the audit entry before they answer. */
export const revealFieldRoute = defineRoute(endpoints.revealField, {
  permission: 'reveal.use',
  audit: ({ body }, revealed: RevealResult | undefined) => describeReveals(body, revealed),
  handle: ({ body, scope, actor }, deps: RevealDeps) => revealValues(body, { scope, actor }, deps),
  present: (result) => ({ value: result.values[0] ?? null, ...presentTime(result) }),
})

/** Reveals several values of one group, or none: the guards commit an audit entry for each before they answer. */
export const revealFieldGroupRoute = defineRoute(endpoints.revealFieldGroup, {
  permission: 'reveal.use',
  audit: ({ body }, revealed: RevealGroupResult | undefined) => describeReveals(body, revealed),
  async handle({ body, scope, actor }, deps: RevealDeps) {
    return { ...(await revealValues(body, { scope, actor }, deps)), fields: body.fields }
  },
  present: ({ fields, ...result }) => ({
    values: fields.map((field, nth) => ({ field, value: result.values[nth] ?? null })),
    ...presentTime(result),
  }),
})

/** Parses a saved request; null if it is for another environment or was saved under another contract. */
function parsePendingReveal(text: string | null, environment: EnvironmentName): RevealBody | null {
  const kept: unknown = text === null ? null : JSON.parse(text)
  if (typeof kept !== 'object' || kept === null || !('environment' in kept) || !('body' in kept)) return null
  return kept.environment === environment
    ? (pendingRevealSchema.safeParse({ request: kept.body }).data?.request ?? null)
    : null
}

export const consumePendingRevealRoute = defineRoute(endpoints.consumePendingReveal, {
  permission: 'reveal.use',
  audit: () => ({ action: 'reveal.taken_up' }),
  async handle({ scope, actor: { session } }, deps: RevealDeps) {
    const kept = await consumeInputAfterReauthentication(deps, { session, kind: 'reveal' })
    return { request: parsePendingReveal(kept, scope.environment) }
  },
  present: (pending) => pending,
})
