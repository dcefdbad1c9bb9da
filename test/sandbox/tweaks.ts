import type { JsonObject } from './json.ts'
import { isJsonObject } from './json.ts'
import type { TransactionDetail, TransactionSketch } from './sketch.ts'

/** Changes fields of the state record only; the list entry and the notifications stay. */
export function changeRecord(change: (record: JsonObject) => void): Pick<TransactionSketch, 'tweak'> {
  return {
    tweak: (detail) => {
      if (isJsonObject(detail.record)) change(detail.record)
    },
  }
}

export function firstProvider(from: JsonObject): JsonObject {
  const list = from.payment_provider_responses
  const first = Array.isArray(list) ? list[0] : undefined
  return isJsonObject(first) ? first : {}
}

export function changeEverywhere(detail: TransactionDetail, change: (object: JsonObject) => void): void {
  for (const value of [detail.entry, detail.record, ...detail.notifications])
    if (isJsonObject(value)) change(value)
}
