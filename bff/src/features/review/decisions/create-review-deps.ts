import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { OperatorActionSender } from '../../../payment-service/operator-actions.ts'
import { createPersonRateLimit } from '../../../platform/http/rate-limiter.ts'
import type { EnvironmentJob } from '../../../sync/workers.ts'
import type { ReviewRateLimits } from '../limits.ts'
import type { OperatorActionPlanDeps } from '../operator-actions/action-plan.ts'
import {
  createOperatorActionWorker,
  type OperatorActionRunnerDeps,
} from '../operator-actions/action-worker.ts'
import { type DecisionExpiryDeps, runDecisionExpiry } from './expiry.ts'

interface ReviewJobDeps
  extends Omit<OperatorActionRunnerDeps, 'actions' | 'findOperatorActionSender'>,
    Omit<DecisionExpiryDeps, 'store'> {
  readonly config: DecisionExpiryDeps['config'] & { readonly review: { readonly callsPerMinute: number } }
  /** Senders by environment, only if operator actions are on. */
  readonly operatorActionSenders: ReadonlyMap<string, OperatorActionSender>
  readonly readNamedTasks: OperatorActionPlanDeps['readNamedTasks']
}

const retryAfterSeconds = 10

/**
 * Allows each person `callsPerMinute` reads, as many writes and a quarter as many notes: manual work stays
 * below these limits. `reviewJobs` carry out decisions and let them expire.
 */
export function createReviewDeps({ operatorActionSenders, readNamedTasks, ...deps }: ReviewJobDeps): {
  readonly reviewLimits: ReviewRateLimits
  readonly actions: OperatorActionPlanDeps
  readonly reviewJobs: readonly EnvironmentJob[]
} {
  const { callsPerMinute } = deps.config.review
  const actions = { isOn: (name: string) => operatorActionSenders.has(name), readNamedTasks }
  const findOperatorActionSender = (name: EnvironmentName) => operatorActionSenders.get(name) ?? null
  return {
    reviewLimits: {
      reads: createPersonRateLimit(callsPerMinute, retryAfterSeconds),
      writes: createPersonRateLimit(callsPerMinute, retryAfterSeconds),
      notes: createPersonRateLimit(Math.max(1, Math.floor(callsPerMinute / 4)), retryAfterSeconds),
    },
    actions,
    reviewJobs: [
      createOperatorActionWorker({ ...deps, actions, findOperatorActionSender }),
      (environment) => (_lease, signal) => runDecisionExpiry(deps, environment, signal),
    ],
  }
}
