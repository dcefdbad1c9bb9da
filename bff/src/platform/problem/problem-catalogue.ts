import type { ProblemId } from '@paydesk/shared/core/problem'

interface CatalogueEntry {
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** Catalogue of all errors. `docs/problems.md` explains every entry; a test keeps the two the same. */
export const problemCatalogue: Readonly<Record<ProblemId, CatalogueEntry>> = {
  not_signed_in: { status: 401, title: 'Not signed in', detail: 'Sign in to go on.' },
  session_idle: {
    status: 401,
    title: 'Signed out after a time without use',
    detail: 'You were signed out because Paydesk was not used for a while. Sign in to go on where you were.',
  },
  session_over: {
    status: 401,
    title: 'The session has ended',
    detail: 'Your session has ended. Sign in to go on where you were.',
  },
  session_ended: {
    status: 401,
    title: 'Your session was ended',
    detail: 'It was ended before its time. Sign in to go on where you were.',
  },
  not_allowed: {
    status: 403,
    title: 'Not for your role',
    detail: 'Your role does not include this. The refusal was recorded.',
  },
  break_glass_report_due: {
    status: 409,
    title: 'A report is owed first',
    detail:
      'You have broken the glass before and not reported on it, or it is broken in another of your sessions. Write the report, then try again.',
  },
  break_glass_limit_reached: {
    status: 429,
    title: 'Three times within a day',
    detail: 'You have broken the glass as often as is allowed within a day. Ask compliance.',
  },
  cross_site: {
    status: 403,
    title: 'The call did not come from Paydesk',
    detail: 'Calls are taken from Paydesk’s own pages only. Open Paydesk and try there.',
  },
  no_such_page: { status: 404, title: 'No such address', detail: 'There is nothing at this address.' },
  method_not_allowed: {
    status: 405,
    title: 'Not with this method',
    detail: 'The address exists, but not for this method. The header Allow names those that it has.',
  },
  wrong_host: {
    status: 421,
    title: 'Another host was asked for',
    detail: 'Paydesk answers only at its public address. Open it there.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'The service and this office know nothing under this id, or it is not in your scope.',
  },
  bad_request: {
    status: 400,
    title: 'The request is not of the right form',
    detail: 'Correct what is named and send it again.',
  },
  too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request is larger than Paydesk takes. Send less.',
  },
  origin_not_verified: {
    status: 401,
    title: 'The origin is not proved',
    detail: 'A notification needs the proof that was agreed with the service. Nothing of it was kept.',
  },
  unsupported_encoding: {
    status: 415,
    title: 'The body is encoded',
    detail: 'Notifications are taken as they are, without compression. Nothing of it was kept.',
  },
  too_many_requests: { status: 429, title: 'Too many requests', detail: 'Wait a moment, then try again.' },
  upstream_timeout: {
    status: 504,
    title: 'The payment service did not answer in time',
    detail: 'Nothing was read. Try again; if it stays so, quote the reference.',
  },
  upstream_unreachable: {
    status: 502,
    title: 'The payment service did not answer properly',
    detail:
      'It could not be reached or answered with an error, so nothing was read. Try again; if it stays so, quote the reference.',
  },
  upstream_bad_response: {
    status: 502,
    title: 'The payment service’s answer cannot be used',
    detail:
      'The answer was incomplete or not of a known form, so nothing of it is shown. Try again; if it stays so, quote the reference.',
  },
  upstream_auth: {
    status: 502,
    title: 'The payment service refused Paydesk’s credentials',
    detail: 'This is not about your sign-in. Tell an administrator and quote the reference.',
  },
  upstream_refused: {
    status: 502,
    title: 'The payment service refused the request',
    detail: 'The service did not take the request. Quote the reference if you expected an answer.',
  },
  upstream_mismatch: {
    status: 502,
    title: 'The answer is about something else',
    detail:
      'The service answered with a record that was not asked for, so nothing of it is shown. Quote the reference.',
  },
  upstream_busy: {
    status: 503,
    title: 'The payment service is busy',
    detail: 'Paydesk holds back for a moment so that the service can recover. Try again shortly.',
  },
  document_not_shown: {
    status: 409,
    title: 'The document is not shown',
    detail:
      'What stands in the way is named. What Paydesk does not show is a download at most, by two people.',
  },
  record_unavailable: {
    status: 503,
    title: 'The access could not be recorded',
    detail: 'Without a record of the access nothing is shown. Try again shortly.',
  },
  maybe_recorded: {
    status: 504,
    title: 'It may have been recorded',
    detail:
      'The database did not say in time whether it was recorded. Look whether it is there before you send it again.',
  },
  sign_in_failed: {
    status: 400,
    title: 'The sign-in did not complete',
    detail: 'Start the sign-in again. If it fails again, quote the reference.',
  },
  sign_in_unavailable: {
    status: 503,
    title: 'The sign-in service cannot be reached',
    detail: 'Your organisation’s sign-in service does not answer. Try again shortly.',
  },
  no_role: {
    status: 403,
    title: 'No role in Paydesk',
    detail: 'You were recognised, but no Paydesk role is assigned to you. Ask an administrator.',
  },
  reauthentication_needed: {
    status: 403,
    title: 'Prove once more who you are',
    detail:
      'This is shown only to somebody who has just proved once more who they are. Your session and your place stay.',
  },
  reauthentication_by_another: {
    status: 403,
    title: 'Somebody else signed in',
    detail: 'The proof was not given by the person of this session, so nothing has changed.',
  },
  reauthentication_without_time: {
    status: 502,
    title: 'The sign-in service does not say when you signed in',
    detail:
      'Without that nothing is proved and nothing is shown. Tell an administrator and quote the reference.',
  },
  reveal_limit_reached: {
    status: 429,
    title: 'This hour’s reveals are used up',
    detail: 'So many values may be seen in clear by one person within an hour. The refusal was recorded.',
  },
  access_limit_reached: {
    status: 429,
    title: 'This hour’s limit is reached',
    detail:
      'One person may open so many documents and identity records, and take so many exports, within an hour. The refusal was recorded.',
  },
  payment_requests_off: {
    status: 409,
    title: 'No payment requests here',
    detail:
      'This environment is not set up for creating payments. An administrator can configure its workflows.',
  },
  payment_link_gone: {
    status: 409,
    title: 'There is no address any more',
    detail:
      'The payment has ended or its time is over, or no answer came from which its address could be taken, or that address was not of a configured host, or it is not kept here any more. Look at the payment before you create another one: the customer may have the address still.',
  },
  key_refused: {
    status: 401,
    title: 'The key is not valid',
    detail:
      'Send a key that is valid in this environment as Authorization: Bearer. It may have ended or been revoked.',
  },
  key_scope: {
    status: 403,
    title: 'Not for this key',
    detail: 'The key does not include this. An administrator can make one that does.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The idempotency key was used for something else',
    detail: 'A payment with other content was asked for under this key. Use a new key for a new payment.',
  },
  payment_refused: {
    status: 422,
    title: 'The payment cannot be created like this',
    detail: 'Correct what is named and ask again, with a new idempotency key. Nothing was created.',
  },
  payment_not_sent: {
    status: 503,
    title: 'The payment service could not be reached',
    detail:
      'Nothing was created. Ask again with the same idempotency key: there is still one payment at most.',
  },
  unsupported_type: {
    status: 415,
    title: 'The body is of another type',
    detail: 'Send JSON in UTF-8 as application/json.',
  },
  unavailable: {
    status: 503,
    title: 'Paydesk cannot answer right now',
    detail: 'Its database does not answer. Try again shortly.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong in Paydesk',
    detail: 'The mistake is ours. Quote the reference.',
  },
}
