import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { breakGlassQueries } from '../features/break-glass/queries.ts'
import { documentQueries } from '../features/documents/queries.ts'
import { inboxQueries } from '../features/inbox/queries.ts'
import { paymentRequestQueries } from '../features/payment-requests/queries.ts'
import { questionQueries } from '../features/questions/queries.ts'
import { reconciliationQueries } from '../features/reconciliation/queries.ts'
import { decisionQueries, reviewQueries, unreadMentionsFilter } from '../features/review/queries.ts'
import { subjectAccessQueries } from '../features/subject-access/queries.ts'
import type { ApiClient } from '../lib/api/api-client.ts'
import { useApiClient } from '../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../lib/messages/messages-context.tsx'
import { useSession } from '../lib/session-context.tsx'
import type { NavigationPage } from './navigation-pages.ts'
import styles from './navigation-rail.module.css'

// Load lazily: few roles export, and no other role should wait for the contract of the requests.
const WaitingExportRequestCount = lazy(() =>
  import('../features/exports/waiting-export-request-count.tsx').then((part) => ({
    default: part.WaitingExportRequestCount,
  })),
)

// Load lazily: only people who have switched alerts on need this.
const DesktopAlerts = lazy(() =>
  import('../features/inbox/desktop-alerts.tsx').then((part) => ({ default: part.DesktopAlerts })),
)

interface NavigationBadgeProps {
  readonly env: EnvironmentName
  /** False on the page itself, which reads and shows its own counts: the badge keeps the last one. */
  readonly enabled: boolean
}

/** Count of what waits on a page, from the query that home and the page itself use. */
export function NavigationBadge({
  page,
  ...props
}: NavigationBadgeProps & { readonly page: NavigationPage['name'] }): ReactNode {
  const Badge = badges[page]
  return Badge === undefined ? null : <Badge {...props} />
}

/** Marks the read as a background refresh: nobody asked for it, so it keeps no session alive. */
function inBackground<Context, Result>(
  client: ApiClient,
  read: ((context: Context) => Result) | undefined,
): (context: Context) => Result {
  return (context) =>
    client.runInBackground(() => {
      if (read === undefined) throw new Error('a query without a function')
      return read(context)
    })
}

function Count({ count }: { readonly count: number | undefined }): ReactNode {
  const texts = useMessages('shell')
  const format = useFormatter()
  if (count === undefined || count === 0) return null
  return (
    <span className={styles.badge}>
      <span aria-hidden>{count > 999 ? '999+' : format.number(count)}</span>
      <span className="unseen">{format.text(texts.waiting, { count })}</span>
    </span>
  )
}

/** Badge and title of the window: it counts on the page of the inbox too, as marks change the count there. */
function InboxBadge({ env }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = inboxQueries(client).count(env)
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn) })
  const unread = data?.unread ?? 0
  useTitlePrefix(unread === 0 ? '' : `(${unread}) `)
  const { alerts } = useSession().settings
  return (
    <>
      <Count count={unread} />
      {alerts === null || data === undefined ? null : (
        <Suspense>
          <DesktopAlerts key={env} env={env} count={data} kinds={alerts} />
        </Suspense>
      )}
    </>
  )
}

/** Puts a prefix before the title that each page, and the mark of emergency access, set for themselves. */
function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    const put = () => {
      const wanted = prefix + document.title.replace(/\(\d+\) /, '')
      if (document.title !== wanted) document.title = wanted
    }
    put()
    const observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [prefix])
}

function ReviewBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = reviewQueries(client).page(env, unreadMentionsFilter)
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  // On the page itself the query of its unfiltered list, which the page reads.
  const { data: own } = useQuery({ ...reviewQueries(client).page(env, {}), enabled: false })
  const figures = (data ?? own)?.figures
  return <Count count={figures && figures.cases - figures.snoozed} />
}

function DecisionsBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = decisionQueries(client).list(env, { show: 'to_approve' })
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data?.count} />
}

function QuestionsBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = questionQueries(client).list(env, 'open')
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data && data.waiting + data.newAnswers} />
}

function ReconciliationBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = reconciliationQueries(client).page(env, {})
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data?.figures.open} />
}

function PaymentRequestsBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = paymentRequestQueries(client).pages(env, { show: 'unknown' })
  const { data } = useInfiniteQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data?.pages[0]?.unknown} />
}

function SubjectAccessBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = subjectAccessQueries(client).list(env)
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data?.waiting} />
}

function DownloadsBadge({ env, enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = documentQueries(client).downloads(env, 'to_answer')
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data?.waiting} />
}

function ExportRequestsBadge(props: NavigationBadgeProps): ReactNode {
  return (
    <Suspense>
      <WaitingExportRequestCount {...props}>{(count) => <Count count={count} />}</WaitingExportRequestCount>
    </Suspense>
  )
}

function BreakGlassBadge({ enabled }: NavigationBadgeProps): ReactNode {
  const client = useApiClient()
  const options = breakGlassQueries(client).list('waiting')
  const { data } = useQuery({ ...options, queryFn: inBackground(client, options.queryFn), enabled })
  return <Count count={data?.activations.length} />
}

const badges: { readonly [Page in NavigationPage['name']]?: (props: NavigationBadgeProps) => ReactNode } = {
  inbox: InboxBadge,
  review: ReviewBadge,
  decisions: DecisionsBadge,
  questions: QuestionsBadge,
  reconciliation: ReconciliationBadge,
  paymentRequests: PaymentRequestsBadge,
  subjectAccess: SubjectAccessBadge,
  downloads: DownloadsBadge,
  exportRequests: ExportRequestsBadge,
  breakGlass: BreakGlassBadge,
}
