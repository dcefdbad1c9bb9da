import { endpoints } from '@paydesk/shared/endpoints'
import type { Answer } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'
import { sampleTicket, walkStaffTexts } from './walk-review.ts'

/** Values from earlier answers of a visit about exports. */
export interface GivenExports {
  /** Newest request of a colleague that this person may answer. */
  exportToAnswer?: string
  /** Request of this person, not yet answered. */
  ownExport?: string
}

const nowhere = `er_${'0'.repeat(20)}`
const why = {
  purpose: 'payment_investigation',
  caseRef: sampleTicket,
  text: walkStaffTexts.explained,
} as const

/** Well-formed calls about exports of many rows. */
export const exportRequestCalls = {
  requestExport: ({ customer }: Partial<Pick<WalkSubject, 'customer'>> = {}): WalkInput[] =>
    [
      { list: 'transactions', filter: { sort: 'changed' } },
      { list: 'reconciliation', filter: {} },
      { list: 'payment_requests', filter: { show: 'all' } },
      { list: 'decisions', filter: { show: 'open' } },
      { list: 'notifications', filter: { kind: 'transaction' } },
      { list: 'cases', filter: { snoozed: '1' } },
      { list: 'questions', filter: { show: 'all' } },
      { list: 'customer_transactions', filter: { customer } },
    ].map((selection) => ({ params: { env }, body: { selection, ...why } })),
  listExportRequests: ({ customer }: Partial<Pick<WalkSubject, 'customer'>> = {}): WalkInput[] => [
    { params: { env } },
    ...(customer === undefined ? [] : [{ params: { env }, query: { customer } }]),
  ],
  // Refuse: the export itself is visited without a request.
  decideExportRequest: (_: WalkSubject, { exportToAnswer = nowhere }: GivenExports): WalkInput[] => [
    { params: { env, request: exportToAnswer }, body: { answer: 'refuse', text: walkStaffTexts.second } },
  ],
  withdrawExportRequest: (_: WalkSubject, { ownExport = nowhere }: GivenExports): WalkInput[] => [
    { params: { env, request: ownExport } },
  ],
} as const

/** Stores what later calls of the visit need from an answer. */
export function takeExports(givenExports: GivenExports, name: string, { json }: Answer): void {
  if (name !== 'listExportRequests') return
  const { requests } = endpoints.listExportRequests.response.parse(json)
  const toAnswer = requests.find(({ mayAnswer }) => mayAnswer)?.request
  const own = requests.find(({ mayWithdraw }) => mayWithdraw)?.request
  Object.assign(givenExports, toAnswer && { exportToAnswer: toAnswer }, own && { ownExport: own })
}
