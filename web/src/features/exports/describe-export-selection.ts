import type { DecisionListFilter } from '@paydesk/shared/cases/decisions'
import type { ExportRequestView } from '@paydesk/shared/cases/export-requests'
import type { QuestionListFilter } from '@paydesk/shared/cases/questions'
import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import type { AuditLogFilter } from '@paydesk/shared/compliance/audit-log'
import type { DayRange } from '@paydesk/shared/core/endpoint'
import type { Formatter } from '@paydesk/shared/core/formatter'
import {
  getStateLabel,
  getStateReasonLabel,
  parseCompoundState,
  parseTransactionState,
} from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { NotificationFilter } from '@paydesk/shared/payments/notifications'
import type { PaymentRequestListFilter } from '@paydesk/shared/payments/payment-requests'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { describeTimeSpan } from '../../ui/table/filter-menus.tsx'

interface SelectionTexts {
  readonly page: Messages['exportRequests']['page']
  readonly list: Messages['transactionList']
  readonly ui: Messages['ui']
  readonly audit: Messages['auditLog']
  readonly lists: Messages['lists']
  readonly requests: Messages['paymentRequests']['list']
  readonly decisions: Messages['reviewDecisions']['filters']
  readonly followUps: Messages['review']['followUps']
  readonly review: Messages['review']
  readonly questions: Messages['questions']
  readonly notifications: Messages['notifications']['filters']
  readonly received: Messages['receivedNotifications']
}

/** Condition of a filter in words: its name and its value. */
type DescribedCondition = readonly [name: string, value: string]

function describeTransactionFilter(
  filter: TransactionListFilter,
  { list: { filters: texts, amount }, ui }: SelectionTexts,
  format: Formatter,
): readonly DescribedCondition[] {
  const each = (text: string | undefined, label: (raw: string) => string | null) =>
    text
      ?.split(',')
      .map((raw) => label(raw) ?? raw)
      .join(', ')
  const span = (text: string | undefined, wording: typeof texts.within) =>
    text && format.text(wording, { span: describeTimeSpan(text, texts.spans, format) })
  const money = (minor: string | undefined, wording: typeof amount.atLeast) => {
    if (minor === undefined) return undefined
    const major = filter.currency === undefined ? null : format.money(minor, filter.currency)
    return format.text(wording, { amount: major ?? format.text(amount.noUnit, { minor }) })
  }
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [
      texts.state,
      each(filter.state, (raw) =>
        raw === 'PENDING' ? texts.pending : getStateLabel(parseTransactionState(raw), ui),
      ),
    ],
    [texts.reason, each(filter.reason, (raw) => getStateReasonLabel(parseCompoundState(raw), ui))],
    [texts.workflow, each(filter.workflow, (raw) => raw)],
    [texts.merchant, each(filter.merchant, (raw) => raw)],
    [texts.review, filter.review && (filter.review === '1' ? texts.inReview : texts.notInReview)],
    [texts.finality, filter.open && (filter.open === '1' ? texts.finalities.open : texts.finalities.final)],
    [texts.finality, filter.finality && texts.finalities[filter.finality]],
    [texts.seen, span(filter.newerThan, texts.within)],
    [texts.seen, span(filter.olderThan, texts.longerAgo)],
    [texts.expires, span(filter.expiresIn, texts.within)],
    [amount.currency, filter.currency],
    [amount.name, money(filter.amountFrom, amount.atLeast)],
    [amount.name, money(filter.amountTo, amount.atMost)],
    [texts.test, filter.test && (filter.test === '1' ? texts.testOnly : texts.noTest)],
  ]
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

function describeAuditFilter(
  { view, group, result, person, subject, purpose, ticket, reference }: AuditLogFilter,
  { audit, lists }: SelectionTexts,
): readonly DescribedCondition[] {
  const { filters } = audit
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [audit.views.label, view && audit.views[view]],
    [filters.event, group && audit.groups[group]],
    [filters.result, result && audit.results[result]],
    [filters.person, person],
    [filters.oneRecord, subject],
    [filters.reason, purpose && lists.purposes[purpose]],
    [filters.ticket, ticket],
    [filters.reference, reference],
  ]
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

/** Names the customer by nothing: an approver sees only that the rows are about one. */
function describeRequestFilter(
  { show, customer }: PaymentRequestListFilter,
  { requests: texts }: SelectionTexts,
): readonly DescribedCondition[] {
  return [
    ...(show && show !== 'all' ? [[texts.filter, texts.filters[show]] as const] : []),
    ...(customer ? [[texts.columns.customerId, texts.oneCustomer] as const] : []),
  ]
}

