import type { AccountName } from './accounts.ts'
import { ActionCounts } from './action-counts.ts'
import type { SpecimenFiles } from './documents.ts'
import { TransactionDriver } from './driver.ts'
import type { FaultName, ServiceOperation } from './fault-names.ts'
import type { WebhookNotifier } from './notify.ts'
import type { ServiceOutage } from './outage.ts'
import type { RequestRecorder } from './recorder.ts'
import type { DeliveryOptions, HeldDelivery } from './sending.ts'
import type { World } from './world.ts'
import { createWorld, standingFault } from './world.ts'

export interface FaultRule {
  readonly account: AccountName
  readonly operation: ServiceOperation | 'any'
  readonly id: string | undefined
  readonly fault: FaultName
  /**
   * True to carry out a create or an operator action before the fault, so only the answer is lost; false to
   * lose the whole request.
   */
  readonly carriesOut: boolean
  left: number
}

/** Create request as it arrived, with any outcome. */
export interface CreateAsked {
  readonly account: AccountName
  readonly body: string
}

export interface BodyOverride {
  readonly account: AccountName
  readonly operation: ServiceOperation
  readonly id: string
  readonly body: string
}

export interface SandboxSettings {
  readonly notifyUrl: string | undefined
  readonly operatorActions: boolean
  readonly strict: boolean
}

/** State that changes while the sandbox runs; `reset` restores the start. */
export class SandboxState {
  world: World
  faults: FaultRule[] = []
  overrides: BodyOverride[] = []
  /** Default handling for notifications whose call specifies none. */
  sending: Record<AccountName, DeliveryOptions> = { stage: {}, production: {} }
  held: HeldDelivery[] = []
  sinkholeHits = 0
  sinkholeUrl = ''
  readonly serviceUrl: string
  readonly settings: SandboxSettings
  readonly notifier: WebhookNotifier
  readonly recorder: RequestRecorder
  readonly specimens: SpecimenFiles
  readonly outage: ServiceOutage
  readonly driver = new TransactionDriver()
  readonly actions = new ActionCounts()
  creates: CreateAsked[] = []
  readonly #startedAt = Date.now()

  constructor(
    serviceUrl: string,
    settings: SandboxSettings,
    parts: {
      notifier: WebhookNotifier
      recorder: RequestRecorder
      specimens: SpecimenFiles
      outage: ServiceOutage
    },
  ) {
    this.serviceUrl = serviceUrl
    this.settings = settings
    this.notifier = parts.notifier
    this.recorder = parts.recorder
    this.specimens = parts.specimens
    this.outage = parts.outage
    this.world = createWorld(serviceUrl, this.#startedAt)
  }

  reset(): void {
    this.world = createWorld(this.serviceUrl, this.#startedAt)
    this.faults = []
    this.overrides = []
    this.sending = { stage: {}, production: {} }
    this.held = []
    this.driver.stop()
    this.outage.end()
    this.sinkholeHits = 0
    this.actions.clear()
    this.creates = []
    this.notifier.clear()
    this.recorder.clear()
  }

  /** Returns the first matching rule, otherwise a standing fault of the world. */
  faultFor(
    account: AccountName,
    operation: ServiceOperation,
    ids: readonly string[],
  ): Pick<FaultRule, 'fault' | 'carriesOut'> | undefined {
    const rule = this.faults.find(
      (candidate) =>
        candidate.left > 0 &&
        candidate.account === account &&
        (candidate.operation === 'any' || candidate.operation === operation) &&
        (candidate.id === undefined || ids.includes(candidate.id)),
    )
    if (rule !== undefined) {
      rule.left -= 1
      return rule
    }
    const fault = ids
      .map((id) => standingFault(this.world, account, operation, id))
      .find((found) => found !== undefined)
    return fault === undefined ? undefined : { fault, carriesOut: true }
  }

  overrideFor(account: AccountName, operation: ServiceOperation, ids: readonly string[]): string | undefined {
    return this.overrides.findLast(
      (one) => one.account === account && one.operation === operation && ids.includes(one.id),
    )?.body
  }
}
