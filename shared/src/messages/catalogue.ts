import type { Language } from '../core/formatter.ts'
import type { MessagesOf } from '../core/message.ts'
import type { englishAccessPolicy } from './en/access-policy.ts'
import type { englishApiKeys } from './en/api-keys.ts'
import type { englishApprovals } from './en/approvals.ts'
import type { englishAuditEvents } from './en/audit-events.ts'
import type { englishAuditLog } from './en/audit-log.ts'
import type { englishAuditLogHome } from './en/audit-log-home.ts'
import type { englishBreakGlass } from './en/break-glass.ts'
import type { englishCallerVerification } from './en/caller-verification.ts'
import type { englishCommands } from './en/commands.ts'
import type { englishCustomerTimeline } from './en/customer-timeline.ts'
import type { englishCustomers } from './en/customers.ts'
import type { englishDiscrepancies } from './en/discrepancies.ts'
import type { englishDocuments } from './en/documents.ts'
import type { englishDrafts } from './en/drafts.ts'
import type { englishExportRequests } from './en/export-requests.ts'
import type { englishExports } from './en/exports.ts'
import type { englishFieldPermissions } from './en/field-permissions.ts'
import type { englishFieldPermissionsHome } from './en/field-permissions-home.ts'
import type { englishFieldRules } from './en/field-rules.ts'
import type { englishHealth } from './en/health.ts'
import type { englishHealthChecks } from './en/health-checks.ts'
import type { englishHealthLastDay } from './en/health-last-day.ts'
import type { englishHelp } from './en/help.ts'
import type { englishHome } from './en/home.ts'
import type { englishHomeTrends } from './en/home-trends.ts'
import type { englishIdentities } from './en/identities.ts'
import type { englishIdentityChecks } from './en/identity-checks.ts'
import type { englishImports } from './en/imports.ts'
import type { englishInbox } from './en/inbox.ts'
import type { englishLists } from './en/lists.ts'
import type { englishNotificationEvents } from './en/notification-events.ts'
import type { englishNotifications } from './en/notifications.ts'
import type { englishPageNames } from './en/page-names.ts'
import type { englishPaymentRequests } from './en/payment-requests.ts'
import type { englishProblems } from './en/problems.ts'
import type { englishQuestions } from './en/questions.ts'
import type { englishReasons } from './en/reasons.ts'
import type { englishReceivedNotifications } from './en/received-notifications.ts'
import type { englishReconciliation } from './en/reconciliation.ts'
import type { englishRecordHeadline } from './en/record-headline.ts'
import type { englishReveals } from './en/reveals.ts'
import type { englishReview } from './en/review.ts'
import type { englishReviewCase } from './en/review-case.ts'
import type { englishReviewDecisions } from './en/review-decisions.ts'
import type { englishReviewFigures } from './en/review-figures.ts'
import type { englishReviewHome } from './en/review-home.ts'
import type { englishSavedViews } from './en/saved-views.ts'
import type { englishSearch } from './en/search.ts'
import type { englishSearchHelp } from './en/search-help.ts'
import type { englishSearchMisses } from './en/search-misses.ts'
import type { englishSessions } from './en/sessions.ts'
import type { englishSettings } from './en/settings.ts'
import type { englishShell } from './en/shell.ts'
import type { englishSignIn } from './en/sign-in.ts'
import type { englishSignInPage } from './en/sign-in-page.ts'
import type { englishSubjectAccess } from './en/subject-access.ts'
import type { englishSubjectExport } from './en/subject-export.ts'
import type { englishTransactionList } from './en/transaction-list.ts'
import type { englishTransactions } from './en/transactions.ts'
import type { englishUi } from './en/ui.ts'
import type { englishUndocumentedValues } from './en/undocumented-values.ts'

