import type { AuditEventGroup } from '@paydesk/shared/compliance/audit-log'
import type { AuditAction, AuditSubject } from './entry.ts'

/**
 * Label of an event: `withSubject` precedes the words for the subject, `withoutSubject` is for entries that
 * name no subject.
 */
export interface EventLabel {
  readonly group: AuditEventGroup
  readonly withSubject: string
  readonly withoutSubject: string
}

const labelsFor =
  (group: AuditEventGroup) =>
  (says: string, alone = says): EventLabel => ({ group, withSubject: says, withoutSubject: alone })
const read = labelsFor('reads')
const work = labelsFor('work')
const list = labelsFor('lists')
const trail = labelsFor('trail')
const administration = labelsFor('administration')
const session = labelsFor('sessions')

/** Labels of all actions; an action without a label does not compile. */
const eventLabels: Readonly<Record<AuditAction, EventLabel>> = {
  'session.started': session('signed in and began', 'signed in'),
  'session.ended': session('signed out'),
  'session.refused': session('was refused at sign-in'),
  'role.chosen': session('took on another role'),
  'settings.saved': work('changed their settings'),
  'search.made': labelsFor('searches')('looked up', 'looked something up that no record was found for'),
  'access.refused': read('asked for', 'asked for something'),
  'records.listed': list('listed transactions'),
  'records.exported': labelsFor('exports')('began an export of transactions'),
  'records.export.ended': labelsFor('exports')('ended an export of transactions'),
  'records.suggested': labelsFor('searches')('was offered ids while typing'),
  'coverage.viewed': list('opened what the index covers'),
  'notification_queue.listed': list('listed notifications'),
  'notification_queue.figures.viewed': list('opened the figures of notifications'),
  'views.listed': list('opened their saved views'),
  'imports.listed': administration('listed imports'),
  'undocumented_values.listed': list('opened the register of unknown values'),
  'health.viewed': administration('opened the health page'),
  'live.streamed': list('followed changes as they came'),
  'review.listed': list('listed the review queue'),
  'review.figures.viewed': list('opened the figures of review'),
  'decisions.listed': list('listed decisions'),
  'questions.listed': list('listed questions'),
  'reconciliation.listed': list('listed differences'),
  'reconciliation.report.viewed': list('opened a day sheet'),
  'reconciliation.exported': labelsFor('exports')('began an export of differences'),
  'reconciliation.export.ended': labelsFor('exports')('ended an export of differences'),
  'field_permissions.viewed': list('opened who may see what'),
  'field_permissions.exported': labelsFor('exports')('took out who may see what'),
  'import.started': administration('began', 'began an import'),
  'import.stopped': administration('stopped', 'stopped an import'),
  'import.viewed': administration('opened', 'opened an import'),
  'customer.viewed': read('opened'),
  'customer.transactions.viewed': read('opened the transactions of'),
  'customer.identity.viewed': read('opened the identity summary of'),
  'transaction.viewed': read('opened', 'asked for a transaction'),
  'transaction.record.viewed': read('opened the whole record of', 'asked for a record'),
  'transaction.notifications.viewed': read('opened the notifications of', 'asked for notifications'),
  'transaction.history.viewed': read('opened the history of', 'asked for a history'),
  'transaction.received.viewed': read('opened what was received of', 'asked for what was received'),
  'identity.viewed': read('opened', 'asked for an identity record'),
  'identity.record.viewed': read('opened the whole of', 'asked for an identity record'),
  'notification.reprocessed': work('had worked on again', 'had a notification worked on again'),
  'view.saved': work('saved', 'saved a view'),
  'view.removed': work('removed', 'removed a view'),
  'case.viewed': read('opened in review', 'asked for an item in review'),
  'case.position.viewed': read('opened the place in review of', 'asked for a place in review'),
  'case.claimed': work('took for review', 'wanted to take an item'),
  'case.taken_over': work('took over from a colleague', 'wanted to take an item over'),
  'case.released': work('gave back', 'wanted to give an item back'),
  'case.noted': work('wrote a note beside', 'wanted to write a note'),
  'review.colleagues.listed': list('opened whom a note may name beside', 'asked whom a note may name'),
  'case.snoozed': work('put off', 'wanted to put an item off'),
  'case.draft.saved': work('kept a draft beside', 'wanted to keep a draft'),
  'decision.made': work('made'),
  'decision.stopped': work('wanted to decide on', 'wanted to decide'),
  'decision.viewed': read('opened'),
  'decision.answered': work('answered as the second person', 'wanted to answer a decision'),
  'decision.withdrawn': work('took back', 'wanted to take a decision back'),
  'decision.action.sent': work('had carried out at the service', 'had a decision carried out'),
  'decision.action.answered': work('learned the service’s answer to', 'learned an answer of the service'),
  'question.asked': labelsFor('questions')('asked', 'asked a question'),
  'question.answered': labelsFor('questions')('answered', 'answered a question'),
  'discrepancy.explained': work('explained', 'wanted to explain a difference'),
  'field.revealed': labelsFor('reveals')('revealed a value of', 'wanted to reveal a value'),
  'caller.checked': labelsFor('reveals')('checked what a caller said about', 'wanted to check a caller'),
  'caller.limited': labelsFor('reveals')(
    'checked too often what a caller said about',
    'checked callers too often',
  ),
  'identity.checked': read('opened the checks of', 'asked for the checks of an identity record'),
  'document.viewed': labelsFor('reveals')('viewed a document of', 'wanted to view a document'),
  'document.content.sent': labelsFor('reveals')(
    'was sent the content of a document of',
    'was sent a document',
  ),
  'document.closed': labelsFor('reveals')('closed a document of', 'closed a document'),
  'documents.listed': read('opened the list of documents of', 'asked for documents'),
  'downloads.listed': list('listed requests to take out documents'),
  'download.asked': labelsFor('exports')('asked to take out a document of', 'asked to take out a document'),
  'download.answered': labelsFor('exports')(
    'answered who asked to take out a document of',
    'answered a request',
  ),
  'download.tried': labelsFor('exports')('wanted to take out a document of', 'wanted to take out a document'),
  'download.fetched': labelsFor('exports')('took out a document of', 'took out a document'),
  'sessions.listed': session('listed their own sessions'),
  'sessions.every.listed': session('listed the sessions of everybody'),
  'sessions.ended_others': session('ended their other sessions'),
  'session.ended_own': session('ended their own', 'ended one of their sessions'),
  'session.ended_by': session('ended a colleague’s', 'wanted to end a colleague’s session'),
  'break_glass.listed': list('listed who broke the glass'),
  'break_glass.figures.viewed': list('opened how often the glass was broken'),
  'break_glass.requested': labelsFor('reveals')('asked for', 'asked for wider sight'),
  'break_glass.started': labelsFor('reveals')('broke the glass for', 'wanted to break the glass'),
  'break_glass.ended': labelsFor('reveals')('gave back', 'gave wider sight back'),
  'break_glass.acknowledged': work('acknowledged', 'wanted to acknowledge wider sight'),
  'break_glass.reported': work('reported on', 'wanted to report on wider sight'),
  'break_glass.viewed': read('opened', 'asked for a report on wider sight'),
  'session.reauthenticated': session('re-authenticated'),
  'reveal.taken_up': labelsFor('reveals')(
    'came back to a value of',
    'came back to a value after proving who they are',
  ),
  'reveals.alerts.listed': list('listed alerts of unusual reveals'),
  'reveals.unusual': labelsFor('reveals')('revealed unusually much'),
  'reveals.alert.seen': work('looked at', 'wanted to look at an alert'),
  'audit.listed': trail('listed entries about', 'listed the audit trail'),
  'audit.figures.viewed': trail('opened the figures of the audit trail'),
  'audit.record_access.viewed': trail('asked who saw', 'asked who saw a record'),
  'audit.staff_activity.viewed': trail('asked what was seen by', 'asked what somebody saw'),
  'audit.verification.started': trail('began to verify the audit trail'),
  'audit.verification.ended': trail('verified the audit trail'),
  'audit.verification.viewed': trail('looked at how a verification stands'),
  'audit.cut': trail('began to remove entries whose time was over'),
  'audit.cut.ended': trail('removed entries whose time was over'),
  'subject_access.listed': list('listed what customers asked for'),
  'subject_access.requested': labelsFor('exports')(
    'asked to give out what is held about',
    'asked to give out what is held',
  ),
  'subject_access.decided': labelsFor('exports')(
    'answered what was asked about',
    'answered a customer’s request',
  ),
  'subject_access.stopped': labelsFor('exports')(
    'gave up what was asked about',
    'gave up a customer’s request',
  ),
  'subject_access.downloaded': labelsFor('exports')(
    'took out what is held about',
    'wanted to take out what is held',
  ),
  'subject_access.ended': labelsFor('exports')(
    'had taken out what is held about',
    'ended taking out what is held',
  ),
  'payment_requests.listed': list('listed payment requests'),
  'payment_request.options.viewed': list('opened the form of a payment'),
  'payment_request.drafted': work('prepared', 'wanted to prepare a payment request'),
  'payment_request.sent': work('sent', 'wanted to send a payment request'),
  'payment_request.answered': work('learned what became of', 'learned what became of a payment request'),
  'payment_request.viewed': read('opened', 'asked for a payment request'),
  'payment_link.shown': labelsFor('reveals')(
    'was shown the customer’s address of',
    'wanted to see a customer’s address',
  ),
  'api_keys.listed': administration('listed the keys of systems'),
  'api_key.created': administration('made a key for', 'wanted to make a key for a system'),
  'api_key.revoked': administration('revoked the key of', 'wanted to revoke a key'),
  'api_key.created_payment': work('had a payment created by', 'wanted to create a payment as a system'),
  'api_key.read_payment': read('had a payment read by', 'wanted to read a payment as a system'),
  'audit.exported': trail('began an export of the audit trail'),
  'audit.export.ended': trail('ended an export of the audit trail'),
}

