import { z } from 'zod'
import { environmentNameSchema } from '../core/ids.ts'

/** Fact that a check found, as a code with its values. Never contains a part of a credential. */
const healthCheckDetailSchema = z.strictObject({
  code: z.string(),
  count: z.int().min(0).optional(),
  total: z.int().min(0).optional(),
  at: z.iso.datetime().optional(),
  /** Names of variables, tasks or cells of the access policy. */
  names: z.array(z.string()).optional(),
})
export type HealthCheckDetail = z.infer<typeof healthCheckDetailSchema>

const statusSchema = z.enum(['good', 'attention', 'bad', 'unknown'])

/** Health check with its result and the time it was made. */
export const healthCheckSchema = z.strictObject({
  check: z.string(),
  status: statusSchema,
  facts: z.array(healthCheckDetailSchema),
  checkedAt: z.iso.datetime().nullable(),
})
export type HealthCheck = z.infer<typeof healthCheckSchema>

export const operationHealthSchema = z.strictObject({
  operation: z.enum(['state', 'list', 'notifications', 'identity']),
  status: statusSchema,
  facts: z.array(healthCheckDetailSchema),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastFailureAt: z.iso.datetime().nullable(),
  /** Share of failed calls in the last minutes, 0 to 1; null if no call was made. */
  failureRate: z.number().min(0).max(1).nullable(),
})

export const environmentHealthSchema = z.strictObject({
  environment: environmentNameSchema,
  service: z.array(operationHealthSchema),
  notificationQueue: healthCheckSchema,
  sync: healthCheckSchema,
  missingNotifications: healthCheckSchema,
  /** Proof of origin of notifications; warns if the payment service is configured without proof. */
  originProof: healthCheckSchema,
  /** Warns of a notification that carried the secret of another transaction. */
  secrets: healthCheckSchema,
  rejectedNotifications: healthCheckSchema,
  /** Status of carrying out confirmed decisions at the payment service. */
  operatorActions: healthCheckSchema,
  /** Null for roles that may not see how Paydesk is run. */
  credentials: z.array(healthCheckSchema).nullable(),
})

/** Health as this role may see it: sections hidden from the role are null. Times are ISO 8601 UTC. */
export const healthViewSchema = z.strictObject({
  /** Summary for every role: does the payment service respond, and if not, in which environments. */
  summary: z.strictObject({
    status: z.enum(['good', 'attention', 'bad']),
    environments: z.array(environmentNameSchema),
    checkedAt: z.iso.datetime().nullable(),
  }),
  environments: z.array(environmentHealthSchema).nullable(),
  installation: z.array(healthCheckSchema).nullable(),
})
export type HealthView = z.infer<typeof healthViewSchema>

/** Undocumented value exactly as the payment service sent it: shown grey, never translated. */
export const undocumentedValueSchema = z.strictObject({
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
export type UndocumentedValue = z.infer<typeof undocumentedValueSchema>
export const undocumentedValueListSchema = z.strictObject({
  values: z.array(undocumentedValueSchema),
  more: z.boolean(),
})
