import type { ReactNode } from 'react'
import { ApiKeysHomeSummary } from '../features/api-keys/api-keys-home-summary.tsx'
import { AuditLogHomeSummary } from '../features/audit-log/audit-log-home-summary.tsx'
import { MaskingProofHomeSummary } from '../features/field-permissions/masking-proof-home-summary.tsx'
import { ImportsHomeSummary } from '../features/imports/imports-home-summary.tsx'
import { SessionsHomeSummary } from '../features/sessions/sessions-home-summary.tsx'
import { useEnvironment, useMay } from '../lib/session-context.tsx'

/** Rows of the home page for roles that run, audit or protect Paydesk. */
export function OfficeRows(): ReactNode {
  const { name: env } = useEnvironment()
  const may = {
    sessions: useMay('session.every'),
    keys: useMay('api_key.manage'),
    imports: useMay('import.run'),
    audit: [useMay('audit.record_access'), useMay('audit.verify')].includes(true),
    permissions: useMay('field_permissions.read'),
  }
  return (
    <>
      {may.sessions ? <SessionsHomeSummary /> : null}
      {may.keys ? <ApiKeysHomeSummary /> : null}
      {may.imports ? <ImportsHomeSummary /> : null}
      {may.audit ? <AuditLogHomeSummary env={env} /> : null}
      {may.permissions ? <MaskingProofHomeSummary env={env} /> : null}
    </>
  )
}