/** Texts of all sections, by the shape of the English ones. A section belongs to one feature. */
export interface Messages {
  readonly shell: MessagesOf<typeof englishShell>
  readonly signIn: MessagesOf<typeof englishSignIn>
  readonly signInPage: MessagesOf<typeof englishSignInPage>
  readonly search: MessagesOf<typeof englishSearch>
  readonly searchHelp: MessagesOf<typeof englishSearchHelp>
  readonly searchMisses: MessagesOf<typeof englishSearchMisses>
  readonly home: MessagesOf<typeof englishHome>
  readonly homeTrends: MessagesOf<typeof englishHomeTrends>
  readonly settings: MessagesOf<typeof englishSettings>
  readonly sessions: MessagesOf<typeof englishSessions>
  readonly health: MessagesOf<typeof englishHealth>
  readonly healthChecks: MessagesOf<typeof englishHealthChecks>
  readonly healthLastDay: MessagesOf<typeof englishHealthLastDay>
  readonly apiKeys: MessagesOf<typeof englishApiKeys>
  readonly help: MessagesOf<typeof englishHelp>
  readonly customers: MessagesOf<typeof englishCustomers>
  readonly customerTimeline: MessagesOf<typeof englishCustomerTimeline>
  readonly paymentRequests: MessagesOf<typeof englishPaymentRequests>
  readonly transactions: MessagesOf<typeof englishTransactions>
  readonly inbox: MessagesOf<typeof englishInbox>
  readonly questions: MessagesOf<typeof englishQuestions>
  readonly subjectAccess: MessagesOf<typeof englishSubjectAccess>
  readonly subjectExport: MessagesOf<typeof englishSubjectExport>
  readonly identities: MessagesOf<typeof englishIdentities>
  readonly identityChecks: MessagesOf<typeof englishIdentityChecks>
  readonly reveals: MessagesOf<typeof englishReveals>
  readonly callerVerification: MessagesOf<typeof englishCallerVerification>
  readonly commands: MessagesOf<typeof englishCommands>
  readonly breakGlass: MessagesOf<typeof englishBreakGlass>
  readonly accessPolicy: MessagesOf<typeof englishAccessPolicy>
  readonly fieldPermissions: MessagesOf<typeof englishFieldPermissions>
  readonly fieldPermissionsHome: MessagesOf<typeof englishFieldPermissionsHome>
  readonly fieldRules: MessagesOf<typeof englishFieldRules>
  readonly transactionList: MessagesOf<typeof englishTransactionList>
  readonly notificationEvents: MessagesOf<typeof englishNotificationEvents>
  readonly notifications: MessagesOf<typeof englishNotifications>
  readonly reasons: MessagesOf<typeof englishReasons>
  readonly reconciliation: MessagesOf<typeof englishReconciliation>
  readonly undocumentedValues: MessagesOf<typeof englishUndocumentedValues>
  readonly drafts: MessagesOf<typeof englishDrafts>
  readonly savedViews: MessagesOf<typeof englishSavedViews>
  readonly imports: MessagesOf<typeof englishImports>
  readonly auditEvents: MessagesOf<typeof englishAuditEvents>
  readonly discrepancies: MessagesOf<typeof englishDiscrepancies>
  readonly exports: MessagesOf<typeof englishExports>
  readonly approvals: MessagesOf<typeof englishApprovals>
  readonly exportRequests: MessagesOf<typeof englishExportRequests>
  readonly auditLog: MessagesOf<typeof englishAuditLog>
  readonly auditLogHome: MessagesOf<typeof englishAuditLogHome>
  readonly documents: MessagesOf<typeof englishDocuments>
  readonly pageNames: MessagesOf<typeof englishPageNames>
  readonly review: MessagesOf<typeof englishReview>
  readonly reviewCase: MessagesOf<typeof englishReviewCase>
  readonly reviewDecisions: MessagesOf<typeof englishReviewDecisions>
  readonly reviewFigures: MessagesOf<typeof englishReviewFigures>
  readonly reviewHome: MessagesOf<typeof englishReviewHome>
  readonly ui: MessagesOf<typeof englishUi>
  readonly lists: MessagesOf<typeof englishLists>
  readonly recordHeadline: MessagesOf<typeof englishRecordHeadline>
  readonly receivedNotifications: MessagesOf<typeof englishReceivedNotifications>
  readonly problems: MessagesOf<typeof englishProblems>
}
export type MessageSection = keyof Messages

type Loaders = { readonly [Section in MessageSection]: () => Promise<Messages[Section]> }

