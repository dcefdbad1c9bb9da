import type { DocumentList } from '@paydesk/shared/compliance/documents'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { DocumentCardView, type RenderDocumentValue } from './document-card.tsx'
import styles from './documents.module.css'
import type { DocumentFileRef, DocumentsIdentityRef } from './queries.ts'
import { documentQueries } from './queries.ts'

interface DocumentsSectionProps {
  readonly place: DocumentsIdentityRef
  /** Links to a file in the viewer. */
  readonly fileLink: (file: DocumentFileRef, words: ReactNode) => ReactNode
  readonly onOpen: (file: DocumentFileRef) => void
  /** Adds the control that reveals a masked value. */
  readonly renderValue?: RenderDocumentValue
}

/** Lists an identity's documents as cards, undocumented shapes included. Digits open the first nine. */
export function DocumentsSection({ place, fileLink, onOpen, renderValue }: DocumentsSectionProps): ReactNode {
  const query = useQuery(documentQueries(useApiClient()).list(place))
  const digits = query.data?.viewable ? Math.min(9, query.data.documents.length) : 0
  return (
    <QuerySection
      title="Documents"
      id="documents"
      {...(digits > 0 ? { keys: digits === 1 ? '1' : `1 … ${digits}` } : {})}
      query={query}
      reading={({ reading }) => reading}
      reread={() => query.refetch()}
      skeleton={<Skeleton lines={4} height={28} />}
      note={({ documents, more }) => formatCountOf(documents.length + more, 'document')}
    >
      {(list) => (
        <>
          <p className={styles.says}>
            {list.documents.length === 0
              ? 'The record names no supporting documents.'
              : list.viewable
                ? 'Opening one asks for a reason and a ticket first, and is recorded with how long it was open.'
                : 'What is in them is not shown to your role.'}
          </p>
          <ul className={styles.cards}>
            {list.documents.map((card, nth) => (
              <DocumentCardView
                key={card.document}
                card={card}
                digit={nth < 9 ? String(nth + 1) : null}
                link={list.viewable ? fileLink : null}
                renderValue={renderValue}
              />
            ))}
          </ul>
          {list.more > 0 ? (
            <p className={styles.says}>
              {formatCountOf(list.more, 'further document')} behind these, not listed.
            </p>
          ) : null}
          {list.viewable ? <DigitKeys list={list} onOpen={onOpen} /> : null}
        </>
      )}
    </QuerySection>
  )
}

interface DigitKeysProps {
  readonly list: DocumentList
  readonly onOpen: (file: DocumentFileRef) => void
}

function DigitKeys({ list, onOpen }: DigitKeysProps): ReactNode {
  return list.documents.slice(0, 9).map((card, nth) => {
    const file = card.files.find(({ where }) => where === 'here')
    return file ? (
      <DigitKey
        key={card.document}
        digit={String(nth + 1)}
        run={() => onOpen({ document: card.document, file: file.file })}
      />
    ) : null
  })
}

function DigitKey({ digit, run }: { readonly digit: string; readonly run: () => void }): ReactNode {
  useShortcut(digit, `Document ${digit}`, run)
  return null
}
