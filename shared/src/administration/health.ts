import { z } from 'zod'
import { environmentName } from '../core/ids.ts'

/** One thing that was checked, when, and how it stands. */
export const healthCheck = z.strictObject({
  name: z.string(),
  status: z.enum(['good', 'attention', 'bad', 'unknown']),
  /** One sentence; never a value of a credential, not even a part. */
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
  /** Share of failed calls in the last minutes, 0 to 1; null where none was made. */
  failing: z.number().min(0).max(1).nullable(),
})

export const environmentHealth = z.strictObject({
  environment: environmentName,
  service: z.array(operationHealth),
  inbox: healthCheck,
  sweep: healthCheck,
  gaps: healthCheck,
  /** Where the service is configured without proof of origin, this says so, loudly. */
  proof: healthCheck,
  refused: healthCheck,
  /** Whether confirmed decisions are carried out through the service. */
  actions: healthCheck,
  /** Null for whoever may not see how it is run. */
  credentials: z.array(healthCheck).nullable(),
})

/** Sections that a role may not see are null. Times are ISO 8601 UTC. */
export const healthView = z.strictObject({
  /** One line for everybody: whether anything keeps staff from working. */
  line: healthCheck,
  environments: z.array(environmentHealth).nullable(),
  office: z.array(healthCheck).nullable(),
})
export type HealthView = z.infer<typeof healthView>

/** One value that nobody has documented, as the service gave it: shown grey, never translated. */
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
  ]),
  value: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  times: z.int().min(1),
  /** The transaction on which it was first seen, for whoever may open it. */
  firstOn: z.string().nullable(),
})
export type UndocumentedValue = z.infer<typeof undocumentedValue>
export const undocumentedValueList = z.strictObject({ values: z.array(undocumentedValue), more: z.boolean() })
