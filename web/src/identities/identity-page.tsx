import type { IdentityView } from '@paydesk/shared/identity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../api/client-context.tsx'
import { AsyncView } from '../ui/async-view.tsx'
import { Facts } from '../ui/facts.tsx'
import { useKey } from '../ui/keys.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Section } from '../ui/part.tsx'
import { ReadingLine } from '../ui/reading-line.tsx'
import { RecordJson } from '../ui/record-json.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { UnclassifiedLine } from '../ui/unclassified-line.tsx'
import styles from './identity-page.module.css'
import { ProfileGroups } from './profile-groups.tsx'
import type { IdentityPlace } from './queries.ts'
import { identityQueries } from './queries.ts'
import { recordFacts } from './record-facts.tsx'

interface IdentityPageProps {
  readonly place: IdentityPlace
  readonly environment: string
  readonly mayRecord: boolean
  readonly customerLink: (customer: NonNullable<IdentityView['customer']>) => ReactNode
  readonly documents?: ReactNode
}

export function IdentityPage({
  place,
  environment,
  mayRecord,
  customerLink,
  documents,
}: IdentityPageProps): ReactNode {
  const query = useQuery(identityQueries(useClient()).view(place))
  useKey('r', 'Read the identity again', () => void query.refetch())
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <PageHeading title="Identity" place={environment} className={styles.title}>
          Identity
        </PageHeading>
        {query.data?.customer ? <span>{customerLink(query.data.customer)}</span> : null}
        <span className={styles.reading}>
          <ReadingLine
            reading={query.data?.reading}
            reread={() => query.refetch()}
            busy={query.isFetching}
            what="the identity"
          />
        </span>
      </header>
      <AsyncView
        query={query}
        retry={() => query.refetch()}
        missing="The identity could not be read"
        skeleton={
          <div className={styles.groups}>
            <Skeleton lines={6} height={22} />
            <Skeleton lines={6} height={22} />
          </div>
        }
      >
        {(identity) => (
          <>
            <div className={styles.groups}>
              <Section title="Record">
                <Facts facts={recordFacts(identity)} hidden="The record is not shown to your role." />
                {identity.customer ? null : (
                  <p className={styles.none}>The record names no customer of this office.</p>
                )}
                <UnclassifiedLine unclassified={identity.unclassified} />
              </Section>
              <ProfileGroups profile={identity.profile} />
            </div>
            {documents}
            {mayRecord ? <RecordSection place={place} /> : null}
          </>
        )}
      </AsyncView>
    </article>
  )
}

function RecordSection({ place }: { place: IdentityPlace }): ReactNode {
  const [wanted, setWanted] = useState(false)
  const record = useQuery({ ...identityQueries(useClient()).record(place), enabled: wanted })
  return <RecordJson query={record} open={() => setWanted(true)} reread={() => record.refetch()} />
}
