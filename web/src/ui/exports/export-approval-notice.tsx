import type { ExportSelection } from '@paydesk/shared/cases/export-requests'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { Button } from '../forms/button.tsx'
import styles from './export-approval-notice.module.css'
import { exportRequestQueries } from './queries.ts'
import { RequestExportDialog } from './request-export-dialog.tsx'

interface ExportApprovalNoticeProps {
  readonly selection: ExportSelection
  readonly rows: number
  /** Number of rows up to which no approval is needed. */
  readonly limit: number
}

/** Tells why an export was not sent, requests its approval, and shows how the last request stands. */
export function ExportApprovalNotice({ selection, rows, limit }: ExportApprovalNoticeProps): ReactNode {
  const texts = useMessages('exportRequests')
  const format = useFormatter()
  const { name: env } = useEnvironment()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(exportRequestQueries(useApiClient(), env).list())
  const last = data?.requests.find((one) => one.by.me && one.selection.list === selection.list)
  const countRows = (count: number) => format.text(texts.rows, { count })
  return (
    <section className={styles.approval} aria-label={texts.needed.title}>
      <div role="status">
        <p className={styles.title}>{texts.needed.title}</p>
        <p>{format.text(texts.needed.explain, { rows: countRows(rows), limit: countRows(limit) })}</p>
      </div>
      {last ? (
        <p>
          {format.text(texts.needed.own, {
            rows: countRows(last.rows),
            status: texts.statuses[last.status],
          })}{' '}
          <Link to="/$env/export-requests" params={{ env }}>
            {texts.needed.view}
          </Link>
        </p>
      ) : null}
      <p>
        <Button onClick={() => setOpen(true)}>{texts.needed.request}</Button>
      </p>
      {isOpen ? <RequestExportDialog selection={selection} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
