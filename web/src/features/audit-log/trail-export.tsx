import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ExportLine, useExport } from '../../ui/table/data-export.tsx'
import { trailQueries } from './queries.ts'
import styles from './trail.module.css'

interface TrailExportProps {
  readonly env: EnvironmentName
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The trail as a file for whoever checks it from outside; of the days of the filter, every chain. */
export function TrailExport({ env, from, to }: TrailExportProps): ReactNode {
  const queries = trailQueries(useClient())
  const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const file = useExport({
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
      <ExportLine {...file} />
    </div>
  )
}
