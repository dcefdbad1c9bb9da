import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import styles from './audit-log.module.css'
import { auditLogQueries } from './queries.ts'

interface AuditLogExportProps {
  readonly env: EnvironmentName
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Exports the audit log for an external check: every chain, limited to the days of the filter. */
export function AuditLogExport({ env, from, to }: AuditLogExportProps): ReactNode {
  const texts = useMessages('auditLog').export
  const format = useFormatter()
  const queries = auditLogQueries(useApiClient())
  const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const file = useDataExport({
    name: 'paydesk-audit',
    only: 'jsonl',
    open: (signal) => queries.lines(env, span, signal),
    missing: texts.notExported,
    expected: null,
    selection: { list: 'audit_log', filter: span },
  })
  const days = from === undefined && to === undefined ? texts.allDays : texts.filteredDays
  return (
    <div className={styles.export}>
      <details>
        <summary>{texts.summary}</summary>
        <p>{format.parts(texts.detail, { days, tool: <code key="tool">{texts.tool}</code> })}</p>
        <Button disabled={file.state.step === 'running'} onClick={() => void file.start()}>
          <Download size={14} aria-hidden /> {texts.start}
        </Button>
      </details>
      <ExportStatus {...file} />
    </div>
  )
}
