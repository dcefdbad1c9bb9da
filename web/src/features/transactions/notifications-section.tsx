import type {
  ReceivedNotification,
  TransactionReceivedNotifications,
  TransactionSentNotifications,
} from '@paydesk/shared/payments/notifications'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { type AsyncQuery, AsyncView } from '../../ui/page/async-view.tsx'
import { FreshnessLine } from '../../ui/page/freshness-line.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { Money } from '../../ui/text/money.tsx'
import styles from './notifications-section.module.css'
import type { TransactionRef } from './queries.ts'
import { transactionQueries } from './queries.ts'
import { isUnlistedNotification, ReceivedNotificationList } from './received-list.tsx'
import {
  isMissingNotification,
  SentNotificationList,
  type SentNotificationValueRenderer,
} from './sent-list.tsx'

export interface ReceivedNotificationDialogProps {
  readonly entry: ReceivedNotification
  readonly onClose: () => void
}

interface NotificationsSectionProps {
  readonly transactionRef: TransactionRef
  /**
   * True if received notifications may be shown: on a customer page only for a transaction of this customer.
   */
  readonly isOwn: boolean
  /** True if the payment service does not know the transaction: only what Paydesk received is shown, if anything. */
  readonly isUnknown: boolean
  /** Dialog with all details of one received notification. */
  readonly dialog: ComponentType<ReceivedNotificationDialogProps>
  readonly renderSent?: SentNotificationValueRenderer | undefined
}

/** Shows both sides of the notifications: sent by the payment service, and received by our endpoint. */
export function NotificationsSection({
  transactionRef,
  isOwn,
  isUnknown,
  dialog: ReceivedDialog,
  renderSent,
}: NotificationsSectionProps): ReactNode {
  const texts = useMessages('transactions').notifications
  const queries = transactionQueries(useApiClient())
  const sent = useQuery({ ...queries.notifications(transactionRef), enabled: !isUnknown })
  const received = useQuery({ ...queries.received(transactionRef), enabled: isOwn })
  const [opened, setOpened] = useState<number | null>(null)
  useShortcut('n', texts.title, () => focusSection('notifications'))
  const entry = received.data?.entries.find(({ number }) => number === opened)
  function refetch() {
    if (!isUnknown) void sent.refetch()
    if (isOwn) void received.refetch()
  }
  if (isUnknown && !received.data?.entries.length) return null
  return (
    <Section
      title={texts.title}
      id="notifications"
      note={sent.data ? <LastAmount notifications={sent.data} /> : null}
      aside={
        <FreshnessLine
          reading={sent.data?.reading}
          refetch={refetch}
          busy={sent.isFetching || received.isFetching}
          what={texts.what}
        />
      }
    >
      <MissingNotificationsNote
        missing={sent.data?.entries.filter(isMissingNotification).length ?? 0}
        unlisted={received.data?.entries.filter(isUnlistedNotification).length ?? 0}
      />
      <div className={styles.sides}>
        {isUnknown ? null : (
          <NotificationColumn title={texts.sent} query={sent} refetch={refetch}>
            {(data) => <SentNotifications notifications={data} renderSent={renderSent} />}
          </NotificationColumn>
        )}
        {isOwn ? (
          <NotificationColumn title={texts.received} query={received} refetch={refetch}>
            {(data) => <ReceivedNotifications received={data} onOpen={setOpened} />}
          </NotificationColumn>
        ) : null}
      </div>
      {entry ? <ReceivedDialog entry={entry} onClose={() => setOpened(null)} /> : null}
    </Section>
  )
}

/** Names missing notifications of either side, first and in words. */
function MissingNotificationsNote({
  missing,
  unlisted,
}: {
  readonly missing: number
  readonly unlisted: number
}): ReactNode {
  const texts = useMessages('transactions').notifications
  const format = useFormatter()
  if (missing === 0 && unlisted === 0) return null
  return (
    <p className={styles.gap}>
      <span aria-hidden className={styles.warn}>
        ▲
      </span>
      <span>
        {missing > 0 ? <b>{format.text(texts.missing, { count: missing })} </b> : null}
        {unlisted > 0 ? <b>{format.text(texts.unlisted, { count: unlisted })}</b> : null}
      </span>
    </p>
  )
}

interface NotificationColumnProps<T> {
  readonly title: string
  readonly query: AsyncQuery<T>
  readonly refetch: () => void
  readonly children: (data: T) => ReactNode
}

function NotificationColumn<T>({ title, query, refetch, children }: NotificationColumnProps<T>): ReactNode {
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.sideTitle}>{title}</h3>
      <AsyncView
        query={query}
        retry={refetch}
        skeleton={<Skeleton lines={3} height={28} />}
        missing={useMessages('transactions').notifications.notLoaded}
      >
        {children}
      </AsyncView>
    </section>
  )
}

function LastAmount({
  notifications: { amount, currency, entries },
}: {
  notifications: TransactionSentNotifications
}): ReactNode {
  const { lastAmount } = useMessages('transactions').notifications
  const format = useFormatter()
  if (entries.length === 0) return null
  return format.parts(lastAmount, { amount: <Money key="amount" amount={amount} currency={currency} /> })
}

function SentNotifications({
  notifications: { entries, shapeKnown },
  renderSent,
}: {
  readonly notifications: TransactionSentNotifications
  readonly renderSent: SentNotificationValueRenderer | undefined
}): ReactNode {
  const texts = useMessages('transactions').notifications
  const format = useFormatter()
  if (!shapeKnown) return <p className={styles.quiet}>{texts.unknownFormat}</p>
  if (entries.length === 0) return <p className={styles.quiet}>{texts.noneSent}</p>
  return (
    <>
      <SentNotificationList entries={entries} renderValue={renderSent} />
      <p className={styles.quiet}>{format.text(texts.sentCount, { count: entries.length })}</p>
    </>
  )
}

function ReceivedNotifications({
  received: { entries, more },
  onOpen,
}: {
  readonly received: TransactionReceivedNotifications
  readonly onOpen: (number: number) => void
}): ReactNode {
  const texts = useMessages('transactions').notifications
  const format = useFormatter()
  if (entries.length === 0) return <p className={styles.quiet}>{texts.noneReceived}</p>
  return (
    <>
      <ReceivedNotificationList entries={entries} onOpen={onOpen} />
      <p className={styles.quiet}>
        {more ? `${format.text(texts.newest, { count: entries.length })} ` : null}
        {texts.trust}
      </p>
    </>
  )
}
