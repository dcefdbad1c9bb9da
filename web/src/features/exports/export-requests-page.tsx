import type { ExportRequestView } from '@paydesk/shared/cases/export-requests'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { exportRequestQueries } from '../../ui/exports/queries.ts'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import styles from '../../ui/page/request-list.module.css'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ExportRequestItem } from './export-request-item.tsx'

/** Lists requests to export many rows: those waiting for this user, the user's own, and those of colleagues. */
export function ExportRequestsPage(): ReactNode {
  const { page: texts } = useMessages('exportRequests')
  const { name: env, label } = useEnvironment()
  const approves = useMay('export.approve')
  const query = useQuery(exportRequestQueries(useApiClient(), env).list())
  const list = (requests: readonly ExportRequestView[], none: string) =>
    requests.length === 0 ? (
      <p className={styles.quiet}>{none}</p>
    ) : (
      <ul className={styles.list}>
        {requests.map((one) => (
          <ExportRequestItem key={one.request} env={env} one={one} />
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
        {({ requests }) => {
          const others = requests.filter(({ by, mayAnswer }) => !by.me && !mayAnswer)
          return (
            <>
              {approves ? (
                <Section title={texts.waiting} id="waiting">
                  {list(
                    requests.filter(({ mayAnswer }) => mayAnswer),
                    texts.noneWaiting,
                  )}
                </Section>
              ) : null}
              <Section title={texts.own}>
                {list(
                  requests.filter(({ by }) => by.me),
                  texts.noneOwn,
                )}
              </Section>
              {others.length === 0 ? null : <Section title={texts.others}>{list(others, '')}</Section>}
            </>
          )
        }}
      </AsyncView>
    </div>
  )
}
