import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import type { SubjectAccessRequestView } from '@paydesk/shared/compliance/subject-access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FindCustomerLink } from '../../ui/links/find-customer-link.tsx'
import { CustomerLink } from '../../ui/links/record-links.tsx'
import styles from '../../ui/page/approval-request-list.module.css'
import { ApprovalRequestCard, ApprovalRequestListPage } from '../../ui/page/approval-request-list.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { SubjectAccessExportAction, useSubjectAccessExport } from './export-action.tsx'
import { refreshSubjectAccessRequests, subjectAccessQueries } from './queries.ts'

/** Subject access exports: waiting for the user's approval, ready to download, and finished. */
export function SubjectAccessPage(): ReactNode {
  const texts = useMessages('subjectAccess')
  const approvals = useMessages('approvals')
  const { name: env } = useEnvironment()
  const query = useQuery(subjectAccessQueries(useApiClient()).list(env))
  const cards = useRef(new Map<string, HTMLLIElement>())
  const subjectExport = useSubjectAccessExport(env, ({ request }) => cards.current.get(request) ?? null)
  return (
    <ApprovalRequestListPage
      title={texts.title}
      about={texts.about}
      query={query}
      beginning={
        <>
          <p>{texts.begin}</p>
          <FindCustomerLink />
        </>
      }
      sections={(requests) => [
        {
          title: approvals.waiting,
          id: 'waiting',
          requests: requests.filter((one) => one.mayAnswer),
          empty: approvals.noneWaiting,
        },
        { title: texts.ready, requests: requests.filter((one) => one.mayDownload), empty: texts.noneReady },
        {
          title: texts.recent,
          requests: requests.filter((one) => !one.mayAnswer && !one.mayDownload),
          empty: texts.noneRecent,
        },
      ]}
    >
      {(one) => (
        <SubjectRequestItem
          key={one.request}
          subjectRequest={one}
          subjectExport={subjectExport}
          card={(element) => {
            if (element) cards.current.set(one.request, element)
          }}
        />
      )}
    </ApprovalRequestListPage>
  )
}

interface SubjectRequestItemProps {
  readonly subjectRequest: SubjectAccessRequestView
  readonly subjectExport: ReturnType<typeof useSubjectAccessExport>
  readonly card: (element: HTMLLIElement | null) => void
}

function SubjectRequestItem({ subjectRequest, subjectExport, card }: SubjectRequestItemProps): ReactNode {
  const texts = useMessages('subjectAccess')
  const nameColleague = useFormatColleagueName()
  const { name: env } = useEnvironment()
  const format = useFormatter()
  const client = useApiClient()
  const queryClient = useQueryClient()
  return (
    <ApprovalRequestCard
      request={subjectRequest}
      card={card}
      texts={texts}
      facts={
        <>
          <CustomerLink customer={subjectRequest.customer}>{texts.customer}</CustomerLink>
          <span>
            {format.parts(texts.ticketNumber, {
              number: <code key="ticket">{getVisibleText(subjectRequest.ticket)}</code>,
            })}
          </span>
        </>
      }
      downloads={subjectRequest.downloads.map(({ by, at }) => (
        <p key={at} className={styles.quiet}>
          {format.parts(texts.downloadedBy, {
            name: nameColleague(by, 'object'),
            time: <Timestamp key="time" at={at} as="relative" />,
          })}
        </p>
      ))}
      approval={{
        draft: { env, kind: 'subject_access_answer', about: `${noDraftSubject}.${subjectRequest.request}` },
        help: texts.approvalHelp,
        answering: subjectAccessQueries(client).answer(env, subjectRequest.request),
        refresh: () => refreshSubjectAccessRequests(queryClient, env),
      }}
    >
      <SubjectAccessExportAction subjectExport={subjectExport} subjectRequest={subjectRequest} />
    </ApprovalRequestCard>
  )
}
