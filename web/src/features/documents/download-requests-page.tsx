import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { FindCustomerLink } from '../../ui/links/find-customer-link.tsx'
import { ApprovalRequestListPage } from '../../ui/page/approval-request-list.tsx'
import { DownloadRequestItem } from './download-item.tsx'
import { documentQueries } from './queries.ts'

const route = getRouteApi('/inside/$env/document-downloads')

/** Lists requests to download documents: those waiting for this user, the user's own, and answered ones. */
export function DownloadRequestsPage(): ReactNode {
  const { requests: texts } = useMessages('documents')
  const approvals = useMessages('approvals')
  const { env } = route.useParams()
  const query = useQuery(documentQueries(useApiClient()).downloads(env))
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
          requests: requests.filter(({ mayAnswer }) => mayAnswer),
          empty: approvals.noneWaiting,
        },
        { title: approvals.own, requests: requests.filter(({ by }) => by.me), empty: texts.noneOwn },
        { title: texts.answered, requests: requests.filter(({ by, mayAnswer }) => !by.me && !mayAnswer) },
      ]}
    >
      {(one) => <DownloadRequestItem key={one.request} env={env} downloadRequest={one} />}
    </ApprovalRequestListPage>
  )
}
