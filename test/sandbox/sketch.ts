import type { AccountName } from './accounts.ts'
import type { Json, JsonObject } from './json.ts'
import type { InventedPayer } from './persons.ts'
import type { StateRowName, StepValues } from './states.ts'

/** Answers of a transaction, and the data for its later notifications. */
export interface TransactionDetail {
  entry: Json
  record: Json
  notifications: Json[]
  readonly payment: JsonObject
  readonly taskId: string
}

export type NotificationListShape = 'data' | 'bare' | 'notifications'

export interface TransactionSketch {
  readonly row: StateRowName
  readonly id?: string
  readonly merchant?: string
  readonly workflow?: string
  readonly orderNumber?: string
  readonly secret?: string
  readonly taskId?: string
  readonly amount?: string
  readonly currency?: string
  readonly events?: readonly string[]
  readonly steps?: StepValues
  readonly compound?: string
  readonly listState?: string
  readonly card?: boolean
  readonly test?: boolean
  readonly shape?: NotificationListShape
  readonly expiresAt?: string
  readonly expiresInHours?: number
  /** True if readable by its id but absent from the list. */
  readonly unlisted?: boolean
  readonly identityId?: string
  readonly tweak?: (detail: TransactionDetail, near: Surroundings) => void
}

/** Context for a tweak. */
interface Surroundings {
  readonly baseUrl: string
  readonly startedAt: number
  idOf(rid: string, index: number): string
}

export type SpecimenKind = 'passport' | 'id-card' | 'licence' | 'photo' | 'bill' | 'letter'

/** File behind a document address: a specimen, or a hostile file by its name. */
export interface ServedFile {
  readonly path: string
  readonly specimen?: SpecimenKind
  readonly hostile?: string
}

export interface DocumentSet {
  readonly elements: Json[]
  readonly files: readonly ServedFile[]
}

export interface CustomerSketch {
  readonly account: AccountName
  readonly merchant: string
  readonly rid: string
  readonly text: string
  readonly transactions: readonly TransactionSketch[]
  readonly person?: InventedPayer
  readonly identityId?: string
  readonly documents?: (baseUrl: string, identityId: string) => DocumentSet
  /** Changes the record in place, or returns a new one. */
  readonly tweakIdentity?: (record: JsonObject) => JsonObject | undefined
  /** Standing faults: operation, index of the transaction (-1 for the list), name. */
  readonly faults?: readonly { readonly operation: string; readonly index: number; readonly fault: string }[]
}

export function sketchStageCustomer(
  rid: string,
  text: string,
  ...transactions: TransactionSketch[]
): CustomerSketch {
  return { account: 'stage', merchant: 'demo-merchant', rid, text, transactions }
}
