import type { CallerAnswer } from '@paydesk/shared/compliance/caller'
import { readSaid, type SaidKind } from '@paydesk/shared/compliance/caller-claim'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Sight } from '../../platform/access/field-access.ts'
import { type Purpose, subject } from '../../platform/audit/entry.ts'
import type { AuditLog } from '../../platform/audit/log.ts'
import type { Store } from '../../platform/database/database.ts'
import { type Actor, route, type Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { customerBehind } from '../../records/customers.ts'
import type { Handles } from '../../records/handles.ts'
import { type CheckOf, settleCheck, type Taken, takeCheck } from './counts.ts'
import { compare, comparedFields, heldOf } from './held.ts'

export interface Needs {
  readonly handles: Handles
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly audit: Pick<AuditLog, 'append'>
  service(environment: EnvironmentName): PaymentService
}

interface Checked {
  readonly merchant: string
  readonly answer: CallerAnswer
}

const purposeOf = (kind: SaidKind): Purpose => ({
  field: comparedFields[kind][0],
  code: 'customer_call',
  caseRef: null,
  stepUpAge: null,
})

/** Only what the role may know to be there: `empty` says so, and a comparison would tell it as well. */
function mayCompare(kind: SaidKind, sight: Sight): boolean {
  return comparedFields[kind].every((field) => sight.presence(field, true).seen !== 'hidden')
}

/** An entry of its own beside that of the refusal, once for each time the limit was reached. */
async function alert(
  { limit }: Extract<Taken, { seq: null }>,
  check: CheckOf & { readonly merchant: string },
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  needs: Needs,
): Promise<void> {
  const { session, reference } = actor
  await needs.audit.append({
    action: 'caller.limited',
    about: { kind: 'customer', id: check.customer, merchant: check.merchant },
    result: 'refused',
    reason: limit,
    doer: {
      issuer: session.issuer,
      subject: session.subject,
      role: session.role,
      sessionHash: session.hash,
    },
    environment: scope.environment,
    sourceAddress: null,
    reference,
    purpose: purposeOf(check.kind),
  })
}

export const checkCaller = route(endpoints.checkCaller, {
  permission: 'caller.check',
  audit: ({ params, body }, checked: Checked | undefined) => ({
    action: 'caller.checked',
    about: subject('customer', params.customer, checked),
    purpose: purposeOf(body.kind),
    ...(checked && { note: `answer:${checked.answer}` as const }),
  }),
  async handle({ params, body, scope, actor }, needs: Needs): Promise<Checked> {
    const { kind } = body
    const { rid, merchant } = await customerBehind(params.customer, scope, needs.handles)
    if (!mayCompare(kind, actor.sight)) throw new ProblemError('not_allowed')
    const said = readSaid(kind, body.said)
    if (!said.ok)
      throw new ProblemError('bad_request', { fields: [{ name: 'said', expected: said.expected }] })
    const { issuer, subject: person } = actor.session
    const check = { environment: scope.environment, customer: params.customer, kind, issuer, subject: person }
    const taken = await takeCheck(needs.store, check)
    if (taken.seq === null) {
      if (taken.isFirst) await alert(taken, { ...check, merchant }, { actor, scope }, needs)
      throw new ProblemError('too_many_requests', { retryAfter: 60 })
    }
    const answer = await heldOf(kind, { rid, merchant, scope, actor }, needs.service(scope.environment)).then(
      (held) => compare(kind, said.normal, held),
      async (thrown: unknown) => {
        await settleCheck(needs.store, taken.seq, 'failed')
        throw thrown
      },
    )
    await settleCheck(needs.store, taken.seq, answer)
    return { merchant, answer }
  },
  present: ({ answer }) => ({ answer }),
})
