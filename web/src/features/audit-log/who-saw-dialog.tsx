import type { WhoSaw as Seen } from '@paydesk/shared/compliance/trail-seen'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { shownText } from '../../ui/text/masked-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { Acts } from './acts.tsx'
import { trailQueries } from './queries.ts'
import styles from './trail.module.css'
import type { WhoSawProps } from './who-saw.tsx'

interface WhoSawDialogProps extends WhoSawProps {
  readonly onClose: () => void
}

/** Asked, and recorded, as it opens. */
export function WhoSawDialog({ env, subject, words, personLink, onClose }: WhoSawDialogProps): ReactNode {
  const query = useQuery(trailQueries(useClient()).whoSaw(env, subject))
  return (
    <Dialog title={`Who saw this ${words}?`} onClose={onClose}>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="Who saw it could not be read"
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(seen) => <Viewers seen={seen} words={words} personLink={personLink} />}
      </AsyncView>
    </Dialog>
  )
}

function Viewers({
  seen: { people, entries, records, more },
  words,
  personLink,
}: Pick<WhoSawDialogProps, 'words' | 'personLink'> & { readonly seen: Seen }): ReactNode {
  if (people.length === 0)
    return <p className={styles.about}>Nobody: no entry names this {words} so far. Lists name no record.</p>
  return (
    <>
      <p className={styles.about}>
        {countOf(people.length, 'person', 'people')} in {countOf(entries, 'entry', 'entries')}
        {records > 1 ? `, of this ${words} and ${countOf(records - 1, 'record')} that belong to it` : ''}
        {more ? '; the newest deeds only' : ''}. Lists and exports name no record, so they are not among them.
      </p>
      <ol className={styles.viewers}>
        {people.map(({ person, roles, times, lastAt, acts }) => {
          const name = person.me ? 'You' : (shownText(person.name) ?? 'A colleague')
          return (
            <li key={person.person}>
              <p className={styles.viewer}>
                <b>{personLink ? personLink(person.person, name) : name}</b>{' '}
                <span className={styles.role}>({roles.map((role) => role.toLowerCase()).join(', ')})</span>
                <span className={styles.last}>
                  {times === 1 ? 'once' : `${times} times`}, last <RowTime at={lastAt} as="exact" />
                </span>
              </p>
              <Acts acts={acts} />
            </li>
          )
        })}
      </ol>
    </>
  )
}
