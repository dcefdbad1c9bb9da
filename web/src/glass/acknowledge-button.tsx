import type { GlassBreak } from '@paydesk/shared/glass'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useAnnounce } from '../ui/announce.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { glassQueries, readGlassAgain } from './queries.ts'

/** Takes note of it, as another person than the one who broke it. */
export function AcknowledgeButton({ one }: { readonly one: GlassBreak }): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const acknowledge = useMutation({
    ...glassQueries(useClient()).acknowledge(),
    onSuccess({ answer }) {
      announce(answer === 'already' ? 'A colleague had acknowledged it' : 'Acknowledged')
      return readGlassAgain(queryClient)
    },
  })
  if (!one.mayAcknowledge) return null
  return (
    <>
      <Button disabled={acknowledge.isPending} onClick={() => acknowledge.mutate(one.glass)}>
        Acknowledge<span className="unseen"> that {one.by.name} broke the glass</span>
      </Button>
      {acknowledge.error ? <ProblemNote error={acknowledge.error} missing="It is not acknowledged" /> : null}
    </>
  )
}
