import type { DocumentList } from '@paydesk/shared/compliance/documents'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { DocumentCardView, type DocumentValueRenderer } from './document-card.tsx'
import { buildDocumentViewerLink } from './document-file-link.tsx'
import styles from './documents.module.css'
import type { DocumentsIdentityRef } from './queries.ts'
import { documentQueries } from './queries.ts'

interface DocumentsSectionProps {
  readonly identityRef: DocumentsIdentityRef
  /** Adds the control that reveals a masked value. */
  readonly renderValue?: DocumentValueRenderer
}

/** Lists an identity's documents as cards, undocumented shapes included. Digits open the first nine. */
export function DocumentsSection({ identityRef, renderValue }: DocumentsSectionProps): ReactNode {
  const texts = useMessages('documents')
  const format = useFormatter()
  const query = useQuery(documentQueries(useApiClient()).list(identityRef))
  return (
    <QuerySection
      title={texts.title}
      id="documents"
      query={query}
      reading={({ reading }) => reading}
      refetch={() => query.refetch()}
      skeleton={<Skeleton lines={4} height={28} />}
      note={({ documents, more }) => format.text(texts.count, { count: documents.length + more })}
    >
      {(list) => (
        <>
          <p className={styles.says}>
            {list.documents.length === 0
              ? texts.list.none
              : list.viewable
                ? texts.list.opening
                : texts.list.hidden}
          </p>
          <ul className={styles.cards}>
            {list.documents.map((card, nth) => (
              <DocumentCardView
                key={card.document}
                card={card}
                digit={nth < 9 ? String(nth + 1) : null}
                identity={list.viewable ? identityRef : null}
                renderValue={renderValue}
              />
            ))}
          </ul>
          {list.more > 0 ? (
            <p className={styles.says}>{format.text(texts.list.more, { count: list.more })}</p>
          ) : null}
          {list.viewable ? <DigitKeys list={list} identityRef={identityRef} /> : null}
        </>
      )}
    </QuerySection>
  )
}

interface DigitKeysProps {
  readonly list: DocumentList
  readonly identityRef: DocumentsIdentityRef
}

function DigitKeys({ list, identityRef }: DigitKeysProps): ReactNode {
  const navigate = useNavigate()
  return list.documents.slice(0, 9).map((card, nth) => {
    const file = card.files.find(({ location }) => location === 'here')
    return file ? (
      <DigitKey
        key={card.document}
        digit={String(nth + 1)}
        run={() =>
          void navigate(buildDocumentViewerLink({ ...identityRef, document: card.document, file: file.file }))
        }
      />
    ) : null
  })
}

function DigitKey({ digit, run }: { readonly digit: string; readonly run: () => void }): ReactNode {
  const { list } = useMessages('documents')
  const format = useFormatter()
  useShortcut(digit, format.text(list.shortcut, { digit }), run)
  return null
}
