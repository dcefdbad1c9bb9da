import type { ReactNode } from 'react'
import { AuditLogHomeSummary } from '../features/audit-log/audit-log-home-summary.tsx'
import { MaskingProofHomeSummary } from '../features/field-permissions/masking-proof-home-summary.tsx'
import { ImportsHomeSummary } from '../features/imports/imports-home-summary.tsx'
import { SessionsHomeSummary } from '../features/sessions/sessions-home-summary.tsx'
import { useEnvironment, useMay } from '../lib/session-context.tsx'

interface OfficeRowsProps {
  /** True if the sessions have a tile. */
  readonly hasTiles: boolean
}

/** Rows of the home page for roles that run, audit or protect Paydesk. */
export function HomeOversightRows({ hasTiles }: OfficeRowsProps): ReactNode {
  const { name: env } = useEnvironment()
  const may = {
    sessions: useMay('session.every'),
    imports: useMay('import.run'),
    audit: [useMay('audit.record_access'), useMay('audit.verify')].includes(true),
    permissions: useMay('field_permissions.read'),
  }
  return (
    <>
      {may.sessions && !hasTiles ? <SessionsHomeSummary /> : null}
      {may.imports ? <ImportsHomeSummary /> : null}
      {may.audit ? <AuditLogHomeSummary env={env} /> : null}
      {may.permissions ? <MaskingProofHomeSummary env={env} /> : null}
    </>
  )
}
