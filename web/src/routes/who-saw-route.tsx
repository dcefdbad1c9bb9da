import type { trailSubject } from '@paydesk/shared/compliance/trail'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { WhoSaw } from '../features/audit-log/who-saw.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { usePersonLink } from '../layout/person-slot.tsx'

interface WhoSawSlotProps {
  readonly env: EnvironmentName
  readonly subject: z.output<typeof trailSubject>
  readonly words: string
}

/** On a record: who had to do with it, for whoever answers for that. */
export function WhoSawSlot({ env, subject, words }: WhoSawSlotProps): ReactNode {
  const personLink = usePersonLink(env)
  if (!useMay('trail.subject')) return null
  return <WhoSaw key={subject} env={env} subject={subject} words={words} personLink={personLink} />
}
