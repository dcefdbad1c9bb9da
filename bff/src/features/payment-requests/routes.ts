import type { CustomerHandle, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import {
  currencyFractionDigits,
  type PaymentRequestFormOptions,
} from '@paydesk/shared/payments/payment-requests'
import { guardValue } from '../../platform/access/guarded.ts'
import { defineListExport } from '../../platform/approvals/define-list-export.ts'
import {
  type AuditEvent,
  type FilteredByCustomer,
  toAuditSubject,
  toCustomerFilterAuditSubject,
} from '../../platform/audit/entry.ts'
import type { PersonRateLimit } from '../../platform/http/rate-limiter.ts'
import { type Actor, defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveCustomerHandle, resolveOptionalCustomer } from '../../records/customers.ts'
import type { PaymentRequestCreator } from '../../records/payment-requests.ts'
import type { DayRangeDeps } from '../../records/zone-days.ts'
import { findClientFieldFormat } from './client-fields.ts'
import {
  buildStaffPaymentRequestContext,
  createPaymentDraftFromForm,
  type PaymentDraftFormResult,
  presentPaymentDraftResult,
} from './draft-routes.ts'
import { openPaymentRequestExportBatches, paymentRequestExportColumns } from './export.ts'
import { findPaymentRequest, findPaymentRequestOfTransaction, loadPaymentRequestPage } from './list.ts'
import {
  type LoadedPaymentRequest,
  loadPaymentRequestDetails,
  loadPaymentRequestDetailsList,
  presentPaymentRequest,
} from './present.ts'
import {
  type RevealedPaymentLink,
  type RevealPaymentLinkDeps,
  revealPaymentLink,
} from './reveal-payment-link.ts'
import type { PaymentRequestDeps, PaymentRequestEnvironment } from './rows.ts'

/** Options of the request form, with the preselected customer. */
interface RequestFormChoices {
  readonly environment: PaymentRequestEnvironment
  readonly merchants: readonly MerchantId[]
  readonly customer: {
    readonly customer: CustomerHandle
    readonly merchant: MerchantId
    readonly rid: string
  } | null
}

/** Loads the options for this person, with the customer that the form was opened for. Throws `not_found`. */
async function loadRequestChoices(
  environment: PaymentRequestEnvironment,
  customer: CustomerHandle | undefined,
  { scope }: ScopedActor,
  { handles }: Pick<PaymentRequestDeps, 'handles'>,
): Promise<RequestFormChoices> {
  const behind = customer === undefined ? null : await resolveCustomerHandle(customer, scope, handles)
  return {
    environment,
    merchants: scope.merchants,
    customer: customer === undefined || behind === null ? null : { customer, ...behind },
  }
}

function presentRequestChoices(
  { environment, merchants, customer }: RequestFormChoices,
  { fieldAccess }: Actor,
): PaymentRequestFormOptions {
  const { workflows, currencies, holderCurrencies, getMaxAmountMinor, members } = environment.requests
  return {
    isOn: workflows.length > 0,
    merchants: [...merchants],
    workflows: [...workflows],
    currencies: currencies.map((currency) => ({
      currency,
      digits: currencyFractionDigits[currency],
      maximum: getMaxAmountMinor(currency),
      holder: holderCurrencies.includes(currency),
    })),
    client: [...members.client].map(([member, isRequired]) => {
      return { member, isRequired, kind: findClientFieldFormat(member).kind }
    }),
    holderTypes: [...members.account_holder.types],
    customer:
      customer === null ? null : { ...customer, rid: fieldAccess.mask(guardValue('rid', customer.rid)) },
  }
}

export interface PaymentRequestRouteDeps
  extends Omit<PaymentRequestDeps, 'findPaymentCreationSender' | 'review'> {
  readonly config: PaymentRequestDeps['config'] & DayRangeDeps['config']
  readonly paymentRequests: PaymentRequestCreator
  readonly paymentRequestLimits: { readonly drafts: PersonRateLimit; readonly sends: PersonRateLimit }
}

/** Time (ms) for which the payment link is shown. */
const linkVisibleMs = 60_000
/** Time limit (ms) that covers the payment service and waiting for a concurrent send of the same request. */
const sendTimeoutMs = 20_000

/** Request that was found, with the details that are shown. */
interface RequestResult {
  readonly merchant: string
  readonly requestDetails: LoadedPaymentRequest
}

interface ListedPaymentRequests extends FilteredByCustomer {
  readonly seen: readonly LoadedPaymentRequest[]
  readonly next: string | null
  readonly unknown: number
}

interface SendRequestResult extends RequestResult {
  readonly answer: 'sent' | 'sent_before' | 'changed'
}

export const showPaymentRequestOptionsRoute = defineRoute(endpoints.showPaymentRequestOptions, {
  permission: 'payment_request.create',
  audit: ({ query: { customer } }, choices: RequestFormChoices | undefined) => ({
    action: 'payment_request.options.viewed',
    about:
      customer === undefined ? null : toAuditSubject('customer', customer, choices?.customer ?? undefined),
  }),
  async handle({ query, ...caller }, deps: PaymentRequestRouteDeps): Promise<RequestFormChoices> {
    const { environment } = caller.scope
    const here = deps.config.environments.find(({ name }) => name === environment)
    if (here === undefined) throw new ProblemError('not_found')
    return loadRequestChoices(here, query.customer, caller, deps)
  },
  present: (choices, { actor }) => presentRequestChoices(choices, actor),
})

export const listPaymentRequestsRoute = defineRoute(endpoints.listPaymentRequests, {
  permission: 'payment_request.read',
  audit: ({ query }, listed: ListedPaymentRequests | undefined) => ({
    action: 'payment_requests.listed',
    about: toCustomerFilterAuditSubject(query.customer, listed),
  }),
  async handle({ query, ...caller }, deps: PaymentRequestRouteDeps): Promise<ListedPaymentRequests> {
    const filterCustomer = await resolveOptionalCustomer(query.customer, caller.scope, deps.handles)
    const { rows, ...page } = await loadPaymentRequestPage(query, caller, deps)
    const seen = await loadPaymentRequestDetailsList(rows, caller.scope.environment, deps)
    return { ...page, seen, filterCustomer }
  },
  present: ({ seen, next, unknown }, { actor }) => ({
    requests: seen.map((one) => presentPaymentRequest(one, actor)),
    next,
    unknown,
  }),
})

export const exportPaymentRequestsRoute = defineListExport(endpoints.exportPaymentRequests, {
  list: 'payment_requests',
  sheet: 'paymentRequests',
  columns: paymentRequestExportColumns,
  openBatches: openPaymentRequestExportBatches,
  findSubject: ({ customer }) => toCustomerFilterAuditSubject(customer, undefined),
})

export const draftPaymentRequestRoute = defineRoute(endpoints.draftPaymentRequest, {
  permission: 'payment_request.create',
  audit: (_call, filled: PaymentDraftFormResult | undefined) => ({
    action: 'payment_request.drafted',
    about:
      filled === undefined ? null : toAuditSubject('payment_request', filled.requestDetails.row.id, filled),
  }),
  async handle({ body, ...caller }, deps: PaymentRequestRouteDeps): Promise<PaymentDraftFormResult> {
    deps.paymentRequestLimits.drafts(caller.actor)
    return createPaymentDraftFromForm(body, caller, deps)
  },
  present: (filled, { actor }) => presentPaymentDraftResult(filled, actor),
})

export const sendPaymentRequestRoute = defineRoute(endpoints.sendPaymentRequest, {
  permission: 'payment_request.create',
  timeoutMs: sendTimeoutMs,
  intent: ({ params }) => ({
    action: 'payment_request.sent',
    about: toAuditSubject('payment_request', params.request, undefined),
  }),
  audit: ({ params }, sent: SendRequestResult | undefined) => ({
    action: 'payment_request.answered',
    about: toAuditSubject('payment_request', params.request, sent),
  }),
  async handle({ params, body, ...caller }, deps: PaymentRequestRouteDeps): Promise<SendRequestResult> {
    deps.paymentRequestLimits.sends(caller.actor)
    const sent = await deps.paymentRequests.send(
      params.request,
      body.reviewed,
      buildStaffPaymentRequestContext(caller),
    )
    const { answer, row } = sent
    return { answer, merchant: row.merchant, requestDetails: await loadPaymentRequestDetails(row, deps) }
  },
  present: ({ answer, requestDetails }, { actor }) => ({
    answer,
    request: presentPaymentRequest(requestDetails, actor),
  }),
})

export const showPaymentRequestRoute = defineRoute(endpoints.showPaymentRequest, {
  permission: 'payment_request.read',
  audit: ({ params }, found: RequestResult | undefined) => ({
    action: 'payment_request.viewed',
    about: toAuditSubject('payment_request', params.request, found),
  }),
  async handle({ params, ...caller }, deps: PaymentRequestRouteDeps): Promise<RequestResult> {
    const row = await findPaymentRequest(params.request, caller, deps)
    return { merchant: row.merchant, requestDetails: await loadPaymentRequestDetails(row, deps) }
  },
  present: ({ requestDetails }, { actor }) => presentPaymentRequest(requestDetails, actor),
})

export const showPaymentLinkRoute = defineRoute(endpoints.showPaymentLink, {
  permission: 'payment_link.show',
  audit({ params, body }, revealedPaymentLink: RevealedPaymentLink | undefined): AuditEvent {
    const purpose = {
      field: 'request.address',
      code: body.purpose ?? ('link_handover' as const),
      caseRef: null,
      stepUpAge: revealedPaymentLink?.stepUpAge ?? null,
    }
    const about = toAuditSubject('payment_request', params.request, revealedPaymentLink)
    return { action: 'payment_link.shown', about, purpose }
  },
  handle: ({ params, body, ...caller }, deps: RevealPaymentLinkDeps) =>
    revealPaymentLink(params.request, { ...caller, purpose: body.purpose }, deps),
  present: ({ address, messages, at }) => ({
    url: address,
    messages,
    until: new Date(at + linkVisibleMs).toISOString(),
    durationMs: linkVisibleMs,
  }),
})

export const showTransactionPaymentRequestRoute = defineRoute(endpoints.showTransactionPaymentRequest, {
  permission: 'payment_request.read',
  audit: (_call, found: RequestResult | null | undefined) => ({
    action: 'payment_request.viewed',
    about: found == null ? null : toAuditSubject('payment_request', found.requestDetails.row.id, found),
  }),
  async handle({ params, ...caller }, deps: PaymentRequestRouteDeps): Promise<RequestResult | null> {
    const row = await findPaymentRequestOfTransaction(params.transaction, caller, deps)
    return row === null
      ? null
      : { merchant: row.merchant, requestDetails: await loadPaymentRequestDetails(row, deps) }
  },
  present: (found, { actor }) => ({
    request: found === null ? null : presentPaymentRequest(found.requestDetails, actor),
  }),
})
