import { z } from 'zod'

/** What a signed-in person may do; roles are sets of these and stay on the server. */
export const permission = z.enum([
  'lookup.use',
  'customer.read',
  'transaction.read',
  'transaction.record',
  'notification.read',
  'identity.summary',
  'identity.read',
  'identity.record',
  'index.read',
  'index.export',
  'ledger.read',
  'ledger.reprocess',
  'register.read',
  'import.run',
  'health.read',
  'health.details',
  'live.listen',
  'review.place',
  'review.read',
  'review.every',
  'review.work',
  'handover.ask',
  'handover.answer',
  'drift.read',
  'drift.every',
  'drift.explain',
  'document.read',
  'document.download',
])
export type Permission = z.infer<typeof permission>

/** The roles of the access matrix. */
export const role = z.enum(['support', 'finance', 'compliance', 'auditor', 'admin'])
export type Role = z.infer<typeof role>
