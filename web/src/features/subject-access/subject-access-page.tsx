import type { SubjectAccessRequestView } from '@paydesk/shared/compliance/subject-access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
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
import { subjectRequestStatusLabels } from './labels.ts'
import { refreshSubjectRequests, subjectAccessQueries } from './queries.ts'

/** Subject access exports: waiting for the user's approval, ready to download, and finished. */
export function SubjectAccessPage(): ReactNode {
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
      <PageHeader title="Customer exports" place={label} />
      <AsyncView
        query={query}
        retry={() => query.refetch()}
        skeleton={<Skeleton lines={6} height={24} />}
        missing="The customer exports could not be read"
      >
        {({ requests }) => {
          const mine = requests.filter((one) => one.mayAnswer)
          const ready = requests.filter((one) => one.mayTake)
          const rest = requests.filter((one) => !one.mayAnswer && !one.mayTake)
          const row = (one: SubjectAccessRequestView, more: ReactNode) => (
            <SubjectRequestItem key={one.request} one={one}>
              {more}
            </SubjectRequestItem>
          )
          return (
            <>
              <RequestGroup
                title="Waiting for you"
                id="waiting"
                empty="No request of a colleague waits for you."
              >
                {mine.map((one) =>
                  row(
                    one,
                    <ApprovalForm
                      name={one.by.name}
                      help="Check that the ticket is the customer’s own request. Once confirmed, each of you can take it once."
                      answering={queries.answer(env, one.request)}
                      refresh={() => refreshSubjectRequests(queryClient, env)}
                    />,
                  ),
                )}
              </RequestGroup>
              <RequestGroup title="Ready to be taken" empty="Nothing is ready for you.">
                {ready.map((one) => row(one, <SubjectExportAction taking={taking} one={one} />))}
              </RequestGroup>
              <RequestGroup
                title="Last thirty days"
                empty="Nothing was asked for. An export is asked for on the customer’s page."
              >
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

const getPersonName = ({ name, me }: SubjectAccessRequestView['by']) => (me ? 'you' : name)

function SubjectRequestItem({ one, children }: SubjectRequestItemProps): ReactNode {
  const { customer, ticket, by, at, status, until, second, taken } = one
  return (
    <li data-request={one.request} tabIndex={-1} className={styles.item}>
      <p className={styles.line}>
        <span className={styles.status} data-status={status}>
          {subjectRequestStatusLabels[status]}
        </span>
        <CustomerLink customer={customer}>Customer</CustomerLink>
        <span>
          Ticket <code>{getVisibleText(ticket)}</code>
        </span>
        <span className={styles.quiet}>
          asked by {getPersonName(by)}, <RowTime at={at} as="age" />
        </span>
      </p>
      {second === null ? null : (
        <p className={styles.quiet}>
          {status === 'refused' ? 'Refused' : 'Confirmed'} by {getPersonName(second.by)},{' '}
          <RowTime at={second.at} as="age" />
          {second.text === null ? null : <>: {getVisibleText(second.text)}</>}
        </p>
      )}
      {until === null ? null : (
        <p className={styles.quiet}>
          {status === 'waiting' ? 'Can be answered until ' : 'Can be taken until '}
          <RowTime at={until} as="exact" />
        </p>
      )}
      {taken.map((one) => (
        <p key={one.at} className={styles.quiet}>
          Taken by {getPersonName(one.by)}, <RowTime at={one.at} as="age" />
        </p>
      ))}
      {children}
    </li>
  )
}
