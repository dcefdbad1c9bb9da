import type { EventRow } from './events.ts'
import { eventRows } from './events.ts'
import { digitsFrom } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import type { StepValues } from './states.ts'
import { workflowSteps } from './states.ts'

/** Facts from which the records of one transaction are built. */
export interface TransactionFacts {
  readonly id: string
  readonly secret: string
  readonly merchantId: string
  readonly rid: string
  readonly orderId: string
  readonly reference: string
  readonly amount: string
  readonly currency: string
  readonly test: boolean
  readonly card: boolean
  readonly taskId: string
  readonly identity: JsonObject
}

export interface TransactionOutcome {
  readonly state: string
  readonly compound: string
  readonly code: string
  readonly description: string
  readonly steps: StepValues
  readonly providers: Json[]
}

function originalMessage(facts: TransactionFacts): JsonObject {
  return {
    merchant_id: facts.merchantId,
    transaction_id: facts.orderId,
    reference: facts.reference,
    account: { identifier: facts.rid, ext: {} },
  }
}

export function workflowState(values: StepValues): JsonObject {
  return Object.fromEntries(workflowSteps.map((step) => [step, values[step] ?? 'NA']))
}

function providerResponse(facts: TransactionFacts, result: 'ok' | 'failed', description: string): JsonObject {
  const known = facts.rid === 'cust-00417'
  return {
    operation_type: 'authorization-and-capture',
    operation_successful: result === 'ok',
    provider_type: facts.card ? 'card' : 'open_banking',
    provider_name: facts.card ? 'DemoCards' : 'DemoBank',
    request_currency: facts.currency,
    reference_code: known ? '349351000000000417' : `349351${digitsFrom(`reference|${facts.id}`, 12)}`,
    provider_reference_code: known ? '1102003004' : digitsFrom(`provider|${facts.id}`, 10),
    response_id: known ? '88100200417' : digitsFrom(`response|${facts.id}`, 11),
    status_code: result === 'ok' ? 'OK000' : 'ER051',
    status_description: result === 'ok' ? 'Success' : description,
    manual_reconciliation: false,
  }
}

export function providersFor(
  facts: TransactionFacts,
  result: 'none' | 'ok' | 'failed',
  description: string,
): Json[] {
  return result === 'none' ? [] : [providerResponse(facts, result, description)]
}

export function stateRecord(
  facts: TransactionFacts,
  outcome: TransactionOutcome,
  expiresAt: string,
): JsonObject {
  return {
    id: facts.id,
    secret: facts.secret,
    expires_at: expiresAt,
    mode: 'registration',
    original_message: originalMessage(facts),
    payment_provider_responses: outcome.providers,
    identity: facts.identity,
    workflow_state: workflowState(outcome.steps),
    state: outcome.state,
    compound_state: outcome.compound,
    response_code: outcome.code,
    response_code_description: outcome.description,
    test_transaction: facts.test,
  }
}

export function listEntry(id: string, transactionState: string, state: string, workflow: string): JsonObject {
  return { transaction_uid: id, transaction_state: transactionState, state, workflow }
}

function cardReference(facts: TransactionFacts): JsonObject {
  return {
    card_brand: 'VISA',
    masked_pan: '411111....1111',
    expiry_date: '1227',
    recurring_id: `c${digitsFrom(`recurring|${facts.id}`, 6)}_18fc0a831d7__7fa7`,
  }
}

/** Builds the body of a notification; `seen` replaces the state that the event normally carries. */
export function notificationBody(
  facts: TransactionFacts,
  event: string,
  seen?: { state: string; compound: string },
): JsonObject {
  const row: EventRow = eventRows[event] ?? { ...unknownEvent, reason: event.toUpperCase() }
  const state = seen?.state ?? row.state
  const withCard = row.card === true || facts.card
  return {
    id: facts.id,
    uid: facts.id,
    secret: facts.secret,
    mode: 'registration',
    recurring_transaction: false,
    original_message: originalMessage(facts),
    workflow_state: workflowState(row.steps),
    event,
    state,
    compound_state: seen?.compound ?? `${row.state}.${row.reason}`,
    ...(withCard ? { card_reference: cardReference(facts) } : {}),
    payment_provider_responses: providersFor(facts, row.provider, row.description),
    payment_amount: { amount: facts.amount, currency: facts.currency },
    identity: facts.identity,
    screen_entities: [],
    outstanding_tasks: row.task === true ? [{ id: facts.taskId }] : [],
    response_code: row.code,
    response_code_description: row.description,
    test_transaction: facts.test,
  }
}

const unknownEvent: EventRow = {
  state: 'PENDING',
  reason: '',
  code: 'IS0100',
  description: 'An event nobody has listed',
  steps: {},
  provider: 'none',
}

/**
 * Builds the body of an incoming bank transfer: no state, original message or identity, and the amount is a
 * number.
 */
export function incomingTransferBody(id: string, reference: string): JsonObject {
  return {
    id,
    uid: id,
    recurring_transaction: false,
    event: 'payment_success',
    original_sender_iban: 'DE89370400440532013000',
    original_sender_name: 'Jonas Example',
    original_sender_bank_country: 'Germany',
    original_sender_address: 'Musterweg 1, Berlin, Germany',
    beneficiary_iban: 'CY17002001280000001200527600',
    beneficiary_acno: '1014000000417',
    transaction_detail: reference,
    screen_entities: [],
    outstanding_tasks: [],
    payment_provider_responses: [
      {
        operation_successful: false,
        reference_code: 'CT001-00417',
        response_id: 'Example',
        status_code: '2025-06-01T10:23:41.8833434Z',
        manual_reconciliation: false,
      },
    ],
    payment_amount: { currency: 'EUR', amount: 100 },
  }
}

export interface ErrorDetail {
  readonly id: string
  readonly message: string
}

export function errorBody(code: string, message: string, details: readonly ErrorDetail[] = []): JsonObject {
  return {
    code,
    message,
    ...(details.length > 0
      ? { details: details.map(({ id, message: text }) => ({ id, message: text })) }
      : {}),
  }
}
