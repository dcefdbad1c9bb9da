import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { DailyNotificationsSection } from './daily-notifications-section.tsx'
import { MissingNotificationsSection } from './missing-notifications-section.tsx'
import { NotificationDialog } from './notification-dialog.tsx'
import { NotificationListSection, useNotificationUrlState } from './notification-list-section.tsx'
import styles from './notifications-page.module.css'
import { notificationQueries } from './queries.ts'
import { RefusedNotificationsSection } from './refused-notifications-section.tsx'
import { parseNotificationFilter, parseNotificationQuery } from './search-params.ts'

interface NotificationsPageProps {
  /** Coverage of every list on this page, counted by the server. */
  readonly coverage: ReactNode
}

/** Notifications page: missing notifications first, then figures, then the notification queue. */
export function NotificationsPage({ coverage }: NotificationsPageProps): ReactNode {
  const texts = useMessages('notifications')
  const { name: env, label } = useEnvironment()
  const { address, change } = useNotificationUrlState()
  const client = useApiClient()
  const queries = notificationQueries(client)
  const mayExport = useMay('records.export')
  const figures = useQuery(queries.figures(env))
  const ledger = useQuery(queries.ledger(env, parseNotificationQuery(address)))
  const filter = parseNotificationFilter(address)
  const exporting = useDataExport({
    name: (today) => `notifications-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportNotifications, {
        params: { env },
        query: { ...filter, ...format },
        signal,
      }),
    missing: texts.list.notExported,
    expected: ledger.data && !ledger.data.more ? ledger.data.count : null,
    selection: { list: 'notifications', filter },
  })
  useShortcut('l', texts.list.title, () => focusSection('ledger'))
  const opened = ledger.data?.entries.find((entry) => String(entry.number) === address.open)
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} note={coverage}>
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={figures.isFetching || ledger.isFetching}
          read={() => Promise.all([figures.refetch(), ledger.refetch()])}
        />
        {mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <ExportStatus {...exporting} />
      <AsyncView
        query={figures}
        retry={() => void figures.refetch()}
        missing={texts.figuresNotLoaded}
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(data) => (
          <>
            {data.proof === 'none' ? (
              <p className={styles.alarm}>
                <span aria-hidden>▲</span> {texts.noProofConfigured}
              </p>
            ) : null}
            <MissingNotificationsSection figures={data} />
            <DailyNotificationsSection figures={data} />
            {data.rejected.length === 0 ? null : <RefusedNotificationsSection rejected={data.rejected} />}
          </>
        )}
      </AsyncView>
      <Section title={texts.list.title} id="ledger" note={texts.list.note}>
        <AsyncView
          query={ledger}
          retry={() => void ledger.refetch()}
          missing={texts.list.notLoaded}
          skeleton={<Skeleton lines={10} height={22} />}
        >
          {(page) => <NotificationListSection page={page} isOld={ledger.isPlaceholderData} />}
        </AsyncView>
      </Section>
      {opened ? (
        <NotificationDialog
          key={opened.number}
          entry={opened}
          again={ledger.data?.reprocessings.filter(({ number }) => number === opened.number) ?? []}
          linksTransaction
          onClose={() => change({ ...address, open: undefined })}
        />
      ) : null}
    </div>
  )
}
