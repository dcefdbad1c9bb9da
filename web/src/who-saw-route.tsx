import type { EnvironmentName } from '@paydesk/shared/ids'
import type { trailSubject } from '@paydesk/shared/trail'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { usePersonLink } from './person-slot.tsx'
import { useMay } from './session/session-context.tsx'
import { WhoSaw } from './trail/who-saw.tsx'

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
