import type { ContentType, DocumentViewId } from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { subject } from '../../platform/audit/entry.ts'
import type { Hearer, Pouring } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type Caller, type DocumentNeeds, fetchFile, findFile, notShown, takeTurn } from './find.ts'
import { pourBytes, untilGone } from './stream-bytes.ts'
import { takeContent } from './views.ts'

const shownTypes = {
  jpeg: { type: 'image/jpeg', name: 'document.jpg' },
  png: { type: 'image/png', name: 'document.png' },
  pdf: { type: 'application/pdf', name: 'document.pdf' },
} as const

const isShownType = (type: ContentType): type is keyof typeof shownTypes => Object.hasOwn(shownTypes, type)

/**
 * The content of an open view: fetched anew, because no byte is kept, and only where it is what was judged
 * when the view was opened. Throws `not_found`, `document_not_shown`, `upstream_mismatch`.
 */
export async function openContent(
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentViewId },
  caller: Caller,
  hearer: Hearer,
  needs: DocumentNeeds,
): Promise<Pouring> {
  const view = await takeContent(wanted, caller, needs)
  const { identity } = wanted
  const { document, file, merchant } = view
  const found = await findFile({ identity, document, file }, caller, needs)
  const leave = await takeTurn(needs)
  try {
    const { facts, shown, release } = await fetchFile(found, caller, needs)
    untilGone(hearer, release)
    if (facts.sha256 !== view.sha256) throw new ProblemError('upstream_mismatch')
    if (shown === null || !isShownType(facts.type)) throw notShown('type', 'a clean JPEG, PNG or PDF')
    untilGone(hearer, leave)
    const about = subject('identity', identity, { merchant })
    const deed = { action: 'document.content.sent', about, note: `file:${document}/${file}` } as const
    return pourBytes({ pieces: shown, ...shownTypes[facts.type], isDownload: false, deed }, hearer)
  } catch (thrown) {
    leave()
    throw thrown
  }
}
