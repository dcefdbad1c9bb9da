import { z } from 'zod'
import { environmentName } from '../core/ids.ts'

/** One thing that was checked, when, and how it stands. */
export const check = z.strictObject({
  name: z.string(),
  status: z.enum(['good', 'attention', 'bad', 'unknown']),
  /** One sentence; never a value of a credential, not even a part. */
  says: z.string(),
  checkedAt: z.iso.datetime().nullable(),
})
export type Check = z.infer<typeof check>

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
  inbox: check,
  sweep: check,
  gaps: check,
  /** Where the service is configured without proof of origin, this says so, loudly. */
  proof: check,
  refused: check,
  /** Whether confirmed decisions are carried out through the service. */
  actions: check,
  /** Null for whoever may not see how it is run. */
  credentials: z.array(check).nullable(),
})

/** Sections that a role may not see are null. Times are ISO 8601 UTC. */
export const healthView = z.strictObject({
  /** One line for everybody: whether anything keeps staff from working. */
  line: check,
  environments: z.array(environmentHealth).nullable(),
  office: z.array(check).nullable(),
})
export type HealthView = z.infer<typeof healthView>

/** One value that nobody has documented, as the service gave it: shown grey, never translated. */
export const unknownValue = z.strictObject({
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
export type UnknownValue = z.infer<typeof unknownValue>
export const unknownValues = z.strictObject({ values: z.array(unknownValue), more: z.boolean() })
