import type { DocumentList } from '@paydesk/shared/compliance/documents'
import type { PurposeCode } from '@paydesk/shared/core/purpose'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { ListedFile } from '../files.ts'
import { filesOf, isSame } from '../files.ts'
import type { FileRef, IdentityPlace, Opening } from '../queries.ts'
import { documentQueries } from '../queries.ts'
import { whereWords } from '../words.ts'
import { DeskView } from './desk-view.tsx'
import { FileStrip } from './file-strip.tsx'
import { OpeningForm } from './opening-form.tsx'
import styles from './viewer.module.css'

/** What is on the desk: it is in the address. */
interface OnDesk {
  readonly here: FileRef
  readonly beside: FileRef | null
}

export interface ViewerPageProps extends OnDesk {
  readonly place: IdentityPlace
  /** Its name, for the window's title. */
  readonly environment: string
  /** Chosen before a proof of who one is. */
  readonly purpose: PurposeCode | null
  /** Own path to come back to from that proof, with this purpose. */
  readonly returnTo: (purpose: PurposeCode) => string
  readonly mayDownload: boolean
  readonly identityLink: (words: ReactNode) => ReactNode
  readonly downloadsLink: (words: ReactNode) => ReactNode
  readonly onDesk: (desk: OnDesk) => void
}

/** Documents of one identity: a reason first, then the picture. The reason holds while this page is open. */
export function ViewerPage(props: ViewerPageProps): ReactNode {
  const { place, environment, identityLink } = props
  const list = useQuery(documentQueries(useClient()).list(place))
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <PageHeading title="Document" place={environment} className={styles.title}>
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
        {(read) => <Listed {...props} list={read} />}
      </AsyncView>
    </article>
  )
}

function Listed({ list, ...props }: ViewerPageProps & { readonly list: DocumentList }): ReactNode {
  const [opening, setOpening] = useState<Opening | null>(null)
  const files = filesOf(list)
  const file = files.find((one) => isSame(one, props.here))
  const beside = files.find((one) => isSame(one, props.beside) && one !== file) ?? null
  if (!file) return <NotThere {...props} list={list} />
  if (opening)
    return (
      <DeskView
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
      <FileStrip
        files={files}
        here={props.here}
        beside={null}
        onChoose={({ document, file: number }) =>
          props.onDesk({ here: { document, file: number }, beside: null })
        }
      />
      <Asking file={file} purpose={props.purpose} onGo={setOpening} />
    </>
  )
}

interface AskingProps {
  readonly file: ListedFile
  readonly purpose: PurposeCode | null
  readonly onGo: (opening: Opening) => void
}

function Asking({ file, purpose, onGo }: AskingProps): ReactNode {
  return (
    <div className={styles.asking}>
      <section aria-labelledby="asking" className={styles.card}>
        <h2 id="asking">Open: {file.word}</h2>
        <OpeningForm
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

function NotThere({
  list,
  here,
  identityLink,
}: ViewerPageProps & { readonly list: DocumentList }): ReactNode {
  const card = list.documents.find(({ document }) => document === here.document)
  const file = card?.files.find((one) => one.file === here.file)
  return (
    <div className={styles.asking}>
      <section className={styles.card}>
        <h2>{card ? 'Nothing of it can be opened' : 'This address stands for no document any more'}</h2>
        <p>
          {file
            ? `The file is ${whereWords(file) ?? 'not there'}.`
            : card
              ? 'The service names no file of it that can be asked for.'
              : 'The service’s list has changed since it was read. Choose the document from the list again.'}
        </p>
        <p>{identityLink('See the list of documents')}</p>
      </section>
    </div>
  )
}
