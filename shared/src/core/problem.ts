import { z } from 'zod'
import { supportReferenceSchema } from './ids.ts'

/** Ids of all errors. `docs/problems.md` explains the cause and remedy of each. */
export const problemIdSchema = z.enum([
  'not_signed_in',
  'session_idle',
  'session_over',
  'session_ended',
  'not_allowed',
  'break_glass_report_due',
  'break_glass_limit_reached',
  'cross_site',
  'no_such_page',
  'method_not_allowed',
  'wrong_host',
  'not_found',
  'bad_request',
  'too_large',
  'origin_not_verified',
  'unsupported_encoding',
  'too_many_requests',
  'upstream_timeout',
  'upstream_unreachable',
  'upstream_bad_response',
  'upstream_auth',
  'upstream_refused',
  'upstream_mismatch',
  'upstream_busy',
  'document_not_shown',
  'record_unavailable',
  'maybe_recorded',
  'sign_in_failed',
  'sign_in_unavailable',
  'no_role',
  'reauthentication_needed',
  'reauthentication_by_another',
  'reauthentication_without_time',
  'reveal_limit_reached',
  'access_limit_reached',
  'export_needs_approval',
  'payment_requests_off',
  'payment_link_gone',
  'key_refused',
  'key_scope',
  'idempotency_conflict',
  'payment_refused',
  'payment_not_sent',
  'unsupported_type',
  'unavailable',
  'internal',
])
export type ProblemId = z.infer<typeof problemIdSchema>

/** Cause of the early end of a session. */
export const sessionEndCauseSchema = z.enum(['administrator', 'self', 'provider', 'limit'])

/** Form that a field should have. Its text is in `messages`, and names the values. */
export const fieldRuleSchema = z.enum([
  'accepted_by_service',
  'account_holder_currency',
  'amount',
  'at_least',
  'at_most',
  'bic',
  'clean_file',
  'comment_of_other',
  'country',
  'customer_id',
  'customer_merchant',
  'day',
  'day_between',
  'day_from',
  'day_not_before_from',
  'documented_form',
  'email',
  'iban',
  'id_column',
  'idempotency_key',
  'ip_address',
  'json',
  'list_cursor',
  'listed_reason',
  'max_bytes',
  'max_days',
  'max_fetches',
  'max_letters',
  'max_views',
  'name',
  'name_sign',
  'no_account_holder',
  'no_field',
  'no_filter_by_record',
  'no_more_fields',
  'no_parameters',
  'no_personal_data',
  'object',
  'one_of',
  'other_session',
  'own_merchant',
  'past_date',
  'phone',
  'postal_code',
  'reason',
  'reference',
  'service_url',
  'sort_without_amount',
  'storable_text',
  'subdivision',
  'system_name',
  'ticket',
  'time_zone',
  'type',
  'unique_names',
  'unique_reference',
  'viewing_colleagues',
  'visible_values',
])
export type FieldRule = z.infer<typeof fieldRuleSchema>

/** Field of a request that does not have the expected form. Never contains the value that was sent. */
export const invalidFieldSchema = z.strictObject({
  name: z.string(),
  rule: fieldRuleSchema,
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** True if the field is missing. */
  required: z.boolean().optional(),
})
export type InvalidField = z.infer<typeof invalidFieldSchema>

/** Error as application/problem+json (RFC 9457), with our id and a support reference. */
export const problemSchema = z.strictObject({
  type: z.string(),
  id: problemIdSchema,
  title: z.string(),
  status: z.int().min(400).max(599),
  /** Safe sentence: what is wrong and what to do. Never contains a value that was sent or read. */
  detail: z.string(),
  reference: supportReferenceSchema,
  /** Seconds after which a retry makes sense. */
  retryAfter: z.int().min(0).max(60).optional(),
  /**
   * Set if the session was ended early: by a person, by the identity provider or by a newer session; when, and the
   * time zone (IANA) for display.
   */
  ended: z.strictObject({ by: sessionEndCauseSchema, at: z.iso.datetime(), zone: z.string() }).optional(),
  /** Set if an export has more rows than `limit`, up to which no approval is needed. */
  needsApproval: z.strictObject({ rows: z.int().min(0), limit: z.int().min(0) }).optional(),
  /** Reveals that the person has left within the hour, if they are too few for a group of fields. */
  revealsLeft: z.int().min(0).optional(),
  /** Invalid fields. `expected` says the rule in English. */
  fields: z.array(z.strictObject({ ...invalidFieldSchema.shape, expected: z.string() })).optional(),
})
export type Problem = z.infer<typeof problemSchema>
