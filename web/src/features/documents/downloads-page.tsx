import type { DownloadRequestList } from '@paydesk/shared/compliance/documents'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import styles from '../../ui/page/request-list.module.css'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { DownloadRequestItem } from './download-item.tsx'
import { documentQueries } from './queries.ts'

const route = getRouteApi('/inside/$env/document-downloads')

/** Lists requests to download documents: those waiting for this user, the user's own, and answered ones. */
export function DownloadsPage(): ReactNode {
  const { env } = route.useParams()
  const { label } = useEnvironment()
  const query = useQuery(documentQueries(useApiClient()).downloads(env))
  const list = (requests: DownloadRequestList['requests'], none: string) =>
    requests.length === 0 ? (
      <p className={styles.quiet}>{none}</p>
    ) : (
      <ul className={styles.list}>
        {requests.map((one) => (
          <DownloadRequestItem key={one.request} env={env} one={one} />
        ))}
      </ul>
    )
  return (
    <div className={styles.page}>
      <PageHeader title="Document downloads" place={label}>
        <RefreshButton
          help="Read the requests again"
          said="Requests read again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHeader>
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

function others(requests: DownloadRequestList['requests']): DownloadRequestList['requests'] {
  return requests.filter(({ by, mayAnswer }) => !by.me && !mayAnswer)
}
