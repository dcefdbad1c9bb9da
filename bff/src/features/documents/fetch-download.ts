import type { DownloadRequestId } from '@paydesk/shared/compliance/document-downloads'
import { documentHandleSchema } from '@paydesk/shared/compliance/documents'
import { identityHandleSchema } from '@paydesk/shared/core/ids'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import { consumeStaffRequest, findStaffRequest } from '../../platform/approvals/staff-requests.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { Actor, ScopedActor, StreamBody, StreamClient } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { markReadyInboxEntryRead } from '../../records/inbox/marks.ts'
import { loadStaffMessages } from '../../records/staff-messages.ts'
import { decryptStaffText } from '../../records/staff-texts.ts'
import { type DownloadRequestRow, downloadRequestRules, isDocumentDownloadOpen } from './download-rows.ts'
import {
  acquireFileMemorySlot,
  canSeeDocumentContent,
  type DocumentDeps,
  fetchDocumentFile,
  findListedDocumentFile,
} from './find.ts'
import { releaseOnDisconnect, streamFile } from './stream-bytes.ts'
import { addWatermark, type WatermarkDetails } from './watermark.ts'

async function buildWatermark(
  row: DownloadRequestRow,
  { session }: Actor,
  { cipher, store }: Pick<DocumentDeps, 'cipher' | 'store'>,
): Promise<WatermarkDetails> {
  const [{ watermark }, { notShownReasons }, { purposes }, { people }] = await Promise.all([
    loadStaffMessages(store.db, session, 'exports'),
    loadStaffMessages(store.db, session, 'documents'),
    loadStaffMessages(store.db, session, 'lists'),
    loadStaffMessages(store.db, session, 'ui'),
  ])
  return {
    person: session.name,
    approver: decryptStaffText(row.answered_name, cipher) || people.colleague.object,
    at: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    purpose: purposes[purposeCodeSchema.parse(row.purpose)],
    caseRef: row.case_ref,
    request: row.id,
    texts: watermark,
    notShownReasons,
  }
}

/**
 * Opens an approved download for its requester, once, as a PDF with a watermark. Throws `not_allowed` for
 * anybody else, `not_found` unless the request is approved, not expired and not downloaded, `reauthentication_needed`,
 * and the problems of a fetch.
 */
export async function openDownload(
  id: DownloadRequestId,
  caller: ScopedActor,
  streamClient: StreamClient,
  deps: DocumentDeps,
): Promise<StreamBody> {
  const { actor } = caller
  if (!canSeeDocumentContent(actor.fieldAccess)) throw new ProblemError('not_allowed')
  const row = await findStaffRequest(downloadRequestRules, id, caller, deps)
  // Reject the approver too: they know the request, and still may not have the file.
  if (!isSamePerson(row, actor.session)) throw new ProblemError('not_allowed')
  if (!isDocumentDownloadOpen(row, actor, Date.now())) throw new ProblemError('not_found')
  const stepUpAge = requireStepUp(actor, deps.config.reauthenticationMs)
  const [identity, document] = [
    identityHandleSchema.parse(row.identity),
    documentHandleSchema.parse(row.document),
  ]
  const found = await findListedDocumentFile({ identity, document, file: row.file }, caller, deps)
  const leave = await acquireFileMemorySlot(deps)
  try {
    const watermark = await buildWatermark(row, actor, deps)
    const fetchedFile = await fetchDocumentFile(found, caller, deps)
    releaseOnDisconnect(streamClient, fetchedFile.release)
    const pieces = addWatermark(fetchedFile, watermark)
    // Consume the only download just before its bytes are sent.
    await consumeStaffRequest(downloadRequestRules, id, deps, async (trx, now) => {
      const taken = await trx
        .updateTable('download_requests')
        .set({ downloaded_at: now })
        .where('id', '=', id)
        .where('downloaded_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (taken !== undefined) await markReadyInboxEntryRead(trx, deps.store.dialect, row, row, now)
      return taken
    })
    releaseOnDisconnect(streamClient, leave)
    const auditEvent = {
      action: 'download.fetched',
      about: toAuditSubject('identity', identity, { merchant: row.merchant }),
      purpose: {
        field: 'document.content',
        code: purposeCodeSchema.parse(row.purpose),
        caseRef: row.case_ref,
        stepUpAge,
      },
      note: `file:${document}/${row.file}`,
    } as const
    const name = `paydesk-${row.id}.pdf`
    return streamFile(
      { pieces, type: 'application/octet-stream', name, isDownload: true, auditEvent },
      streamClient,
    )
  } catch (thrown) {
    leave()
    throw thrown
  }
}
