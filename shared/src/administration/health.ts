import { z } from 'zod'
import { environmentName } from '../core/ids.ts'

/** Fact that a check found, as a code with its values. Never contains a part of a credential. */
const healthFact = z.strictObject({
  code: z.string(),
  count: z.int().min(0).optional(),
  total: z.int().min(0).optional(),
  at: z.iso.datetime().optional(),
  /** Names of variables, tasks or cells of the access policy. */
  names: z.array(z.string()).optional(),
})
export type HealthFact = z.infer<typeof healthFact>

const status = z.enum(['good', 'attention', 'bad', 'unknown'])

/** Health check with its result and the time it was made. */
export const healthCheck = z.strictObject({
  check: z.string(),
  status,
  facts: z.array(healthFact),
  checkedAt: z.iso.datetime().nullable(),
})
export type HealthCheck = z.infer<typeof healthCheck>

export const operationHealth = z.strictObject({
  operation: z.enum(['state', 'list', 'notifications', 'identity']),
  status,
  facts: z.array(healthFact),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastFailureAt: z.iso.datetime().nullable(),
  /** Share of failed calls in the last minutes, 0 to 1; null if no call was made. */
  failureRate: z.number().min(0).max(1).nullable(),
})

export const environmentHealth = z.strictObject({
  environment: environmentName,
  service: z.array(operationHealth),
  notificationQueue: healthCheck,
  sync: healthCheck,
  missingNotifications: healthCheck,
  /** Proof of origin of notifications; warns if the payment service is configured without proof. */
  originProof: healthCheck,
  /** Warns of a notification that carried the secret of another transaction. */
  secrets: healthCheck,
  rejectedNotifications: healthCheck,
  /** Status of carrying out confirmed decisions at the payment service. */
  operatorActions: healthCheck,
  /** Null for roles that may not see how Paydesk is run. */
  credentials: z.array(healthCheck).nullable(),
})

/** Health as this role may see it: sections hidden from the role are null. Times are ISO 8601 UTC. */
export const healthView = z.strictObject({
  /** Summary for every role: does the payment service respond, and if not, in which environments. */
  summary: z.strictObject({
    status: z.enum(['good', 'attention', 'bad']),
    environments: z.array(environmentName),
    checkedAt: z.iso.datetime().nullable(),
  }),
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
  firstTransaction: z.string().nullable(),
})
export type UndocumentedValue = z.infer<typeof undocumentedValue>
export const undocumentedValueList = z.strictObject({ values: z.array(undocumentedValue), more: z.boolean() })
