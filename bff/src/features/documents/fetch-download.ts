import type { DownloadRequestId } from '@paydesk/shared/compliance/document-downloads'
import { documentHandle } from '@paydesk/shared/compliance/documents'
import { identityHandle } from '@paydesk/shared/core/ids'
import { purposeCode, purposes } from '@paydesk/shared/core/purpose'
import { subject } from '../../platform/audit/entry.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Hearer, Pouring } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isPerson } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { changeOf, type DownloadRow, mayFetch } from './download-rows.ts'
import { requestBehind } from './downloads.ts'
import { type Caller, type DocumentNeeds, fetchFile, findFile, maySeeContent, takeTurn } from './find.ts'
import { pourBytes, untilGone } from './stream-bytes.ts'
import { type Mark, marked } from './watermark.ts'

function markOf(row: DownloadRow, { session }: Caller['actor'], { seal }: Pick<DocumentNeeds, 'seal'>): Mark {
  return {
    person: session.name,
    second: seal.open(reviewSealed, row.answered_name ?? '') ?? '',
    at: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    purpose: purposes[purposeCode.parse(row.purpose)],
    caseRef: row.case_ref,
    request: row.id,
  }
}

/** Takes the one fetch of a request, at the last moment before its bytes. Throws `not_found` where it is gone. */
async function takeOnce(row: DownloadRow, { store }: Pick<DocumentNeeds, 'store'>): Promise<void> {
  await transact(store, async (trx) => {
    const now = Date.now()
    const taken = await trx
      .updateTable('download_requests')
      .set({ fetched_at: now })
      .where('id', '=', row.id)
      .where('fetched_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (taken === undefined) throw new ProblemError('not_found')
    await appendChange(trx, store.dialect, changeOf(taken), now)
  })
  store.wake('changes')
}

/**
 * What another person confirmed, once, for who asked, as a PDF of ours with the mark. Throws `not_found` for
 * anybody else and where it is not confirmed, over or fetched; `step_up_needed`; the problems of a fetch.
 */
export async function openDownload(
  id: DownloadRequestId,
  caller: Caller,
  hearer: Hearer,
  needs: DocumentNeeds,
): Promise<Pouring> {
  const { actor } = caller
  if (!maySeeContent(actor.sight)) throw new ProblemError('not_allowed')
  const row = await requestBehind(id, caller, needs)
  // A second one who may answer knows of it, and still cannot have it.
  if (!isPerson(row, actor.session)) throw new ProblemError('not_allowed')
  if (!mayFetch(row, actor, Date.now())) throw new ProblemError('not_found')
  const stepUpAge = requireStepUp(actor, needs.config.stepUpMs)
  const [identity, document] = [identityHandle.parse(row.identity), documentHandle.parse(row.document)]
  const found = await findFile({ identity, document, file: row.file }, caller, needs)
  const leave = await takeTurn(needs)
  try {
    const held = await fetchFile(found, caller, needs)
    untilGone(hearer, held.release)
    const pieces = marked(held, markOf(row, actor, needs))
    await takeOnce(row, needs)
    untilGone(hearer, leave)
    const deed = {
      action: 'download.fetched',
      about: subject('identity', identity, { merchant: row.merchant }),
      purpose: {
        field: 'document.content',
        code: purposeCode.parse(row.purpose),
        caseRef: row.case_ref,
        stepUpAge,
      },
      note: `file:${document}/${row.file}`,
    } as const
    const name = `paydesk-${row.id}.pdf`
    return pourBytes({ pieces, type: 'application/octet-stream', name, isDownload: true, deed }, hearer)
  } catch (thrown) {
    leave()
    throw thrown
  }
}
