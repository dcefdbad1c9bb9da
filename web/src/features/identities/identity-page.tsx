import type { IdentityView } from '@paydesk/shared/compliance/identity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { ReadingLine } from '../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { RecordJson } from '../../ui/page/record-json.tsx'
import { goToPart, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { UnclassifiedLine } from '../../ui/page/unclassified-line.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { Facts } from '../../ui/text/facts.tsx'
import { CheckList, type OtherCustomer } from './check-section.tsx'
import styles from './identity-page.module.css'
import { KycSeen } from './kyc-seen.tsx'
import type { RenderValue } from './profile-fact.ts'
import { ProfileGroups } from './profile-groups.tsx'
import type { IdentityPlace } from './queries.ts'
import { identityQueries } from './queries.ts'
import { recordFacts } from './record-facts.tsx'

interface IdentityPageProps {
  readonly place: IdentityPlace
  readonly environment: string
  readonly mayRecord: boolean
  readonly customerLink: (customer: OtherCustomer) => ReactNode
  /** In the place of a masked value of the profile. */
  readonly renderValue?: RenderValue
  /** The documents, which are a part of their own. */
  readonly documents?: ReactNode
}

/** One identity record: who it is, what was compared, what was observed; each part on its own. */
export function IdentityPage({
  place,
  environment,
  mayRecord,
  customerLink,
  ...slots
}: IdentityPageProps): ReactNode {
  const queries = identityQueries(useClient())
  const query = useQuery(queries.view(place))
  const checks = useQuery(queries.checks(place))
  const reread = () => Promise.all([query.refetch(), checks.refetch()])
  useKey('r', 'Read the identity again', () => void reread())
  useKey('p', 'Profile', () => goToPart('profile'))
  useKey('c', 'Checks', () => goToPart('checks'))
  useKey('o', 'KYC state as observed', () => goToPart('observed'))
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
            reread={() => void reread()}
            busy={query.isFetching || checks.isFetching}
            what="the identity"
          />
        </span>
      </header>
      <div className={styles.groups}>
        <AsyncView
          query={query}
          retry={() => query.refetch()}
          missing="The identity could not be read"
          skeleton={<Skeleton lines={6} height={22} />}
        >
          {(identity) => <RecordPart identity={identity} />}
        </AsyncView>
        <Section title="Checks" id="checks" keys="c">
          <AsyncView
            query={checks}
            retry={() => checks.refetch()}
            missing="The checks could not be made"
            skeleton={<Skeleton lines={6} height={22} />}
          >
            {(made) => <CheckList checks={made} customerLink={customerLink} />}
          </AsyncView>
        </Section>
      </div>
      {query.data ? <ProfileGroups identity={query.data} renderValue={slots.renderValue} /> : null}
      {slots.documents}
      {checks.data ? (
        <Section title="KYC state as observed" id="observed" keys="o">
          <KycSeen seen={checks.data.kyc} />
        </Section>
      ) : null}
      {mayRecord && query.data ? <RecordSection place={place} /> : null}
    </article>
  )
}

function RecordPart({ identity }: { readonly identity: IdentityView }): ReactNode {
  return (
    <Section title="Record">
      <Facts facts={recordFacts(identity)} hidden="The record is not shown to your role." />
      {identity.customer ? null : <p className={styles.none}>The record names no customer of this office.</p>}
      <UnclassifiedLine unclassified={identity.unclassified} />
    </Section>
  )
}

function RecordSection({ place }: { place: IdentityPlace }): ReactNode {
  const [wanted, setWanted] = useState(false)
  const record = useQuery({ ...identityQueries(useClient()).record(place), enabled: wanted })
  return <RecordJson query={record} open={() => setWanted(true)} reread={() => record.refetch()} />
}
