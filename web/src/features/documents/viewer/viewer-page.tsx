import type { DocumentList } from '@paydesk/shared/compliance/documents'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { describeFileLocation } from '../labels.ts'
import type { DocumentAccessReason, DocumentFileRef, DocumentsIdentityRef } from '../queries.ts'
import { documentQueries } from '../queries.ts'
import type { ViewableFile } from '../viewable-files.ts'
import { isSameFile, listViewableFiles } from '../viewable-files.ts'
import { DocumentAccessForm } from './document-access-form.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { DocumentFileStrip } from './file-strip.tsx'
import styles from './viewer.module.css'

/** Files shown by the viewer; part of the address. */
interface ViewerFiles {
  readonly here: DocumentFileRef
  readonly beside: DocumentFileRef | null
}

export interface DocumentViewerPageProps extends ViewerFiles {
  readonly place: DocumentsIdentityRef
  /** Name of the environment, for the window title. */
  readonly environmentLabel: string
  /** Purpose chosen before re-authentication. */
  readonly purpose: PurposeCode | null
  /** Path to return to after re-authentication, with this purpose. */
  readonly returnTo: (purpose: PurposeCode) => string
  readonly mayDownload: boolean
  readonly identityLink: (words: ReactNode) => ReactNode
  readonly downloadsLink: (words: ReactNode) => ReactNode
  readonly onFilesChange: (desk: ViewerFiles) => void
}

/** Asks for a reason, then shows documents of one identity. The reason holds while this page is open. */
export function DocumentViewerPage(props: DocumentViewerPageProps): ReactNode {
  const { place, environmentLabel, identityLink } = props
  const list = useQuery(documentQueries(useApiClient()).list(place))
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <PageHeading title="Document" place={environmentLabel} className={styles.title}>
          Documents
        </PageHeading>
        {identityLink('Back to the identity')}
      </header>
      <p className={styles.paper}>Documents are not printed from here. A download is asked for.</p>
      <AsyncView
        query={list}
        retry={() => list.refetch()}
        missing="The documents could not be read"
        skeleton={<Skeleton lines={2} height={28} />}
      >
        {(read) => <ViewerContent {...props} list={read} />}
      </AsyncView>
    </article>
  )
}

function ViewerContent({
  list,
  ...props
}: DocumentViewerPageProps & { readonly list: DocumentList }): ReactNode {
  const [opening, setOpening] = useState<DocumentAccessReason | null>(null)
  const files = listViewableFiles(list)
  const file = files.find((one) => isSameFile(one, props.here))
  const beside = files.find((one) => isSameFile(one, props.beside) && one !== file) ?? null
  if (!file) return <FileNotAvailable {...props} list={list} />
  if (opening)
    return (
      <DocumentViewer
        {...props}
        files={files}
        file={file}
        beside={beside}
        opening={opening}
        onLeave={() => setOpening(null)}
      />
    )
  return (
    <>
      <DocumentFileStrip
        files={files}
        here={props.here}
        beside={null}
        onChoose={({ document, file: number }) =>
          props.onFilesChange({ here: { document, file: number }, beside: null })
        }
      />
      <AccessReasonCard file={file} purpose={props.purpose} onGo={setOpening} />
    </>
  )
}

interface AccessReasonCardProps {
  readonly file: ViewableFile
  readonly purpose: PurposeCode | null
  readonly onGo: (opening: DocumentAccessReason) => void
}

function AccessReasonCard({ file, purpose, onGo }: AccessReasonCardProps): ReactNode {
  return (
    <div className={styles.asking}>
      <section aria-labelledby="asking" className={styles.card}>
        <h2 id="asking">Open: {file.word}</h2>
        <DocumentAccessForm
          label="Why it is opened"
          legend="Why do you need to see it?"
          purpose={purpose}
          go="Open it"
          onGo={onGo}
          says={
            <p>
              Before anything is shown it is recorded that you opened it, why, under which ticket, and later
              for how long. The picture carries your name. The same reason holds for further documents of this
              identity until you leave this page.
            </p>
          }
        />
      </section>
    </div>
  )
}

function FileNotAvailable({
  list,
  here,
  identityLink,
}: DocumentViewerPageProps & { readonly list: DocumentList }): ReactNode {
  const card = list.documents.find(({ document }) => document === here.document)
  const file = card?.files.find((one) => one.file === here.file)
  return (
    <div className={styles.asking}>
      <section className={styles.card}>
        <h2>{card ? 'Nothing of it can be opened' : 'This address stands for no document any more'}</h2>
        <p>
          {file
            ? `The file is ${describeFileLocation(file) ?? 'not there'}.`
            : card
              ? 'The service names no file of it that can be asked for.'
              : 'The service’s list has changed since it was read. Choose the document from the list again.'}
        </p>
        <p>{identityLink('See the list of documents')}</p>
      </section>
    </div>
  )
}
