import type { DownloadPage } from '@paydesk/shared/compliance/document-downloads'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import styles from './documents.module.css'
import type { DownloadItemProps } from './download-item.tsx'
import { DownloadItem } from './download-item.tsx'
import { documentQueries } from './queries.ts'

interface DownloadsPageProps extends Omit<DownloadItemProps, 'one'> {
  /** Its name, for the window's title. */
  readonly place: string
}

/** Requests to take a document out of Paydesk: those that wait for this person, and their own. */
export function DownloadsPage({ env, place, ...links }: DownloadsPageProps): ReactNode {
  const query = useQuery(documentQueries(useClient()).downloads(env))
  const list = (requests: DownloadPage['requests'], none: string) =>
    requests.length === 0 ? (
      <p className={styles.says}>{none}</p>
    ) : (
      <ul className={styles.requests}>
        {requests.map((one) => (
          <DownloadItem key={one.request} env={env} one={one} {...links} />
        ))}
      </ul>
    )
  return (
    <div className={styles.page}>
      <PageHead title="Document downloads" place={place}>
        <Reread
          help="Read the requests again"
          said="Requests read again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHead>
      <AsyncView
        query={query}
        retry={() => query.refetch()}
        missing="The requests could not be read"
        skeleton={<Skeleton lines={5} height={28} />}
      >
        {({ requests }) => (
          <>
            <Section title="Waiting for you" id="waiting">
              {list(
                requests.filter(({ mayAnswer }) => mayAnswer),
                'No request waits for you. Your own are answered by somebody else.',
              )}
            </Section>
            <Section title="Asked by you">
              {list(
                requests.filter(({ by }) => by.me),
                'You have asked for nothing. A download is asked for beside the opened document.',
              )}
            </Section>
            {others(requests).length === 0 ? null : (
              <Section title="Answered">{list(others(requests), '')}</Section>
            )}
          </>
        )}
      </AsyncView>
    </div>
  )
}

function others(requests: DownloadPage['requests']): DownloadPage['requests'] {
  return requests.filter(({ by, mayAnswer }) => !by.me && !mayAnswer)
}
