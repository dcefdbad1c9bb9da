import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
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
  const queries = auditLogQueries(useApiClient())
  const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const file = useDataExport({
    name: 'paydesk-audit',
    format: 'jsonl',
    open: (signal) => queries.lines(env, span, signal),
    missing: 'No file was made',
    expected: null,
  })
  const days = from === undefined && to === undefined ? 'all days' : 'the days of the filter'
  return (
    <div className={styles.export}>
      <details>
        <summary>Export for a check from outside</summary>
        <p>
          JSON Lines of every chain with its signed heads, {days}, handles in full: without them no hash could
          be checked. <code>audit-check.mjs</code>, one file that needs nothing of Paydesk, says whether it is
          whole. Give the public key by another way.
        </p>
        <Button disabled={file.state.step === 'running'} onClick={() => void file.start()}>
          <Download size={14} aria-hidden /> Export JSON Lines
        </Button>
      </details>
      <ExportStatus {...file} />
    </div>
  )
}
