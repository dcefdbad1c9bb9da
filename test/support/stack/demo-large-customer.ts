import { digitsFrom, numberFrom } from '../../sandbox/ids.ts'
import { inventAmount, transactionId } from '../../sandbox/materialise.ts'
import { currencyOf, personFor } from '../../sandbox/persons.ts'
import { knownSituations } from '../../sandbox/situations-known.ts'
import { isFinal, stateRow } from '../../sandbox/states.ts'
import { type DemoRow, day, demoEnvironment, hour, minute } from './demo-cases.ts'

const rid = 'cust-five-thousand'

/**
 * Builds the transactions of the customer with 5,000 of them, from before the 90 days of the history. If they were
 * first seen when somebody opens the customer, they would fill the first hundred pages of the list. Leaves out the
 * few in review: their cases begin when the customer is opened.
 */
export function buildLargeCustomer(
  handle: string,
  now: number,
): { merchant: string; rid: string; rows: DemoRow[] } {
  const sketch = knownSituations.find((one) => one.rid === rid)
  if (sketch === undefined) throw new Error(`No customer ${rid}`)
  const currency = currencyOf(sketch.person ?? personFor(rid))
  const rows = sketch.transactions.flatMap(({ row, workflow }, index): DemoRow[] => {
    const { state, reason, inReview } = stateRow(row)
    if (inReview) return []
    const id = transactionId(sketch, index)
    const final = isFinal(state)
    // Open ones are some days old, as no payment stays open for a year.
    const ago = (share: number) => Math.round(numberFrom(`age|${id}`, 1_000) * (share / 1_000))
    const at = final ? now - 100 * day - ago(600 * day) : now - 2 * day - ago(18 * day)
    const endedAt = at + 20 * minute
    const number = digitsFrom(`order|${id}`, 8)
    return [
      {
        ...{ environment: demoEnvironment, id, merchant: sketch.merchant, customer: handle, state, reason },
        workflow: workflow ?? 'DEMO_OPEN_BANKING',
        compound: `${state}.${reason}`,
        ...{ merchant_transaction_id: `ord-2025-${number}`, reference: `INV-${number}`, test: 0 },
        ...{ amount_minor: inventAmount(id), currency, amount_source: 'notification' as const },
        ...{ first_seen: at, first_source: 'list' as const, changed_from: at, gone: 0, received: 1, sent: 1 },
        ...{ review: 0, changed_at: final ? endedAt : at, read_at: final ? endedAt : at },
        ...(final
          ? {
              ...{ final: 1, version: 2, final_read_at: endedAt, listed_at: endedAt, next_read_at: null },
              ...{ finality: 'confirmed_by_second_read' as const, expires_at: at + day },
            }
          : {
              ...{ final: 0, version: 1, final_read_at: null, listed_at: at, next_read_at: now + 6 * hour },
              ...{ finality: 'open' as const, expires_at: now + 40 * hour },
            }),
      },
    ]
  })
  return { merchant: sketch.merchant, rid, rows }
}
