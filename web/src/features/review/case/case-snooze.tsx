import { snoozeSpan } from '@paydesk/shared/work/review'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { useClient } from '../../../lib/api/client-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { TextForm } from '../item-text-form.tsx'
import type { ItemPlace } from '../queries.ts'
import { readQueueAgain, reviewQueries, showRow } from '../queries.ts'
import styles from './item-notes.module.css'

type Span = z.output<typeof snoozeSpan>

interface SnoozeSectionProps {
  readonly place: ItemPlace
  readonly until: string | null
}

const spanWords: Record<Span, string> = { '1h': '1 hour', '4h': '4 hours', '1d': '1 day', '3d': '3 days' }

/** Puts the item off: it is out of the queue until then, with the reason among the notes. */
export function SnoozeSection({ place, until }: SnoozeSectionProps): ReactNode {
  const queries = reviewQueries(useClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const name = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [span, setSpan] = useState<Span>('4h')
  const snooze = useMutation({
    ...queries.snooze(place),
    async onSuccess(row) {
      showRow(queryClient, place.env, row)
      announce(`Put off for ${spanWords[span]}`)
      setIsOpen(false)
      await Promise.all([
        queryClient.invalidateQueries(queries.item(place)),
        readQueueAgain(queryClient, place.env),
      ])
    },
  })
  useKey('z', 'Put it off', () => setIsOpen(true))
  return (
    <Section
      title="Put off"
      keys="z"
      note={
        until === null ? (
          'not put off'
        ) : (
          <>
            until <Timestamp at={until} as="full" />
          </>
        )
      }
      aside={
        isOpen ? null : (
          <Button look="quiet" aria-keyshortcuts="z" onClick={() => setIsOpen(true)}>
            Put it off…
            <span aria-hidden>
              <Kbd keys="z" />
            </span>
          </Button>
        )
      }
    >
      {isOpen ? (
        <TextForm
          isFocused
          label="Why, and what is waited for"
          go={`Put off for ${spanWords[span]}`}
          going="Putting off…"
          missing="It was not put off"
          onLeave={() => setIsOpen(false)}
          send={(text) => snooze.mutateAsync({ span, text })}
        >
          <fieldset className={styles.spans}>
            <legend>For</legend>
            {snoozeSpan.options.map((each) => (
              <label key={each} className={styles.span}>
                <input type="radio" name={name} checked={each === span} onChange={() => setSpan(each)} />
                {spanWords[each]}
              </label>
            ))}
          </fieldset>
        </TextForm>
      ) : null}
    </Section>
  )
}
