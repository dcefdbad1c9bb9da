import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { exportRequestQueries } from '../../ui/exports/queries.ts'
import { getButtonClassName } from '../../ui/forms/button.tsx'
import { ApprovalRequestListPage } from '../../ui/page/approval-request-list.tsx'
import { ExportRequestItem } from './export-request-item.tsx'

/** Lists requests to export many rows: those waiting for this user, the user's own, and those of colleagues. */
export function ExportRequestsPage(): ReactNode {
  const { page: texts } = useMessages('exportRequests')
  const approvals = useMessages('approvals')
  const { name: env } = useEnvironment()
  const mayList = useMay('records.read')
  const mayApprove = useMay('export.approve')
  const query = useQuery(exportRequestQueries(useApiClient(), env).list())
  return (
    <ApprovalRequestListPage
      title={texts.title}
      about={texts.about}
      query={query}
      beginning={
        <>
          <p>{texts.begin}</p>
          {mayList ? (
            <Link to="/$env/transactions" params={{ env }} className={getButtonClassName()}>
              {texts.openTransactions}
            </Link>
          ) : null}
        </>
      }
      sections={(requests) => [
        {
          title: approvals.waiting,
          id: 'waiting',
          requests: requests.filter(({ mayAnswer }) => mayAnswer),
          ...(mayApprove ? { empty: approvals.noneWaiting } : {}),
        },
        { title: approvals.own, requests: requests.filter(({ by }) => by.me), empty: texts.noneOwn },
        { title: texts.others, requests: requests.filter(({ by, mayAnswer }) => !by.me && !mayAnswer) },
      ]}
    >
      {(one) => <ExportRequestItem key={one.request} env={env} exportRequest={one} />}
    </ApprovalRequestListPage>
  )
}
