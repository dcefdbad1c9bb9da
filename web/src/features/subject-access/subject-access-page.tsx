import type { SubjectAccessRequestView } from '@paydesk/shared/compliance/subject-access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { CustomerLink } from '../../ui/links/record-links.tsx'
import { ApprovalForm } from '../../ui/page/approval-form.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from '../../ui/page/request-list.module.css'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { SubjectExportAction, useSubjectExport } from './export-action.tsx'
import { refreshSubjectRequests, subjectAccessQueries } from './queries.ts'

/** Subject access exports: waiting for the user's approval, ready to download, and finished. */
export function SubjectAccessPage(): ReactNode {
  const texts = useMessages('subjectAccess')
  const { name: env, label } = useEnvironment()
  const queries = subjectAccessQueries(useApiClient())
  const queryClient = useQueryClient()
  const query = useQuery(queries.list(env))
  const page = useRef<HTMLDivElement>(null)
  const taking = useSubjectExport(
    env,
    ({ request }) => page.current?.querySelector<HTMLElement>(`[data-request="${request}"]`) ?? null,
  )
  return (
    <div ref={page} className={styles.page}>
      <PageHeader title={texts.title} place={label} />
      <AsyncView
        query={query}
        retry={() => query.refetch()}
        skeleton={<Skeleton lines={6} height={24} />}
        missing={texts.notLoaded}
      >
        {({ requests }) => {
          const mine = requests.filter((one) => one.mayAnswer)
          const ready = requests.filter((one) => one.mayDownload)
          const rest = requests.filter((one) => !one.mayAnswer && !one.mayDownload)
          const row = (one: SubjectAccessRequestView, more: ReactNode) => (
            <SubjectRequestItem key={one.request} one={one}>
              {more}
            </SubjectRequestItem>
          )
          return (
            <>
              <RequestGroup title={texts.toApprove} id="waiting" empty={texts.noneToApprove}>
                {mine.map((one) =>
                  row(
                    one,
                    <ApprovalForm
                      name={one.by.name}
                      help={texts.approvalHelp}
                      answering={queries.answer(env, one.request)}
                      refresh={() => refreshSubjectRequests(queryClient, env)}
                    />,
                  ),
                )}
              </RequestGroup>
              <RequestGroup title={texts.ready} empty={texts.noneReady}>
                {ready.map((one) => row(one, <SubjectExportAction taking={taking} one={one} />))}
              </RequestGroup>
              <RequestGroup title={texts.recent} empty={texts.noneRecent}>
                {rest.map((one) => row(one, <SubjectExportAction taking={taking} one={one} />))}
              </RequestGroup>
            </>
          )
        }}
      </AsyncView>
    </div>
  )
}

interface RequestGroupProps {
  readonly title: string
  readonly id?: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}

function RequestGroup({ empty, children, ...section }: RequestGroupProps): ReactNode {
  return (
    <Section {...section}>
      {children.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <ul className={styles.list}>{children}</ul>
      )}
    </Section>
  )
}

interface SubjectRequestItemProps {
  readonly one: SubjectAccessRequestView
  readonly children: ReactNode
}

function SubjectRequestItem({ one, children }: SubjectRequestItemProps): ReactNode {
  const texts = useMessages('subjectAccess')
  const format = useFormat()
  const { customer, ticket, by, at, status, until, approval, downloads } = one
  const args = (step: { readonly by: SubjectAccessRequestView['by']; readonly at: string }) => ({
    name: step.by.me ? texts.you : step.by.name,
    time: <RowTime key="time" at={step.at} as="age" />,
  })
  return (
    <li data-request={one.request} tabIndex={-1} className={styles.item}>
      <p className={styles.line}>
        <span className={styles.status} data-status={status}>
          {texts.statuses[status]}
        </span>
        <CustomerLink customer={customer}>{texts.customer}</CustomerLink>
        <span>
          {format.parts(texts.ticketNumber, { number: <code key="ticket">{getVisibleText(ticket)}</code> })}
        </span>
        <span className={styles.quiet}>{format.parts(texts.requestedBy, args({ by, at }))}</span>
      </p>
      {approval === null ? null : (
        <p className={styles.quiet}>
          {format.parts(status === 'refused' ? texts.rejectedBy : texts.approvedBy, args(approval))}
          {approval.text === null ? null : <>: {getVisibleText(approval.text)}</>}
        </p>
      )}
      {until === null ? null : (
        <p className={styles.quiet}>
          {format.parts(status === 'waiting' ? texts.decideBy : texts.downloadBy, {
            time: <RowTime key="time" at={until} as="exact" />,
          })}
        </p>
      )}
      {downloads.map((one) => (
        <p key={one.at} className={styles.quiet}>
          {format.parts(texts.downloadedBy, args(one))}
        </p>
      ))}
      {children}
    </li>
  )
}
