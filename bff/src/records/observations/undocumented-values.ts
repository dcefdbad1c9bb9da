import { hash } from 'node:crypto'
import type { UndocumentedValue } from '@paydesk/shared/administration/health'
import { getFractionDigits } from '@paydesk/shared/core/money'
import {
  documentedWorkflowStepValues,
  parseCompoundState,
  parseTransactionState,
  workflowSteps,
} from '@paydesk/shared/core/state'
import { sql, type Transaction } from 'kysely'
import type { NotificationRecord, StateRecord } from '../../payment-service/parsing/wire.ts'
import {
  unwrapGuardedForStorage,
  unwrapOperationalText,
  unwrapResultCode,
} from '../../platform/access/guarded.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { classifyNotificationEvent } from './notification-events.ts'
import type { NotificationKey } from './notification-matching.ts'
import { isPlainCode } from './plain-code.ts'

export interface ObservedUndocumentedValue {
  readonly place: UndocumentedValue['place']
  readonly value: string
}

/** Accepts only codes, so that no free text and no personal data is recorded. */
const isCode = (value: string) => /^[A-Za-z0-9_.-]{1,64}$/.test(value) && isPlainCode(value)
/**
 * Limit of values per place and merchant: a payment service that always invents new ones must not fill the
 * table.
 */
const maxValuesPerPlace = 1_000

const steps: ReadonlySet<string> = new Set(workflowSteps)
const stepValues = new Set(documentedWorkflowStepValues)
/** Pattern of the documented response codes (service-facts, State) and of the providers' own two digits. */
const responseCode = /^(IS0(00[1]|10[1-69]|11[0-5])|\d{2})$/
const kycStates = new Set(['NONE'])

/** Finds undocumented values of a state record (interface, endpoint 2). */
export function findUndocumentedValues(record: StateRecord): ObservedUndocumentedValue[] {
  const found: ObservedUndocumentedValue[] = []
  const add = (
    place: UndocumentedValue['place'],
    value: string | null,
    isKnown: (value: string) => boolean,
  ) => {
    if (value !== null && isCode(value) && !isKnown(value)) found.push({ place, value })
  }
  add('state', unwrapOperationalText(record.state), (value) => parseTransactionState(value).documented)
  const compound = unwrapOperationalText(record.compound_state)
  // Take the reason from codes only: in other text, the part behind the point belongs to that text.
  if (compound !== null && isCode(compound))
    add('reason', parseCompoundState(compound).reason, () => parseCompoundState(compound).documented)
  for (const [step, value] of Object.entries(record.workflow_state)) {
    add('workflow_step', step, (name) => steps.has(name))
    add('step_value', unwrapOperationalText(value), (name) => stepValues.has(name))
  }
  add('response_code', unwrapResultCode(record.response_code), (value) => responseCode.test(value))
  add('kyc_state', unwrapOperationalText(record.identity.kyc_state), (value) => kycStates.has(value))
  return found
}

/** Computes a short fingerprint of a set of undocumented values; null for none. */
export function fingerprintUndocumentedValues(values: readonly ObservedUndocumentedValue[]): string | null {
  if (values.length === 0) return null
  const all = new Set(values.map(({ place, value }) => `${place}\n${value}`))
  return hash('sha256', [...all].sort().join('\n\n'), 'hex').slice(0, 16)
}

/** Finds undocumented values in the stored columns of a notification. */
export function findUndocumentedInNotification({
  event,
  state,
  compound,
}: Omit<NotificationKey, 'kind'>): ObservedUndocumentedValue[] {
  const found = findUndocumentedEvent(event)
  if (state !== null && isCode(state) && !parseTransactionState(state).documented)
    found.push({ place: 'state', value: state })
  const { reason, documented } = parseCompoundState(compound ?? '')
  if (compound !== null && isCode(compound) && !documented && isCode(reason))
    found.push({ place: 'reason', value: reason })
  return found
}

/** Returns the event of a notification if it is undocumented. */
export function findUndocumentedEvent(event: string | null): ObservedUndocumentedValue[] {
  if (event === null || !isCode(event) || classifyNotificationEvent(event).documented) return []
  return [{ place: 'event', value: event }]
}

/** Amount in minor units, as the interface documents it. */
const documentedAmount = /^(?:0|[1-9]\d{0,14})$/

/**
 * Finds amounts and currencies of a notification in another form than the interface documents: `125.50`,
 * `-500`, `0012550`, `eur`. An amount is described by its form alone, with `n` for its digits.
 */
export function findUndocumentedAmounts({ payment_amount }: NotificationRecord): ObservedUndocumentedValue[] {
  const found: ObservedUndocumentedValue[] = []
  const amount = unwrapGuardedForStorage(payment_amount.amount)
  if (amount !== null && !documentedAmount.test(amount)) {
    const form = amount.replace(/^0+(?=\d)/, '0').replaceAll(/[1-9]\d*|(?<![\d-])0(?!\d)/g, 'n')
    found.push({ place: 'amount_form', value: /^[n0.,+eE -]{1,24}$/.test(form) ? form : 'no number' })
  }
  const currency = unwrapGuardedForStorage(payment_amount.currency)
  if (currency !== null && getFractionDigits(currency) === null)
    found.push({ place: 'currency', value: /^[A-Za-z]{1,8}$/.test(currency) ? currency : 'no code' })
  return found
}

interface ValueOwner {
  readonly environment: string
  /** Merchant of the transaction; null if unknown. */
  readonly merchant: string | null
}

/**
 * Counts each value once among the merchant's undocumented values; `on` tells where they were seen. Returns
 * the values that are new.
 */
export async function recordUndocumentedValues(
  trx: Transaction<DatabaseSchema>,
  { environment, merchant: owner }: ValueOwner,
  values: readonly ObservedUndocumentedValue[],
  on: string | null,
  now: number,
): Promise<ObservedUndocumentedValue[]> {
  const once = [...new Map(values.map((one) => [`${one.place}\n${one.value}`, one])).values()]
  const merchant = owner ?? ''
  const added: ObservedUndocumentedValue[] = []
  for (const { place, value } of once.sort((a, b) => (a.place + a.value < b.place + b.value ? -1 : 1))) {
    const { numUpdatedRows } = await trx
      .updateTable('undocumented_values')
      .set({ times: sql<number>`times + 1`, last_seen: now })
      .where('environment', '=', environment)
      .where('merchant', '=', merchant)
      .where('place', '=', place)
      .where('value', '=', value)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    const { rows } = await trx
      .selectFrom('undocumented_values')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('environment', '=', environment)
      .where('merchant', '=', merchant)
      .where('place', '=', place)
      .executeTakeFirstOrThrow()
    if (Number(rows) >= maxValuesPerPlace) continue
    await trx
      .insertInto('undocumented_values')
      .values({
        environment,
        merchant,
        place,
        value,
        first_seen: now,
        last_seen: now,
        times: 1,
        first_transaction: on,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['environment', 'merchant', 'place', 'value'])
          .doUpdateSet({ times: sql<number>`undocumented_values.times + 1`, last_seen: now }),
      )
      .execute()
    added.push({ place, value })
  }
  return added
}
