import type { ReceivedForTransaction, ReceivedNotification } from '@paydesk/shared/payments/ledger'
import type { TransactionNotifications } from '@paydesk/shared/payments/notification'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView, type Loading } from '../../ui/page/async-view.tsx'
import { ReadingLine } from '../../ui/page/freshness-line.tsx'
import { goToPart, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { Money } from '../../ui/text/money.tsx'
import styles from './notifications-section.module.css'
import type { TransactionPlace } from './queries.ts'
import { transactionQueries } from './queries.ts'
import { isUnlisted, ReceivedList } from './received-list.tsx'
import { didNotArrive, type RenderSent, SentList } from './sent-list.tsx'

interface NotificationsSectionProps {
  readonly place: TransactionPlace
  /** Whether what arrived here may be shown: on a customer's page once the transaction is known to be theirs. */
  readonly isOwn: boolean
  /** One received notification with everything known of it, in a dialog. */
  readonly dialog: (entry: ReceivedNotification, close: () => void) => ReactNode
  readonly renderSent?: RenderSent | undefined
}

/** Both sides of each notification: what the service says it sent, and what our endpoint received. */
export function NotificationsSection({
  place,
  isOwn,
  dialog,
  renderSent,
}: NotificationsSectionProps): ReactNode {
  const queries = transactionQueries(useClient())
  const sent = useQuery(queries.notifications(place))
  const received = useQuery({ ...queries.received(place), enabled: isOwn })
  const [opened, setOpened] = useState<number | null>(null)
  useKey('n', 'Notifications', () => goToPart('notifications'))
  const entry = received.data?.entries.find(({ number }) => number === opened)
  function reread() {
    void sent.refetch()
    if (isOwn) void received.refetch()
  }
  return (
    <Section
      title="Notifications"
      id="notifications"
      keys="n"
      note={sent.data ? <LastAmount notifications={sent.data} /> : null}
      aside={
        <ReadingLine
          reading={sent.data?.reading}
          reread={reread}
          busy={sent.isFetching || received.isFetching}
          what="notifications"
        />
      }
    >
      <Gap
        missing={sent.data?.entries.filter(didNotArrive).length ?? 0}
        unlisted={received.data?.entries.filter(isUnlisted).length ?? 0}
      />
      <div className={styles.sides}>
        <Side title="The service says it sent" query={sent} reread={reread}>
          {(data) => <Sent notifications={data} renderSent={renderSent} />}
        </Side>
        {isOwn ? (
          <Side title="Our endpoint received" query={received} reread={reread}>
            {(data) => <Received received={data} onOpen={setOpened} />}
          </Side>
        ) : null}
      </div>
      {entry ? dialog(entry, () => setOpened(null)) : null}
    </Section>
  )
}

/** What is missing on either side, first and in words. */
function Gap({ missing, unlisted }: { readonly missing: number; readonly unlisted: number }): ReactNode {
  if (missing === 0 && unlisted === 0) return null
  return (
    <p className={styles.gap}>
      <span aria-hidden className={styles.warn}>
        ▲
      </span>
      <span>
        {missing > 0 ? (
          <>
            <b>{countOf(missing, 'notification')} did not arrive</b> although the service says that it sent{' '}
            {missing === 1 ? 'it' : 'them'}.{' '}
          </>
        ) : null}
        {unlisted > 0 ? (
          <>
            <b>{countOf(unlisted, 'notification')} arrived</b> that the service does not list.
          </>
        ) : null}
      </span>
    </p>
  )
}

interface SideProps<T> {
  readonly title: string
  readonly query: Loading<T>
  readonly reread: () => void
  readonly children: (data: T) => ReactNode
}

function Side<T>({ title, query, reread, children }: SideProps<T>): ReactNode {
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.sideTitle}>{title}</h3>
      <AsyncView
        query={query}
        retry={reread}
        skeleton={<Skeleton lines={3} height={28} />}
        missing="Notifications could not be read"
      >
        {children}
      </AsyncView>
    </section>
  )
}

function LastAmount({
  notifications: { amount, currency, entries },
}: {
  notifications: TransactionNotifications
}): ReactNode {
  if (entries.length === 0) return null
  return (
    <>
      last named amount: <Money amount={amount} currency={currency} />
    </>
  )
}

function Sent({
  notifications: { entries, shapeKnown },
  renderSent,
}: {
  readonly notifications: TransactionNotifications
  readonly renderSent: RenderSent | undefined
}): ReactNode {
  if (!shapeKnown) {
    return (
      <p className={styles.quiet}>
        The service answered in a form that nobody knows here, so nothing of it is listed.
      </p>
    )
  }
  if (entries.length === 0)
    return <p className={styles.quiet}>The service lists no notification for this transaction.</p>
  return (
    <>
      <SentList entries={entries} renderValue={renderSent} />
      <p className={styles.quiet}>
        {countOf(entries.length, 'notification')}, all that the service lists for this transaction, numbered
        in its order; it gives them no times.
      </p>
    </>
  )
}

function Received({
  received: { entries, more },
  onOpen,
}: {
  readonly received: ReceivedForTransaction
  readonly onOpen: (number: number) => void
}): ReactNode {
  if (entries.length === 0)
    return <p className={styles.quiet}>Nothing has arrived here for this transaction.</p>
  return (
    <>
      <ReceivedList entries={entries} onOpen={onOpen} />
      <p className={styles.quiet}>
        {more ? `The newest ${entries.length}; older ones are in the notification ledger.` : null}
        {more ? ' ' : null}Each is believed only as far as a read after it agrees.
      </p>
    </>
  )
}
