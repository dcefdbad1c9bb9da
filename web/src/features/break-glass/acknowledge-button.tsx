import type { GlassBreak } from '@paydesk/shared/compliance/glass'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
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
