import type { BreakGlassActivation } from '@paydesk/shared/compliance/break-glass'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { breakGlassQueries, refreshBreakGlass } from './queries.ts'

/** Acknowledges an activation; never offered to the person who activated break-glass. */
export function AcknowledgeBreakGlassButton({
  activation,
}: {
  readonly activation: BreakGlassActivation
}): ReactNode {
  const texts = useMessages('breakGlass')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const nameColleague = useFormatColleagueName()
  const acknowledge = useMutation({
    ...breakGlassQueries(useApiClient()).acknowledge(),
    onSuccess({ answer }) {
      showToast({ text: answer === 'already' ? texts.acknowledgedBefore : texts.acknowledged })
      return refreshBreakGlass(queryClient)
    },
  })
  if (!activation.mayAcknowledge) return null
  return (
    <>
      <Button disabled={acknowledge.isPending} onClick={() => acknowledge.mutate(activation.breakGlass)}>
        {texts.acknowledge}
        <span className="unseen">
          {' '}
          {format.text(texts.ofPerson, { name: nameColleague(activation.by, 'object') })}
        </span>
      </Button>
      {acknowledge.error ? <ProblemNote error={acknowledge.error} missing={texts.notAcknowledged} /> : null}
    </>
  )
}
