import { plural } from '../../core/message.ts'

/** Texts of reconciliation on the home page. */
export const englishReconciliationHome = {
  unexplained: plural('count', {
    none: 'Nothing pending',
    one: '{count} discrepancy to explain',
    other: '{count} discrepancies to explain',
  }),
  explained: '{count} explained',
  today: 'Today: {opened} new, {closed} resolved',
} as const
