import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { goToPart, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import type { LedgerAddress, LedgerChange } from './address.ts'
import { queryOf } from './address.ts'
import { DaysSection } from './days-section.tsx'
import { GapsSection } from './gaps-section.tsx'
import { LedgerSection } from './ledger-section.tsx'
import { NotificationDialog } from './notification-dialog.tsx'
import styles from './notifications-page.module.css'
import { notificationQueries } from './queries.ts'
import { RefusedSection } from './refused-section.tsx'

export interface NotificationsPageProps {
  readonly env: EnvironmentName
  readonly place: string
  readonly address: LedgerAddress
  readonly mayReprocess: boolean
  readonly onChange: (change: LedgerChange) => void
  readonly onNext: (before: string) => void
  /** To the page before, where this one was reached from it. */
  readonly onBack: (() => void) | null
  /** Opening is a step of its own to come back from. */
  readonly onOpen: (number: string) => void
  /** What every list here covers, counted by the server. */
  readonly coverage: ReactNode
  readonly transactionLink: (id: TransactionId, children: ReactNode, inRow: boolean) => ReactNode
}

/** What our endpoint received: what is missing first, then how much came, then every single one. */
export function NotificationsPage(props: NotificationsPageProps): ReactNode {
  const { env, place, address, coverage } = props
  const queries = notificationQueries(useClient())
  const figures = useQuery(queries.figures(env))
  const ledger = useQuery(queries.ledger(env, queryOf(address)))
  useKey('l', 'Ledger', () => goToPart('ledger'))
  const opened = ledger.data?.entries.find((entry) => String(entry.number) === address.open)
  return (
    <div className={styles.page}>
      <PageHead title="Notifications" place={place}>
        <Reread
          help="Read all again"
          said="Notifications were read again"
          isBusy={figures.isFetching || ledger.isFetching}
          read={() => Promise.all([figures.refetch(), ledger.refetch()])}
        />
      </PageHead>
      {coverage}
      <AsyncView
        query={figures}
        retry={() => void figures.refetch()}
        missing="Gaps and figures could not be read"
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(data) => (
          <>
            {data.proof === 'none' ? (
              <p className={styles.alarm}>
                <span aria-hidden>▲</span> This environment is configured without proof of origin: anybody who
                knows the address can send a notification. None of them can prove a final state.
              </p>
            ) : null}
            <div className={styles.panes} data-gapless={data.gaps.length === 0 || undefined}>
              <GapsSection figures={data} link={props.transactionLink} />
              <div className={styles.side}>
                <DaysSection figures={data} />
                <RefusedSection refused={data.refused} />
              </div>
            </div>
          </>
        )}
      </AsyncView>
      <Section title="Ledger" id="ledger" keys="l" note="every notification that was accepted, newest first">
        <AsyncView
          query={ledger}
          retry={() => void ledger.refetch()}
          missing="The ledger could not be read"
          skeleton={<Skeleton lines={10} height={22} />}
        >
          {(page) => <LedgerSection {...props} page={page} isOld={ledger.isPlaceholderData} />}
        </AsyncView>
      </Section>
      {opened ? (
        <NotificationDialog
          key={opened.number}
          env={env}
          entry={opened}
          again={ledger.data?.again.filter(({ number }) => number === opened.number) ?? []}
          mayReprocess={props.mayReprocess}
          transactionLink={props.transactionLink}
          onClose={() => props.onChange({ ...address, open: undefined })}
        />
      ) : null}
    </div>
  )
}
