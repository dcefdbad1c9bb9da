import type { AccountName } from './accounts.ts'
import type { JsonObject } from './json.ts'
import type { Target } from './routes.ts'

interface Count {
  asked: number
  carriedOut: number
}

/** How often each operator's action was asked for, and how often it changed anything. */
export class ActionCounts {
  readonly #counts = new Map<string, Count>()

  /** Counts a request that has arrived; anything but an action is left out. */
  ask(account: AccountName, target: Target | undefined): void {
    if (target?.operation === 'action') this.#of(account, target.action, target.id).asked += 1
  }

  carryOut(account: AccountName, action: string, id: string): void {
    this.#of(account, action, id).carriedOut += 1
  }

  #of(account: AccountName, action: string, id: string): Count {
    const key = `${account}/${action}/${id}`
    const count = this.#counts.get(key) ?? { asked: 0, carriedOut: 0 }
    this.#counts.set(key, count)
    return count
  }

  clear(): void {
    this.#counts.clear()
  }

  /** By `account/action/id`. */
  toJson(): JsonObject {
    return Object.fromEntries([...this.#counts].map(([key, count]) => [key, { ...count }]))
  }
}
