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
  extends Omit<OperatorActionRunnerDeps, 'actions' | 'door'>,
    Omit<DecisionExpiryDeps, 'store'> {
  readonly config: DecisionExpiryDeps['config'] & { readonly review: { readonly callsPerMinute: number } }
  /** Senders by environment, only if operator actions are on. */
  readonly doors: ReadonlyMap<string, OperatorActionSender>
  readonly readNamedTasks: OperatorActionPlanDeps['readNamedTasks']
}

const retryAfterSeconds = 10

/**
 * Allows each person `callsPerMinute` reads, as many writes and a quarter as many notes: manual work stays
 * below these limits. `reviewJobs` carry out decisions and let them expire.
 */
export function createReviewDeps({ doors, readNamedTasks, ...deps }: ReviewJobDeps): {
  readonly reviewLimits: ReviewRateLimits
  readonly actions: OperatorActionPlanDeps
  readonly reviewJobs: readonly EnvironmentJob[]
} {
  const { callsPerMinute } = deps.config.review
  const actions = { isOn: (name: string) => doors.has(name), readNamedTasks }
  const door = (name: EnvironmentName) => doors.get(name) ?? null
  return {
    reviewLimits: {
      reads: createPersonRateLimit(callsPerMinute, retryAfterSeconds),
      writes: createPersonRateLimit(callsPerMinute, retryAfterSeconds),
      notes: createPersonRateLimit(Math.max(1, Math.floor(callsPerMinute / 4)), retryAfterSeconds),
    },
    actions,
    reviewJobs: [
      createOperatorActionWorker({ ...deps, actions, door }),
      (environment) => (_lease, signal) => runDecisionExpiry(deps, environment, signal),
    ],
  }
}