export const listActionsInGroup = (group: AuditEventGroup): string[] =>
  Object.entries(eventLabels).flatMap(([action, words]) => (words.group === group ? [action] : []))

const unknownEventLabel: EventLabel = trail(
  'did something about',
  'did something that this version has no word for',
)

/**
 * Returns the label of an action. Entries of a later version, or written past Paydesk, may have unknown
 * actions.
 */
export function getEventLabel(action: string): EventLabel {
  const found = Object.entries(eventLabels).find(([name]) => name === action)
  return found?.[1] ?? unknownEventLabel
}

const subjectKindLabels: Readonly<Record<AuditSubject['kind'], string>> = {
  customer: 'customer',
  transaction: 'transaction',
  identity: 'identity record',
  notification: 'notification',
  import: 'import',
  view: 'view',
  decision: 'decision',
  question: 'question',
  discrepancy: 'difference',
  person: 'a member of staff',
  session: 'session',
  break_glass: 'wider sight',
  reveal_alert: 'alert of unusual reveals',
  payment_request: 'payment request',
  api_key: 'a system of the merchant',
}

export const isSubjectKind = (kind: string): kind is AuditSubject['kind'] =>
  Object.hasOwn(subjectKindLabels, kind)

export const getSubjectKindLabel = (kind: string | null): string =>
  Object.entries(subjectKindLabels).find(([name]) => name === kind)?.[1] ?? 'something'

/**
 * Returns the words after `withSubject` if no ID follows: `a session`, `an import`, and no article after `a
 * colleague’s`.
 */
export function formatKindWithArticle(kind: string | null, textBefore: string): string {
  const words = getSubjectKindLabel(kind)
  if (/(?:’s|own)$/.test(textBefore) || /^(?:a |wider|something)/.test(words)) return words
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}
