import { normalizeCallerClaim } from '@paydesk/shared/compliance/caller-claim'
import type {
  CallerClaimKind,
  CallerVerificationResult,
} from '@paydesk/shared/compliance/caller-verification'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import { type AuditPurpose, toAuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { callerClaimFields, compareCallerClaim, loadValuesForCallerClaim } from './candidate-values.ts'
import {
  admitCallerCheck,
  type CallerCheck,
  type CallerCheckAdmission,
  recordCallerCheckResult,
} from './check-limits.ts'

export interface CallerVerificationDeps {
  readonly handles: HandleStore
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly audit: Pick<AuditLog, 'append'>
  service(environment: EnvironmentName): PaymentService
}

interface CallerCheckResult {
  readonly merchant: string
  readonly answer: CallerVerificationResult
}

const buildCheckPurpose = (kind: CallerClaimKind): AuditPurpose => ({
  field: callerClaimFields[kind][0],
  code: 'customer_call',
  caseRef: null,
  stepUpAge: null,
})

/**
 * True if the role may know whether the compared fields have a value: every result reveals that, not only
 * `empty`.
 */
function canCompare(kind: CallerClaimKind, fieldAccess: FieldAccess): boolean {
  return callerClaimFields[kind].every(
    (field) => fieldAccess.maskPresence(field, true).visibility !== 'hidden',
  )
}

/** Writes an alert in addition to the entry of the refusal, once for each time the limit is reached. */
async function recordLimitAlert(
  { limit }: Extract<CallerCheckAdmission, { seq: null }>,
  check: CallerCheck & { readonly merchant: string },
  { actor, scope }: ScopedActor,
  deps: CallerVerificationDeps,
): Promise<void> {
  const { session, reference } = actor
  await deps.audit.append({
    action: 'caller.limited',
    about: { kind: 'customer', id: check.customer, merchant: check.merchant },
    result: 'refused',
    reason: limit,
    actor: {
      issuer: session.issuer,
      subject: session.subject,
      role: session.role,
      sessionHash: session.hash,
    },
    environment: scope.environment,
    sourceAddress: null,
    reference,
    purpose: buildCheckPurpose(check.kind),
  })
}

export const verifyCallerRoute = defineRoute(endpoints.verifyCaller, {
  permission: 'caller.check',
  audit: ({ params, body }, checked: CallerCheckResult | undefined) => ({
    action: 'caller.checked',
    about: toAuditSubject('customer', params.customer, checked),
    purpose: buildCheckPurpose(body.kind),
    ...(checked && { note: `answer:${checked.answer}` as const }),
  }),
  async handle({ params, body, scope, actor }, deps: CallerVerificationDeps): Promise<CallerCheckResult> {
    const { kind } = body
    const { rid, merchant } = await resolveCustomerHandle(params.customer, scope, deps.handles)
    if (!canCompare(kind, actor.fieldAccess)) throw new ProblemError('not_allowed')
    const callerClaimResult = normalizeCallerClaim(kind, body.claim)
    if (!callerClaimResult.ok)
      throw new ProblemError('bad_request', { fields: [{ name: 'claim', rule: 'documented_form' }] })
    const { issuer, subject: person } = actor.session
    const check = { environment: scope.environment, customer: params.customer, kind, issuer, subject: person }
    const callerCheckAdmission = await admitCallerCheck(deps.store, check)
    if (callerCheckAdmission.seq === null) {
      if (callerCheckAdmission.isFirst)
        await recordLimitAlert(callerCheckAdmission, { ...check, merchant }, { actor, scope }, deps)
      throw new ProblemError('too_many_requests', { retryAfter: 60 })
    }
    const answer = await loadValuesForCallerClaim(
      kind,
      { rid, merchant, scope, actor },
      deps.service(scope.environment),
    ).then(
      (candidateValues) => compareCallerClaim(kind, callerClaimResult.normal, candidateValues),
      async (thrown: unknown) => {
        await recordCallerCheckResult(deps.store, callerCheckAdmission.seq, 'failed')
        throw thrown
      },
    )
    await recordCallerCheckResult(deps.store, callerCheckAdmission.seq, answer)
    return { merchant, answer }
  },
  present: ({ answer }) => ({ answer }),
})
