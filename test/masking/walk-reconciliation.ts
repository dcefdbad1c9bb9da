import { endpoints } from '@paydesk/shared/endpoints'
import { expect, vi } from 'vitest'
import { insertDiscrepancy } from '../support/contract/reconciliation.ts'
import type { Answer, Stack } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'
import { sampleTicket, walkStaffTexts } from './walk-review.ts'

/** Values from earlier answers of a visit about discrepancies. */
export interface GivenDrift {
  /** Discrepancies by transaction; undefined if the list was refused. */
  drift?: ReadonlyMap<string, string>
}

const nowhere = 'x_00000000000000000000'

/** Well-formed calls about discrepancies. */
export const driftCalls = {
  listDiscrepancies: () =>
    [{}, { status: 'explained' }, { kind: 'other_customer' }].map((query) => ({ params: { env }, query })),
  listCustomerDiscrepancies: ({ customer }: WalkSubject): WalkInput[] => [{ params: { env, customer } }],
  showReconciliationReport: () => [{ params: { env } }],
  exportReconciliationReport: () => [{ params: { env } }, { params: { env }, query: { format: 'xlsx' } }],
  explainDiscrepancy: ({ transactions }: WalkSubject, { drift }: GivenDrift): WalkInput[] =>
    transactions
      .flatMap((transaction) => (drift === undefined ? nowhere : (drift.get(transaction) ?? [])))
      .map((item) => ({
        params: { env, discrepancy: item },
        body: { reason: 'asked_operator', text: walkStaffTexts.explained, ticket: sampleTicket },
      })),
} as const

/** Stores what later calls of the visit need from an answer. */
export function takeDrift(givenDrift: GivenDrift, name: string, { json }: Answer): void {
  if (name !== 'listDiscrepancies') return
  const { rows } = endpoints.listDiscrepancies.response.parse(json)
  const found = rows.map(({ transaction, discrepancy }) => [transaction, discrepancy] as const)
  givenDrift.drift = new Map([...(givenDrift.drift ?? []), ...found])
}

/** Opens a discrepancy for each of these transactions, with the values of the index. */
export async function openDrift(stack: Stack, transactions: readonly string[]): Promise<void> {
  for (const id of transactions) {
    const row = stack.deps.store.db.selectFrom('transactions').selectAll().where('id', '=', id)
    const found = await vi.waitFor(() => row.executeTakeFirstOrThrow(), {
      timeout: 120_000,
      interval: 50,
    })
    expect(found.customer).not.toBeNull()
    const { merchant, customer, amount_minor, currency, state, compound } = found
    // A record that another merchant's list named first opens the same discrepancy by itself, at any time, and that
    // one stays.
    await insertDiscrepancy(stack, {
      ...{ transaction_id: id, merchant, customer, amount_minor, currency, state, compound },
      ...{ kind: 'other_customer', previous_customer: 'c_00000000000000000000' },
    })
  }
}
