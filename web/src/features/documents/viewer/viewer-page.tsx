import type { DocumentList } from '@paydesk/shared/compliance/documents'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { describeFileLocation } from '../labels.ts'
import type { DocumentAccessReason, DocumentFileRef } from '../queries.ts'
import { documentQueries } from '../queries.ts'
import type { ViewableFile } from '../viewable-files.ts'
import { isSameFile, listViewableFiles } from '../viewable-files.ts'
import { DocumentAccessForm } from './document-access-form.tsx'
import { DocumentViewer, useViewerFiles } from './document-viewer.tsx'
import { DocumentFileStrip } from './file-strip.tsx'
import styles from './viewer.module.css'

const route = getRouteApi('/inside/$env/i/$identity/d/$document')

/** Asks for a reason, then shows documents of one identity. The reason holds while this page is open. */
export function DocumentViewerPage(): ReactNode {
  const { env, identity } = route.useParams()
  const { label } = useEnvironment()
  const list = useQuery(documentQueries(useApiClient()).list({ env, identity }))
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <PageHeading title="Document" place={label} className={styles.title}>
          Documents
        </PageHeading>
        <Link to="/$env/i/$identity" params={{ env, identity }}>
          Back to the identity
        </Link>
      </header>
      <p className={styles.paper}>Documents are not printed from here. A download is asked for.</p>
      <AsyncView
        query={list}
        retry={() => list.refetch()}
        missing="The documents could not be read"
        skeleton={<Skeleton lines={2} height={28} />}
      >
        {(read) => <ViewerContent list={read} />}
      </AsyncView>
    </article>
  )
}

function ViewerContent({ list }: { readonly list: DocumentList }): ReactNode {
  const { purpose = null } = route.useSearch()
  const { here, beside: wanted, show } = useViewerFiles()
  const [opening, setOpening] = useState<DocumentAccessReason | null>(null)
  const files = listViewableFiles(list)
  const file = files.find((one) => isSameFile(one, here))
  const beside = files.find((one) => isSameFile(one, wanted) && one !== file) ?? null
  if (!file) return <FileNotAvailable list={list} here={here} />
  if (opening)
    return (
      <DocumentViewer
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
        here={here}
        beside={null}
        onChoose={({ document, file: number }) => show({ here: { document, file: number }, beside: null })}
      />
      <AccessReasonCard file={file} purpose={purpose} onGo={setOpening} />
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

interface FileNotAvailableProps {
  readonly list: DocumentList
  readonly here: DocumentFileRef
}

function FileNotAvailable({ list, here }: FileNotAvailableProps): ReactNode {
  const { env, identity } = route.useParams()
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
        <p>
          <Link to="/$env/i/$identity" params={{ env, identity }}>
            See the list of documents
          </Link>
        </p>
      </section>
    </div>
  )
}
