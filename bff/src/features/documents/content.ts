import type { DetectedContentType, DocumentViewId } from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { StreamBody, StreamClient } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import {
  acquireFileSlot,
  createNotShownProblem,
  type DocumentCaller,
  type DocumentDeps,
  fetchFile,
  findFile,
} from './find.ts'
import { releaseOnDisconnect, streamFile } from './stream-bytes.ts'
import { consumeContentFetch } from './views.ts'

const displayTypes = {
  jpeg: { type: 'image/jpeg', name: 'document.jpg' },
  png: { type: 'image/png', name: 'document.png' },
  pdf: { type: 'application/pdf', name: 'document.pdf' },
} as const

const isDisplayType = (type: DetectedContentType): type is keyof typeof displayTypes =>
  Object.hasOwn(displayTypes, type)

/**
 * Opens the content of a view. Fetches the file again, because Paydesk keeps no byte, and serves the file
 * only if it is the one that was inspected when the view was opened. Throws `not_found`,
 * `document_not_shown`, `upstream_mismatch`.
 */
export async function openViewContent(
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentViewId },
  caller: DocumentCaller,
  hearer: StreamClient,
  needs: DocumentDeps,
): Promise<StreamBody> {
  const view = await consumeContentFetch(wanted, caller, needs)
  const { identity } = wanted
  const { document, file, merchant } = view
  const found = await findFile({ identity, document, file }, caller, needs)
  const leave = await acquireFileSlot(needs)
  try {
    const { facts, shown, release } = await fetchFile(found, caller, needs)
    releaseOnDisconnect(hearer, release)
    if (facts.sha256 !== view.sha256) throw new ProblemError('upstream_mismatch')
    if (shown === null || !isDisplayType(facts.type))
      throw createNotShownProblem('type', 'a clean JPEG, PNG or PDF')
    releaseOnDisconnect(hearer, leave)
    const about = toAuditSubject('identity', identity, { merchant })
    const deed = { action: 'document.content.sent', about, note: `file:${document}/${file}` } as const
    return streamFile({ pieces: shown, ...displayTypes[facts.type], isDownload: false, deed }, hearer)
  } catch (thrown) {
    leave()
    throw thrown
  }
}
