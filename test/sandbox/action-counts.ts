import type { AccountName } from './accounts.ts'
import type { JsonObject } from './json.ts'
import type { RequestTarget } from './routes.ts'

interface Count {
  asked: number
  carriedOut: number
}

/** Counts for each operator action how often it was requested and how often it changed anything. */
export class ActionCounts {
  readonly #counts = new Map<string, Count>()

  /** Counts an arrived request; ignores everything except operator actions. */
  ask(account: AccountName, target: RequestTarget | undefined): void {
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

  /** Keys are `account/action/id`. */
  toJson(): JsonObject {
    return Object.fromEntries([...this.#counts].map(([key, count]) => [key, { ...count }]))
  }
}
