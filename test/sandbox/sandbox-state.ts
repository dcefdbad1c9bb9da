import type { AccountName } from './accounts.ts'
import { ActionCounts } from './action-counts.ts'
import type { Specimens } from './documents.ts'
import { Driver } from './driver.ts'
import type { FaultName, Operation } from './fault-names.ts'
import type { Notifier } from './notify.ts'
import type { Outage } from './outage.ts'
import type { Recorder } from './recorder.ts'
import type { DeliveryOptions, HeldDelivery } from './sending.ts'
import type { World } from './world.ts'
import { createWorld, standingFault } from './world.ts'

export interface FaultRule {
  readonly account: AccountName
  readonly operation: Operation | 'any'
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

export interface Override {
  readonly account: AccountName
  readonly operation: Operation
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
  overrides: Override[] = []
  /** Default handling for notifications whose call specifies none. */
  sending: Record<AccountName, DeliveryOptions> = { stage: {}, production: {} }
  held: HeldDelivery[] = []
  sinkholeHits = 0
  sinkholeUrl = ''
  readonly serviceUrl: string
  readonly settings: SandboxSettings
  readonly notifier: Notifier
  readonly recorder: Recorder
  readonly specimens: Specimens
  readonly outage: Outage
  readonly driver = new Driver()
  readonly actions = new ActionCounts()
  creates: CreateAsked[] = []
  readonly #startedAt = Date.now()

  constructor(
    serviceUrl: string,
    settings: SandboxSettings,
    parts: { notifier: Notifier; recorder: Recorder; specimens: Specimens; outage: Outage },
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
    operation: Operation,
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

  overrideFor(account: AccountName, operation: Operation, ids: readonly string[]): string | undefined {
    return this.overrides.findLast(
      (one) => one.account === account && one.operation === operation && ids.includes(one.id),
    )?.body
  }
}
