import type { OperatorActionNotSentReason } from '@paydesk/shared/cases/operator-actions'
import { type EnvironmentName, reviewTaskIdSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import type {
  OperatorActionRequest,
  OperatorActionResult,
  OperatorActionSender,
} from '../../../payment-service/operator-actions.ts'
import type { StateRecord } from '../../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../../payment-service/payment-service.ts'
import { getDatabaseClock } from '../../../platform/database/clock.ts'
import { isDatabaseFailure } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import { type Lease, LeaseLostError } from '../../../platform/database/leases.ts'
import { runJobLoop } from '../../../platform/jobs/job-loop.ts'
import { sleep } from '../../../platform/jobs/wake-signal.ts'
import type { Logger } from '../../../platform/runtime/log.ts'
import { generateSupportReference } from '../../../platform/runtime/reference.ts'
import { extractRecordColumns } from '../../../records/confirmation/transaction-columns.ts'
import type { EnvironmentJob, PacedServiceAccess } from '../../../sync/workers.ts'
import { chooseOperatorActionTarget, type OperatorActionPlanDeps } from './action-plan.ts'
import type { OperatorActionRow } from './action-rows.ts'
import {
  appendOperatorActionAudit,
  endUnsentOperatorAction,
  markOperatorActionSending,
  type OperatorActionWriteDeps,
  postponeOperatorAction,
  recordOperatorActionResult,
} from './action-write.ts'

export interface OperatorActionRunnerDeps extends OperatorActionWriteDeps {
  readonly cipher: FieldCipher
  readonly log: Logger
  readonly actions: OperatorActionPlanDeps
  /** Returns the sender of requests; null if operator actions are off. */
  findOperatorActionSender(environment: EnvironmentName): OperatorActionSender | null
  service(environment: EnvironmentName): Pick<PaymentService, 'readState'>
  /** Time limit for one request (ms). */
  readonly upstreamDeadlineMs: number
}

const pollMs = 500
/** Delay (ms) while the payment service is down, or a notification waits for its confirmation. */
const restMs = 2_000
/** Age (ms) at which an action is given up: by then somebody may have done it at the operator's console. */
const giveUpMs = 3_600_000
/** Delay (ms) after an unexpected error of Paydesk, so that one failing action does not hold up the others. */
const pauseMs = 30_000
/** Time (ms) on top of a request's time limit, until the request counts as lost with its instance. */
const spareMs = 2_000
const maxRecordAttempts = 5

const verdictByAction = { accept_task: 'accept', reject_task: 'reject', cancel: 'cancel' } as const

/** Builds the request for a target. Parses the ids again, because they become part of a URL. */
function buildActionRequest({ action }: OperatorActionRow, target: string): OperatorActionRequest {
  const id = target.slice(target.indexOf('/') + 1)
  if (action === 'cancel') return { action, transaction: transactionIdSchema.parse(id) }
  return { action, task: reviewTaskIdSchema.parse(id) }
}

type SendReadiness =
  | { readonly target: string }
  | { readonly drop: OperatorActionNotSentReason }
  | { readonly rest: number }

/** Carries out the confirmed decisions of one environment, one request after the other. */
export class OperatorActionRunner {
  readonly #deps: OperatorActionRunnerDeps
  readonly #environment: EnvironmentName
  readonly #serviceAccess: PacedServiceAccess

  constructor(
    deps: OperatorActionRunnerDeps,
    environment: EnvironmentName,
    pacedServiceAccess: PacedServiceAccess,
  ) {
    this.#deps = deps
    this.#environment = environment
    this.#serviceAccess = pacedServiceAccess
  }

  /** Gives up requests in flight when an instance ended: they may have left, and are never sent again. */
  async #giveUpLost(): Promise<void> {
    const { store, upstreamDeadlineMs } = this.#deps
    const rows = await store.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('environment', '=', this.#environment)
      .where('status', '=', 'sending')
      .where((eb) =>
        eb(eb.ref('sent_at'), '<', eb(getDatabaseClock(store.dialect), '-', upstreamDeadlineMs + spareMs)),
      )
      .execute()
    const acted: OperatorActionResult = { outcome: 'unknown', status: null, cause: 'left_behind' }
    for (const row of rows) {
      await this.#record(row, acted)
      const by = { audit: this.#deps.audit, reference: generateSupportReference() }
      await appendOperatorActionAudit('decision.action.answered', row, acted, by)
    }
  }

  /** Returns the due action that has waited longest; undefined if none is due. */
  #next(): Promise<OperatorActionRow | undefined> {
    const { store } = this.#deps
    return store.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('environment', '=', this.#environment)
      .where('status', '=', 'planned')
      .where('due_at', '<=', Date.now())
      .orderBy('due_at')
      .orderBy('planned_at')
      .limit(1)
      .executeTakeFirst()
  }

  /** Looks for work once. Returns false if there was none. */
  async runOnce(lease: Lease): Promise<boolean> {
    await this.#giveUpLost()
    const row = await this.#next()
    if (row === undefined) return false
    try {
      await this.#carry(row, lease)
    } catch (thrown) {
      const isOurs = !(thrown instanceof LeaseLostError || isDatabaseFailure(thrown))
      if (isOurs) await postponeOperatorAction(row, pauseMs, this.#deps)
      throw thrown
    }
    return true
  }

  /** Takes one planned action as far as possible now: drops, postpones or sends it. */
  async #carry(row: OperatorActionRow, lease: Lease): Promise<void> {
    const deps = this.#deps
    const operatorActionSender = deps.findOperatorActionSender(this.#environment)
    if (operatorActionSender === null) return endUnsentOperatorAction(row, 'switched_off', deps)
    const found = await this.#look(row)
    if ('drop' in found) return endUnsentOperatorAction(row, found.drop, deps)
    if ('rest' in found) {
      const isLate = Date.now() - row.planned_at > giveUpMs
      return isLate
        ? endUnsentOperatorAction(row, 'too_late', deps)
        : postponeOperatorAction(row, found.rest, deps)
    }
    await this.#serviceAccess.runPaced(() => this.#send(row, found.target, { operatorActionSender, lease }))
  }

  /** Checks the payment service and its notifications right before anything is sent. */
  async #look(row: OperatorActionRow): Promise<SendReadiness> {
    const { service, actions, store } = this.#deps
    if (this.#serviceAccess.serviceHealth.isDown()) return { rest: restMs }
    const transaction = transactionIdSchema.parse(row.transaction_id)
    const read = {
      reference: generateSupportReference(),
      lane: 'background',
      fresh: true,
      alone: true,
    } as const
    const outcome = await this.#serviceAccess.runPaced(() =>
      service(this.#environment).readState(transaction, read),
    )
    if (outcome.outcome !== 'found') return { rest: restMs }
    const named = await actions.readNamedTasks(store.db, this.#environment, transaction)
    const stopped = this.#stopped(row, outcome.value, named.tasks.length)
    if (stopped !== null) return { drop: stopped }
    if (!named.settled) return { rest: restMs }
    const aim = chooseOperatorActionTarget(verdictByAction[row.action], transaction, named, outcome.value)
    if (aim.why !== null) return { drop: aim.why }
    return row.target === null || row.target === aim.target ? aim : { drop: 'task_changed' }
  }

  #stopped(row: OperatorActionRow, record: StateRecord, tasks: number): OperatorActionNotSentReason | null {
    const { columns } = extractRecordColumns(record, row.environment, row.transaction_id, this.#deps.cipher)
    if (columns.final === 1) return 'ended'
    return columns.review === 1 || tasks > 0 ? null : 'not_in_review'
  }

  /** Sends one request: committed and audited before the request leaves, its result recorded afterwards. */
  async #send(
    row: OperatorActionRow,
    target: string,
    by: { operatorActionSender: OperatorActionSender; lease: Lease },
  ): Promise<void> {
    const deps = this.#deps
    const operatorActionRequest = buildActionRequest(row, target)
    const marked = await markOperatorActionSending(row, target, by.lease, deps)
    if (marked === 'taken') return endUnsentOperatorAction(row, 'sent_before', deps)
    if (marked === 'over') return endUnsentOperatorAction(row, 'over', deps)
    const reference = generateSupportReference()
    try {
      await appendOperatorActionAudit('decision.action.sent', row, null, { audit: deps.audit, reference })
    } catch (thrown) {
      // Send nothing without its audit event.
      await this.#record(row, { outcome: 'never_left', cause: 'no_entry' })
      throw thrown
    }
    const acted = await by.operatorActionSender(operatorActionRequest, reference)
    await this.#record(row, acted)
    await appendOperatorActionAudit('decision.action.answered', row, acted, { audit: deps.audit, reference })
  }

  /** Records a result, with retries: an unrecorded result would count as unknown later. */
  async #record(row: OperatorActionRow, acted: OperatorActionResult): Promise<void> {
    const deps = this.#deps
    for (let tries = 1; ; tries += 1)
      try {
        await recordOperatorActionResult(row, acted, deps)
        break
      } catch (thrown) {
        if (tries === maxRecordAttempts || !isDatabaseFailure(thrown)) throw thrown
        await sleep(tries * pollMs)
      }
    const { outcome } = acted
    const cause = 'cause' in acted ? acted.cause : acted.status
    deps.log.info({ environment: this.#environment, outcome, cause, action: row.action }, 'operator action')
  }
}

/**
 * Carries out confirmed decisions of an environment at the payment service (service-facts, Operator actions),
 * beside its reader, until `signal` aborts. Sends each request at most once: a request that may have left is
 * never sent again. A request in flight comes to its end.
 */
export function createOperatorActionWorker(deps: OperatorActionRunnerDeps): EnvironmentJob {
  return (environment, pacedServiceAccess) => {
    const carrying = new OperatorActionRunner(deps, environment, pacedServiceAccess)
    return (lease, signal) =>
      runJobLoop(signal, {
        step: async () => ((await carrying.runOnce(lease)) ? 0 : pollMs),
        onError: (err) => deps.log.error({ err, environment }, 'a decision could not be carried out'),
        errorPauseMs: pollMs,
      })
  }
}
