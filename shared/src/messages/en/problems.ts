import type { ProblemId } from '../../core/problem.ts'

/** Errors for staff, by problem ID. They load with the first error. */
export const englishProblems = {
  not_signed_in: {
    title: 'Not signed in',
    detail: 'Sign in to continue.',
  },
  session_idle: {
    title: 'Signed out after inactivity',
    detail: 'Sign in to continue where you left off.',
  },
  session_over: {
    title: 'Your session expired',
    detail: 'Sign in to continue where you left off.',
  },
  session_ended: {
    title: 'Your session was ended',
    detail: 'Sign in to continue where you left off.',
  },
  not_allowed: {
    title: 'No access',
    detail: 'Your role does not allow this. The attempt is in the audit log.',
  },
  break_glass_report_due: {
    title: 'Report required',
    detail: 'Submit the report on your last emergency access first, or end the one in your other session.',
  },
  break_glass_limit_reached: {
    title: 'No emergency access left today',
    detail: 'Three within a day is the limit. Contact compliance.',
  },
  cross_site: {
    title: 'Request from another site',
    detail: 'Paydesk accepts requests from its own pages only. Open Paydesk and try there.',
  },
  no_such_page: {
    title: 'Page not found',
    detail: 'There is nothing at this URL.',
  },
  not_found: {
    title: 'Not found',
    detail: 'Neither the payment service nor our records have this ID, or you have no access to it.',
  },
  bad_request: {
    title: 'Input not valid',
    detail: 'Correct the named fields and send again.',
  },
  too_large: {
    title: 'Too large',
    detail: 'The request exceeds the limit of Paydesk. Send less.',
  },
  origin_not_verified: {
    title: 'Origin not verified',
    detail: 'The notification has no valid proof of origin. Nothing of it was stored.',
  },
  unsupported_encoding: {
    title: 'Encoding not supported',
    detail: 'Notifications are accepted without compression only. Nothing of it was stored.',
  },
  too_many_requests: {
    title: 'Too many requests',
    detail: 'Wait a moment, then try again.',
  },
  upstream_timeout: {
    title: 'Payment service timed out',
    detail: 'Nothing was read. Try again. If it persists, quote the reference.',
  },
  upstream_unreachable: {
    title: 'Payment service unavailable',
    detail: 'Nothing was read. Try again. If it persists, quote the reference.',
  },
  upstream_bad_response: {
    title: 'Unexpected response of the payment service',
    detail: 'Nothing of it is shown. Try again. If it persists, quote the reference.',
  },
  upstream_auth: {
    title: 'The payment service rejected the credentials of Paydesk',
    detail: 'Your sign-in is not affected. Contact your administrator and quote the reference.',
  },
  upstream_refused: {
    title: 'The payment service rejected the request',
    detail: 'Quote the reference if you expected a result.',
  },
  upstream_mismatch: {
    title: 'The response is about another record',
    detail: 'Nothing of it is shown. Quote the reference.',
  },
  upstream_busy: {
    title: 'Payment service busy',
    detail: 'Paydesk pauses requests so that the payment service recovers. Try again shortly.',
  },
  document_not_shown: {
    title: 'Document not shown',
    detail: 'The reason is named. Such a document can only be downloaded, with an approval.',
  },
  record_unavailable: {
    title: 'Access not logged',
    detail: 'Nothing is shown without an entry in the audit log. Try again shortly.',
  },
  maybe_recorded: {
    title: 'Result unknown',
    detail: 'The database did not confirm in time. Check the result before you send again.',
  },
  sign_in_failed: {
    title: 'Sign-in failed',
    detail: 'Start again. If it fails again, quote the reference.',
  },
  sign_in_unavailable: {
    title: 'Sign-in service unavailable',
    detail: 'The sign-in service of your organisation does not answer. Try again shortly.',
  },
  no_role: {
    title: 'Your account has no role in Paydesk yet',
    detail: 'Ask your administrator.',
  },
  reauthentication_needed: {
    title: 'Recent sign-in required',
    detail: 'Confirm it’s you. Your session stays open.',
  },
  reauthentication_by_another: {
    title: 'Another person signed in',
    detail: 'The person of this session must confirm, so nothing changed.',
  },
  reauthentication_without_time: {
    title: 'Sign-in time missing',
    detail:
      'The sign-in service does not send the time of your sign-in. Contact your administrator and quote the reference.',
  },
  reveal_limit_reached: {
    title: 'Reveal limit of this hour reached',
    detail: 'Try again later. The attempt is in the audit log.',
  },
  access_limit_reached: {
    title: 'Access limit of this hour reached',
    detail: 'Try again later. The attempt is in the audit log, and compliance has an alert.',
  },
  export_needs_approval: {
    title: 'Export needs an approval',
    detail: 'The list has more rows than are exported without an approval. State a purpose and request it.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    detail: 'This URL exists, but not for this method.',
  },
  wrong_host: {
    title: 'Wrong URL of Paydesk',
    detail: 'Open Paydesk at its configured URL, or ask your administrator.',
  },
  payment_requests_off: {
    title: 'No payment requests in this environment',
    detail: 'Your administrator can configure workflows for them.',
  },
  payment_link_gone: {
    title: 'Payment link no longer available',
    detail:
      'The payment ended or expired, or its link was not accepted. Check the payment before you create another one: the customer may still have the link.',
  },
  key_refused: {
    title: 'API key not valid',
    detail: 'Send a key of this environment as Authorization: Bearer. It may have expired or been revoked.',
  },
  key_scope: {
    title: 'API key without permission',
    detail: 'Your administrator can create a key with this permission.',
  },
  idempotency_conflict: {
    title: 'Idempotency key already used',
    detail: 'A payment with other content exists for this key. Use a new key for a new payment.',
  },
  payment_refused: {
    title: 'Payment cannot be created',
    detail: 'Correct the named fields and send again with a new idempotency key. Nothing was created.',
  },
  payment_not_sent: {
    title: 'Payment service not reached',
    detail: 'Nothing was created. Send again with the same idempotency key.',
  },
  unsupported_type: {
    title: 'Content type not supported',
    detail: 'Send JSON in UTF-8 as application/json.',
  },
  unavailable: {
    title: 'Paydesk is unavailable',
    detail: 'Its database does not answer. Try again shortly.',
  },
  internal: {
    title: 'Internal error',
    detail: 'The error is in Paydesk. Quote the reference.',
  },
} as const satisfies Readonly<Record<ProblemId, { readonly title: string; readonly detail: string }>>
