import { faultNames } from './fault-names.ts'
import { identityIdFrom } from './ids.ts'
import type { CustomerSketch } from './sketch.ts'
import { sketchStageCustomer } from './sketch.ts'

/**
 * Two customers per fault: a customer whose three transactions fail at state, notifications and identity, and
 * a customer whose list fails.
 */
export const faultSituations: readonly CustomerSketch[] = faultNames.flatMap((fault): CustomerSketch[] => [
  {
    ...sketchStageCustomer(
      `fault-${fault}`,
      `Fault ${fault}: on the first state, the second notifications, the third identity`,
      { row: 'contacting-user' },
      { row: 'success' },
      { row: 'manual-review', identityId: faultyIdentityId(fault) },
    ),
    faults: [
      { operation: 'state', index: 0, fault },
      { operation: 'notifications', index: 1, fault },
      { operation: 'identity', index: 2, fault },
    ],
  },
  {
    ...sketchStageCustomer(
      `fault-list-${fault}`,
      `Fault ${fault}: on the list itself`,
      { row: 'success' },
      { row: 'contacting-user' },
    ),
    faults: [{ operation: 'list', index: -1, fault }],
  },
])

function faultyIdentityId(fault: string): string {
  return identityIdFrom(`faulty|${fault}`)
}
