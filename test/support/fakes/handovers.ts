import type { HandoverPage, HandoverView } from '@paydesk/shared/work/handover'
import { handoverId } from '@paydesk/shared/work/handover'
import { reviewed } from './ids.ts'
import { clear, inHours } from './values.ts'

/** The n-th of many invented questions. */
export function handoverNumbered(n: number) {
  return handoverId.parse(`h_${String(n).padStart(20, '0')}`)
}

/** A colleague's question that waits for an answer. */
export function handoverView(n: number, change: Partial<HandoverView> = {}): HandoverView {
  return {
    handover: handoverNumbered(n),
    about: { kind: 'transaction', transaction: reviewed },
    to: 'compliance',
    question: clear('Is the identity of this customer complete by now?'),
    by: { name: 'Sam Okafor', me: false },
    at: inHours(-n),
    answer: null,
    mayAnswer: false,
    ...change,
  }
}

export function handoverPage(
  handovers: readonly HandoverView[] = [],
  change: Partial<HandoverPage> = {},
): HandoverPage {
  return { handovers: [...handovers], next: null, waiting: 0, came: 0, ...change }
}
