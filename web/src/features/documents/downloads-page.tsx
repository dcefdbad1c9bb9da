import type { DownloadRequestList } from '@paydesk/shared/compliance/documents'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
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
  const { requests: texts } = useMessages('documents')
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
      <PageHeader title={texts.title} place={label}>
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHeader>
      <AsyncView
        query={query}
        retry={() => query.refetch()}
        missing={texts.failed}
        skeleton={<Skeleton lines={5} height={28} />}
      >
        {({ requests }) => (
          <>
            <Section title={texts.waiting} id="waiting">
              {list(
                requests.filter(({ mayAnswer }) => mayAnswer),
                texts.noneWaiting,
              )}
            </Section>
            <Section title={texts.own}>
              {list(
                requests.filter(({ by }) => by.me),
                texts.noneOwn,
              )}
            </Section>
            {others(requests).length === 0 ? null : (
              <Section title={texts.answered}>{list(others(requests), '')}</Section>
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
