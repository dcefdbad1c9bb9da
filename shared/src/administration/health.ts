import { z } from 'zod'
import { environmentName } from '../core/ids.ts'

/** Health check with its result and the time it was made. */
export const healthCheck = z.strictObject({
  name: z.string(),
  status: z.enum(['good', 'attention', 'bad', 'unknown']),
  /** Result in one sentence. Never contains a credential, not even a part of one. */
  says: z.string(),
  checkedAt: z.iso.datetime().nullable(),
})
export type HealthCheck = z.infer<typeof healthCheck>

export const operationHealth = z.strictObject({
  operation: z.enum(['state', 'list', 'notifications', 'identity']),
  status: z.enum(['good', 'attention', 'bad', 'unknown']),
  says: z.string(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastFailureAt: z.iso.datetime().nullable(),
  /** Share of failed calls in the last minutes, 0 to 1; null if no call was made. */
  failing: z.number().min(0).max(1).nullable(),
})

export const environmentHealth = z.strictObject({
  environment: environmentName,
  service: z.array(operationHealth),
  notificationQueue: healthCheck,
  sync: healthCheck,
  missingNotifications: healthCheck,
  /** Proof of origin of notifications; warns if the payment service is configured without proof. */
  proof: healthCheck,
  /** Warns of a notification that carried the secret of another transaction. */
  secrets: healthCheck,
  rejectedNotifications: healthCheck,
  /** Status of carrying out confirmed decisions at the payment service. */
  actions: healthCheck,
  /** Null for roles that may not see how Paydesk is run. */
  credentials: z.array(healthCheck).nullable(),
})

/** Health as this role may see it: sections hidden from the role are null. Times are ISO 8601 UTC. */
export const healthView = z.strictObject({
  /** Summary for every role: does anything keep staff from working. */
  summary: healthCheck,
  environments: z.array(environmentHealth).nullable(),
  installation: z.array(healthCheck).nullable(),
})
export type HealthView = z.infer<typeof healthView>

/** Undocumented value exactly as the payment service sent it: shown grey, never translated. */
export const undocumentedValue = z.strictObject({
  place: z.enum([
    'state',
    'reason',
    'workflow_step',
    'step_value',
    'event',
    'response_code',
    'kyc_state',
    'document_kind',
    /** Form of an amount, its digits replaced: no amount is listed. */
    'amount_form',
    'currency',
  ]),
  value: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  times: z.int().min(1),
  /** Transaction where the value was first seen; null for roles that may not open it. */
  firstOn: z.string().nullable(),
})
export type UndocumentedValue = z.infer<typeof undocumentedValue>
export const undocumentedValueList = z.strictObject({ values: z.array(undocumentedValue), more: z.boolean() })
