import type { DocumentList } from '@paydesk/shared/compliance/documents'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { DocumentAccessReason, DocumentFileRef } from '../queries.ts'
import { documentQueries } from '../queries.ts'
import type { ViewableFile } from '../viewable-files.ts'
import { isSameFile, listViewableFiles } from '../viewable-files.ts'
import { DocumentAccessForm } from './document-access-form.tsx'
import { DocumentViewer, useDocumentViewerFiles } from './document-viewer.tsx'
import { DocumentFileStrip } from './file-strip.tsx'
import styles from './viewer.module.css'

const route = getRouteApi('/inside/$env/identities/$identity/documents/$document')

interface DocumentViewerPageProps {
  /** Record of the identity, shown beside its documents; null for a role that may not read it. */
  readonly record: ReactNode
}

/** Asks for a reason, then shows documents of one identity. The reason holds while this page is open. */
export function DocumentViewerPage({ record }: DocumentViewerPageProps): ReactNode {
  const { title, viewer: texts } = useMessages('documents')
  const { env, identity } = route.useParams()
  const { label } = useEnvironment()
  const list = useQuery(documentQueries(useApiClient()).list({ env, identity }))
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <PageHeading title={texts.title} place={label} className={styles.title}>
          {title}
        </PageHeading>
        <Link to="/$env/identities/$identity" params={{ env, identity }}>
          {texts.back}
        </Link>
      </header>
      <p className={styles.paper}>{texts.print}</p>
      <AsyncView
        query={list}
        retry={() => list.refetch()}
        missing={texts.failed}
        skeleton={<Skeleton lines={2} height={28} />}
      >
        {(read) => <ViewerContent list={read} record={record} />}
      </AsyncView>
    </article>
  )
}

interface ViewerContentProps extends DocumentViewerPageProps {
  readonly list: DocumentList
}

function ViewerContent({ list, record }: ViewerContentProps): ReactNode {
  const texts = useMessages('documents')
  const format = useFormatter()
  const { purpose = null } = route.useSearch()
  const { here, beside: wanted, show } = useDocumentViewerFiles()
  const [opening, setOpening] = useState<DocumentAccessReason | null>(null)
  const files = listViewableFiles(list, texts, format)
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
        record={record}
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
  const { viewer: texts } = useMessages('documents')
  const format = useFormatter()
  const { env, identity } = route.useParams()
  const returnTo = useLocation({ select: ({ href }) => href })
  return (
    <div className={styles.asking}>
      <section aria-labelledby="asking" className={styles.card}>
        <h2 id="asking">{format.text(texts.openTitle, { document: file.label })}</h2>
        <DocumentAccessForm
          draftRef={{ env, kind: 'document_access', about: `${identity}.${file.document}_${file.file}` }}
          label={texts.reason}
          legend={texts.purpose}
          purpose={purpose}
          go={texts.open}
          returnTo={returnTo}
          onGo={onGo}
          message={<p>{texts.recording}</p>}
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
  const { fileLocations, viewer: texts } = useMessages('documents')
  const format = useFormatter()
  const { env, identity } = route.useParams()
  const card = list.documents.find(({ document }) => document === here.document)
  const file = card?.files.find((one) => one.file === here.file)
  return (
    <div className={styles.asking}>
      <section className={styles.card}>
        <h2>{card ? texts.notAvailable : texts.notListed}</h2>
        <p>
          {file && file.location !== 'here'
            ? format.text(fileLocations[file.location], { count: file.file + 1 })
            : card
              ? texts.noFile
              : texts.listChanged}
        </p>
        <p>
          <Link to="/$env/identities/$identity" params={{ env, identity }}>
            {texts.viewList}
          </Link>
        </p>
      </section>
    </div>
  )
}
