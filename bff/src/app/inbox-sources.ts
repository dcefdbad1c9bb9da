import { listDownloadInboxEntries } from '../features/documents/download-inbox.ts'
import { listExportInboxEntries } from '../features/exports/export-request-inbox.ts'
import { listQuestionInboxEntries } from '../features/questions/question-inbox.ts'
import { listCaseInboxEntries } from '../features/review/case/case-inbox.ts'
import { listDecisionInboxEntries } from '../features/review/decisions/decision-inbox.ts'
import { listSubjectAccessInboxEntries } from '../features/subject-access/subject-request-inbox.ts'
import type { InboxSource } from '../records/inbox/entry-rows.ts'

type SourceDeps = Parameters<typeof listDownloadInboxEntries>[2]

/** Joins the sources of the inbox, because it meets features that know nothing of each other. */
export function createInboxDeps(deps: SourceDeps): { readonly inboxSources: readonly InboxSource[] } {
  const sources = [
    listCaseInboxEntries,
    listDecisionInboxEntries,
    listQuestionInboxEntries,
    listDownloadInboxEntries,
    listSubjectAccessInboxEntries,
    listExportInboxEntries,
  ]
  return { inboxSources: sources.map((list) => (caller, since) => list(caller, since, deps)) }
}
