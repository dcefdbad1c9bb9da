import type { auditSubjectId } from '@paydesk/shared/compliance/audit-log'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { RecordAccessButton } from '../features/audit-log/record-access-button.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { useStaffActivityLink } from '../layout/use-staff-activity-link.tsx'

interface RecordAccessSlotProps {
  readonly env: EnvironmentName
  readonly subject: z.output<typeof auditSubjectId>
  readonly words: string
}

/** Shows on a record who accessed it, to users who answer for access. */
export function RecordAccessSlot({ env, subject, words }: RecordAccessSlotProps): ReactNode {
  const personLink = useStaffActivityLink(env)
  if (!useMay('audit.record_access')) return null
  return (
    <RecordAccessButton key={subject} env={env} subject={subject} words={words} personLink={personLink} />
  )
}