function describeDecisionFilter(
  { show, followUp }: DecisionListFilter,
  { decisions: texts, followUps }: SelectionTexts,
): readonly DescribedCondition[] {
  return [
    ...(show && show !== 'all' ? [[texts.show, texts.shows[show]] as const] : []),
    ...(followUp ? [[texts.outcome, followUps[followUp]] as const] : []),
  ]
}

function describeNotificationFilter(
  { status, effect, kind, event, repeated, late }: NotificationFilter,
  { notifications: texts, received }: SelectionTexts,
): readonly DescribedCondition[] {
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [texts.status, status && received.statuses[status].label],
    [texts.effect, effect && received.effects[effect].label],
    [texts.kind, kind && received.kinds[kind]],
    [texts.event, event],
    [texts.repeats, repeated && texts.repeated],
    [texts.order, late && texts.late],
  ]
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

function describeCaseFilter(
  { kind, concern, claim, sla, needsApproval, decision, mentions, snoozed, assignee }: CaseFilter,
  { review: { kinds, concerns, queue } }: SelectionTexts,
): readonly DescribedCondition[] {
  const { filters: texts } = queue
  const each = (text: string | undefined, labels: Readonly<Record<string, string>>) =>
    text
      ?.split(',')
      .map((code) => labels[code] ?? code)
      .join(', ')
  const pairs: readonly (readonly [string, string | undefined])[] = [
    [texts.kind, each(kind, kinds)],
    [texts.concern, each(concern, concerns)],
    [texts.claim.name, claim && texts.claim.options[claim]],
    [texts.assignee.name, assignee],
    [texts.sla.name, sla && texts.sla.options[sla]],
    [
      texts.needsApproval.name,
      needsApproval &&
        (needsApproval === '1' ? texts.needsApproval.required : texts.needsApproval.notRequired),
    ],
    [texts.decision.name, decision && texts.decision.options[decision]],
    [texts.mentions.name, mentions && texts.mentions.options[mentions]],
    [texts.snoozed.name, snoozed && texts.snoozed.option],
  ]
  return pairs.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

function describeQuestionFilter(
  { show = 'open', customer }: QuestionListFilter,
  { questions: { shows }, requests: texts }: SelectionTexts,
): readonly DescribedCondition[] {
  return [
    [texts.filter, shows[show]],
    ...(customer ? [[texts.columns.customerId, texts.oneCustomer] as const] : []),
  ]
}

/** Puts the rows of an export into words for its approver: conditions of the filter, days and merchants. */
export function describeExportSelection(
  { selection, merchants }: Pick<ExportRequestView, 'selection' | 'merchants'>,
  texts: SelectionTexts,
  format: Formatter,
): readonly DescribedCondition[] {
  const { page } = texts
  const describeDays = ({ from, to }: DayRange) => [
    ...(from ? [[page.from, from] as const] : []),
    ...(to ? [[page.to, to] as const] : []),
  ]
  const within = merchants.length === 0 ? [] : [[page.merchants, merchants.join(', ')] as const]
  switch (selection.list) {
    case 'transactions':
      return [
        ...describeTransactionFilter(selection.filter, texts, format),
        ...describeDays(selection.filter),
        ...within,
      ]
    case 'decisions':
      return [
        ...describeDecisionFilter(selection.filter, texts),
        ...describeDays(selection.filter),
        ...within,
      ]
    case 'notifications':
      return [
        ...describeNotificationFilter(selection.filter, texts),
        ...describeDays(selection.filter),
        ...within,
      ]
    case 'payment_requests':
      return [...describeRequestFilter(selection.filter, texts), ...describeDays(selection.filter), ...within]
    case 'cases':
      return [...describeCaseFilter(selection.filter, texts), ...within]
    case 'questions':
      return [...describeQuestionFilter(selection.filter, texts), ...within]
    case 'customer_transactions':
      return [[texts.requests.columns.customerId, texts.requests.oneCustomer], ...within]
    case 'reconciliation':
      return [...(selection.filter.day ? [[page.day, selection.filter.day] as const] : []), ...within]
    case 'audit_log':
      return describeDays(selection.filter)
    case 'audit_entries':
      return [...describeAuditFilter(selection.filter, texts), ...describeDays(selection.filter)]
  }
}
