import { type RevealRequest, revealMs, revealRequest } from '@paydesk/shared/compliance/reveal'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { openForReveal } from '../../platform/access/guarded.ts'
import type { Field } from '../../platform/access/policy/matrix.ts'
import { type Deed, type Subject, subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { type Actor, route } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { keepAsk, takeAsk } from '../../platform/session/pending-step-up.ts'
import { type BudgetNeeds, takeReveal } from './budget.ts'
import { fieldAt } from './path.ts'
import { type Asking, findRecord, type ReadNeeds } from './read.ts'

export interface Needs extends BudgetNeeds, ReadNeeds {
  readonly store: BudgetNeeds['store']
  readonly seal: Seal
  readonly config: BudgetNeeds['config'] & { readonly stepUpMs: number }
  readonly audit: { heads(): { readonly isFull: boolean } }
}

/** How far a call has come: what its entry says, also where it ends on the way. */
interface Steps {
  field: Field | null
  stepUpAge: number | null
  about: Subject | null
  unusual: number | null
}

interface Revealed {
  readonly value: string | null
  readonly left: number
  readonly at: number
}

/** By the body of the call: the entry is asked for apart from the work. */
const underWay = new WeakMap<RevealRequest, Steps>()

function subjectNamed({ record }: RevealRequest): Subject | null {
  if (record.kind === 'trail_entry') return null
  return 'identity' in record
    ? subject('identity', record.identity, undefined)
    : subject('transaction', record.transaction, undefined)
}

function stepsOf(body: RevealRequest): Steps {
  const known = underWay.get(body)
  if (known !== undefined) return known
  const begun = { field: null, stepUpAge: null, about: subjectNamed(body), unusual: null }
  underWay.set(body, begun)
  return begun
}

/** Whether this person may see the field at all, and has proved who they are where it is needed. */
async function admit(
  body: RevealRequest,
  steps: Steps,
  { actor, environment }: { readonly actor: Actor; readonly environment: EnvironmentName },
  needs: Needs,
): Promise<void> {
  steps.field = fieldAt(body.record.kind, body.path)
  const way = steps.field === null ? null : actor.sight.revealing(steps.field)
  if (way === null) throw new ProblemError('not_allowed')
  if (way === 'plain') return
  try {
    steps.stepUpAge = requireStepUp(actor, needs.config.stepUpMs)
  } catch (thrown) {
    // What was typed is there when they come back.
    const asked = JSON.stringify({ environment, body })
    await keepAsk(needs, { session: actor.session, kind: 'reveal', asked })
    throw thrown
  }
}

async function reveal(body: RevealRequest, asking: Asking, needs: Needs): Promise<Revealed> {
  const steps = stepsOf(body)
  const { environment } = asking.scope
  refusePersonalTicket('caseRef', body.caseRef)
  await admit(body, steps, { actor: asking.actor, environment }, needs)
  // Where no more signed heads can be kept a cut of the trail may not be found: then nothing is revealed.
  if (needs.audit.heads().isFull) throw new ProblemError('record_unavailable', { retryAfter: 5 })
  const found = await findRecord(body.record, asking, needs)
  const { session } = asking.actor
  const taken = await takeReveal({ person: session, environment, about: found.about }, needs)
  steps.unusual = taken.unusual
  const read = await found.read()
  steps.about = read.about
  const leaf = read.leafAt(body.path)
  if (leaf !== null && leaf.field !== steps.field) throw new ProblemError('internal')
  return { value: leaf === null ? null : openForReveal(leaf), left: taken.left, at: Date.now() }
}

/** One value of one record in clear. The guards commit the entry before anything is answered. */
export const revealField = route(endpoints.revealField, {
  permission: 'reveal.use',
  audit({ body }, revealed: Revealed | undefined): readonly Deed[] {
    const { field, stepUpAge, about, unusual } = stepsOf(body)
    const purpose = { field, code: body.purpose, caseRef: body.caseRef, stepUpAge }
    const seen = {
      ...({ action: 'field.revealed', about, purpose } as const),
      ...(revealed?.value === null && { note: 'not_given' as const }),
    }
    return unusual === null ? [seen] : [seen, { action: 'reveals.unusual', note: `rows:${unusual}` }]
  },
  handle: ({ body, scope, actor }, needs: Needs) => reveal(body, { scope, actor }, needs),
  present: ({ value, left, at }) => ({
    value,
    until: new Date(at + revealMs).toISOString(),
    ms: revealMs,
    left,
  }),
})

/** What was sealed under another contract is not given back. */
function askedIn(text: string | null, environment: EnvironmentName): RevealRequest | null {
  const kept: unknown = text === null ? null : JSON.parse(text)
  if (typeof kept !== 'object' || kept === null || !('environment' in kept) || !('body' in kept)) return null
  return kept.environment === environment ? (revealRequest.safeParse(kept.body).data ?? null) : null
}

export const takeKeptReveal = route(endpoints.takeKeptReveal, {
  permission: 'reveal.use',
  audit: () => ({ action: 'reveal.taken_up' }),
  async handle({ scope, actor: { session } }, needs: Needs) {
    const kept = await takeAsk(needs, { session, kind: 'reveal' })
    return { asked: askedIn(kept, scope.environment) }
  },
  present: ({ asked }) => ({ asked }),
})