// Name each file: a bundler makes one chunk for each language and section only from literal paths.
const english: Loaders = {
  shell: async () => (await import('./en/shell.ts')).englishShell,
  signIn: async () => (await import('./en/sign-in.ts')).englishSignIn,
  signInPage: async () => (await import('./en/sign-in-page.ts')).englishSignInPage,
  search: async () => (await import('./en/search.ts')).englishSearch,
  searchMisses: async () => (await import('./en/search-misses.ts')).englishSearchMisses,
  settings: async () => (await import('./en/settings.ts')).englishSettings,
  sessions: async () => (await import('./en/sessions.ts')).englishSessions,
  health: async () => (await import('./en/health.ts')).englishHealth,
  healthChecks: async () => (await import('./en/health-checks.ts')).englishHealthChecks,
  healthLastDay: async () => (await import('./en/health-last-day.ts')).englishHealthLastDay,
  apiKeys: async () => (await import('./en/api-keys.ts')).englishApiKeys,
  help: async () => (await import('./en/help.ts')).englishHelp,
  customers: async () => (await import('./en/customers.ts')).englishCustomers,
  customerTimeline: async () => (await import('./en/customer-timeline.ts')).englishCustomerTimeline,
  paymentRequests: async () => (await import('./en/payment-requests.ts')).englishPaymentRequests,
  transactions: async () => (await import('./en/transactions.ts')).englishTransactions,
  inbox: async () => (await import('./en/inbox.ts')).englishInbox,
  questions: async () => (await import('./en/questions.ts')).englishQuestions,
  subjectAccess: async () => (await import('./en/subject-access.ts')).englishSubjectAccess,
  subjectExport: async () => (await import('./en/subject-export.ts')).englishSubjectExport,
  identities: async () => (await import('./en/identities.ts')).englishIdentities,
  identityChecks: async () => (await import('./en/identity-checks.ts')).englishIdentityChecks,
  reveals: async () => (await import('./en/reveals.ts')).englishReveals,
  callerVerification: async () => (await import('./en/caller-verification.ts')).englishCallerVerification,
  commands: async () => (await import('./en/commands.ts')).englishCommands,
  breakGlass: async () => (await import('./en/break-glass.ts')).englishBreakGlass,
  accessPolicy: async () => (await import('./en/access-policy.ts')).englishAccessPolicy,
  fieldPermissions: async () => (await import('./en/field-permissions.ts')).englishFieldPermissions,
  fieldPermissionsHome: async () =>
    (await import('./en/field-permissions-home.ts')).englishFieldPermissionsHome,
  fieldRules: async () => (await import('./en/field-rules.ts')).englishFieldRules,
  transactionList: async () => (await import('./en/transaction-list.ts')).englishTransactionList,
  notificationEvents: async () => (await import('./en/notification-events.ts')).englishNotificationEvents,
  notifications: async () => (await import('./en/notifications.ts')).englishNotifications,
  reasons: async () => (await import('./en/reasons.ts')).englishReasons,
  reconciliation: async () => (await import('./en/reconciliation.ts')).englishReconciliation,
  undocumentedValues: async () => (await import('./en/undocumented-values.ts')).englishUndocumentedValues,
  drafts: async () => (await import('./en/drafts.ts')).englishDrafts,
  savedViews: async () => (await import('./en/saved-views.ts')).englishSavedViews,
  imports: async () => (await import('./en/imports.ts')).englishImports,
  auditEvents: async () => (await import('./en/audit-events.ts')).englishAuditEvents,
  discrepancies: async () => (await import('./en/discrepancies.ts')).englishDiscrepancies,
  exports: async () => (await import('./en/exports.ts')).englishExports,
  approvals: async () => (await import('./en/approvals.ts')).englishApprovals,
  exportRequests: async () => (await import('./en/export-requests.ts')).englishExportRequests,
  auditLog: async () => (await import('./en/audit-log.ts')).englishAuditLog,
  auditLogHome: async () => (await import('./en/audit-log-home.ts')).englishAuditLogHome,
  documents: async () => (await import('./en/documents.ts')).englishDocuments,
  pageNames: async () => (await import('./en/page-names.ts')).englishPageNames,
  review: async () => (await import('./en/review.ts')).englishReview,
  reviewCase: async () => (await import('./en/review-case.ts')).englishReviewCase,
  reviewDecisions: async () => (await import('./en/review-decisions.ts')).englishReviewDecisions,
  reviewFigures: async () => (await import('./en/review-figures.ts')).englishReviewFigures,
  home: async () => (await import('./en/home.ts')).englishHome,
  searchHelp: async () => (await import('./en/search-help.ts')).englishSearchHelp,
  homeTrends: async () => (await import('./en/home-trends.ts')).englishHomeTrends,
  reviewHome: async () => (await import('./en/review-home.ts')).englishReviewHome,
  ui: async () => (await import('./en/ui.ts')).englishUi,
  lists: async () => (await import('./en/lists.ts')).englishLists,
  recordHeadline: async () => (await import('./en/record-headline.ts')).englishRecordHeadline,
  receivedNotifications: async () =>
    (await import('./en/received-notifications.ts')).englishReceivedNotifications,
  problems: async () => (await import('./en/problems.ts')).englishProblems,
}
const german: Loaders = {
  shell: async () => (await import('./de/shell.ts')).germanShell,
  signIn: async () => (await import('./de/sign-in.ts')).germanSignIn,
  signInPage: async () => (await import('./de/sign-in-page.ts')).germanSignInPage,
  search: async () => (await import('./de/search.ts')).germanSearch,
  searchMisses: async () => (await import('./de/search-misses.ts')).germanSearchMisses,
  settings: async () => (await import('./de/settings.ts')).germanSettings,
  sessions: async () => (await import('./de/sessions.ts')).germanSessions,
  health: async () => (await import('./de/health.ts')).germanHealth,
  healthChecks: async () => (await import('./de/health-checks.ts')).germanHealthChecks,
  healthLastDay: async () => (await import('./de/health-last-day.ts')).germanHealthLastDay,
  apiKeys: async () => (await import('./de/api-keys.ts')).germanApiKeys,
  help: async () => (await import('./de/help.ts')).germanHelp,
  customers: async () => (await import('./de/customers.ts')).germanCustomers,
  customerTimeline: async () => (await import('./de/customer-timeline.ts')).germanCustomerTimeline,
  paymentRequests: async () => (await import('./de/payment-requests.ts')).germanPaymentRequests,
  transactions: async () => (await import('./de/transactions.ts')).germanTransactions,
  inbox: async () => (await import('./de/inbox.ts')).germanInbox,
  questions: async () => (await import('./de/questions.ts')).germanQuestions,
  subjectAccess: async () => (await import('./de/subject-access.ts')).germanSubjectAccess,
  subjectExport: async () => (await import('./de/subject-export.ts')).germanSubjectExport,
  identities: async () => (await import('./de/identities.ts')).germanIdentities,
  identityChecks: async () => (await import('./de/identity-checks.ts')).germanIdentityChecks,
  reveals: async () => (await import('./de/reveals.ts')).germanReveals,
  callerVerification: async () => (await import('./de/caller-verification.ts')).germanCallerVerification,
  commands: async () => (await import('./de/commands.ts')).germanCommands,
  breakGlass: async () => (await import('./de/break-glass.ts')).germanBreakGlass,
  accessPolicy: async () => (await import('./de/access-policy.ts')).germanAccessPolicy,
  fieldPermissions: async () => (await import('./de/field-permissions.ts')).germanFieldPermissions,
  fieldPermissionsHome: async () =>
    (await import('./de/field-permissions-home.ts')).germanFieldPermissionsHome,
  fieldRules: async () => (await import('./de/field-rules.ts')).germanFieldRules,
  transactionList: async () => (await import('./de/transaction-list.ts')).germanTransactionList,
  notificationEvents: async () => (await import('./de/notification-events.ts')).germanNotificationEvents,
  notifications: async () => (await import('./de/notifications.ts')).germanNotifications,
  reasons: async () => (await import('./de/reasons.ts')).germanReasons,
  reconciliation: async () => (await import('./de/reconciliation.ts')).germanReconciliation,
  undocumentedValues: async () => (await import('./de/undocumented-values.ts')).germanUndocumentedValues,
  drafts: async () => (await import('./de/drafts.ts')).germanDrafts,
  savedViews: async () => (await import('./de/saved-views.ts')).germanSavedViews,
  imports: async () => (await import('./de/imports.ts')).germanImports,
  auditEvents: async () => (await import('./de/audit-events.ts')).germanAuditEvents,
  discrepancies: async () => (await import('./de/discrepancies.ts')).germanDiscrepancies,
  exports: async () => (await import('./de/exports.ts')).germanExports,
  approvals: async () => (await import('./de/approvals.ts')).germanApprovals,
  exportRequests: async () => (await import('./de/export-requests.ts')).germanExportRequests,
  auditLog: async () => (await import('./de/audit-log.ts')).germanAuditLog,
  auditLogHome: async () => (await import('./de/audit-log-home.ts')).germanAuditLogHome,
  documents: async () => (await import('./de/documents.ts')).germanDocuments,
  pageNames: async () => (await import('./de/page-names.ts')).germanPageNames,
  review: async () => (await import('./de/review.ts')).germanReview,
  reviewCase: async () => (await import('./de/review-case.ts')).germanReviewCase,
  reviewDecisions: async () => (await import('./de/review-decisions.ts')).germanReviewDecisions,
  reviewFigures: async () => (await import('./de/review-figures.ts')).germanReviewFigures,
  home: async () => (await import('./de/home.ts')).germanHome,
  searchHelp: async () => (await import('./de/search-help.ts')).germanSearchHelp,
  homeTrends: async () => (await import('./de/home-trends.ts')).germanHomeTrends,
  reviewHome: async () => (await import('./de/review-home.ts')).germanReviewHome,
  ui: async () => (await import('./de/ui.ts')).germanUi,
  lists: async () => (await import('./de/lists.ts')).germanLists,
  recordHeadline: async () => (await import('./de/record-headline.ts')).germanRecordHeadline,
  receivedNotifications: async () =>
    (await import('./de/received-notifications.ts')).germanReceivedNotifications,
  problems: async () => (await import('./de/problems.ts')).germanProblems,
}

/** Loads the texts of one section in one language, and nothing else. Modules are cached by the runtime. */
export async function loadMessages<Section extends MessageSection>(
  language: Language,
  section: Section,
): Promise<Messages[Section]> {
  if (language === 'de') return german[section]()
  const texts = await english[section]()
  return language === 'en' ? texts : (await import('./pseudo-locale.ts')).pseudoLocalize(texts)
}
