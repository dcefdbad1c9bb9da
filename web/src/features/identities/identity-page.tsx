import type { IdentityView } from '@paydesk/shared/compliance/identities'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { FreshnessLine } from '../../ui/page/freshness-line.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { RecordJson } from '../../ui/page/record-json.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { UnclassifiedFieldsLine } from '../../ui/page/unclassified-fields-line.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { IdentityCheckList, IdentityCustomerLink } from './identity-check-list.tsx'
import styles from './identity-page.module.css'
import { useIdentityRecordItems } from './identity-record-items.tsx'
import { IdentityStatusBanner } from './identity-status.tsx'
import { KycStateHistory } from './kyc-state-history.tsx'
import { ProfileGroups } from './profile-groups.tsx'
import type { ProfileGroupRenderer, ProfileValueRenderer } from './profile-item.ts'
import type { IdentityRef } from './queries.ts'
import { identityQueries } from './queries.ts'

const route = getRouteApi('/inside/$env/identities/$identity')

interface IdentityPageProps {
  /** Replaces a masked value of the profile, for example with a reveal button. */
  readonly renderValue?: ProfileValueRenderer
  readonly renderGroup?: ProfileGroupRenderer
  /** Documents section, rendered by another feature. */
  readonly documents?: ReactNode
}

/** Identity page: record, checks and observed states, each loaded separately. */
export function IdentityPage({ renderValue, renderGroup, documents }: IdentityPageProps): ReactNode {
  const texts = useMessages('identities')
  const identityRef = route.useParams()
  const { label } = useEnvironment()
  const mayRecord = useMay('identity.record')
  const queries = identityQueries(useApiClient())
  const query = useQuery(queries.view(identityRef))
  const checks = useQuery(queries.checks(identityRef))
  const refetch = () => Promise.all([query.refetch(), checks.refetch()])
  useShortcut('r', texts.refresh, () => void refetch())
  useShortcut('f', texts.profile, () => focusSection('profile'))
  useShortcut('K', texts.checks, () => focusSection('checks'))
  useShortcut('o', texts.history, () => focusSection('observed'))
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <PageHeading title={texts.title} place={label} className={styles.title}>
          {texts.title}
        </PageHeading>
        {query.data?.customer ? <IdentityCustomerLink {...query.data.customer} /> : null}
        <span className={styles.reading}>
          <FreshnessLine
            reading={query.data?.reading}
            refetch={() => void refetch()}
            busy={query.isFetching || checks.isFetching}
            what={texts.noun}
          />
        </span>
      </header>
      {query.data ? <IdentityStatusBanner kycState={query.data.kycState} /> : null}
      <div className={styles.groups}>
        <AsyncView
          query={query}
          retry={() => query.refetch()}
          missing={texts.notLoaded}
          skeleton={<Skeleton lines={6} height={22} />}
        >
          {(identity) => <IdentityRecordSection identity={identity} />}
        </AsyncView>
        <Section title={texts.checks} id="checks">
          <AsyncView
            query={checks}
            retry={() => checks.refetch()}
            missing={texts.checksNotLoaded}
            skeleton={<Skeleton lines={6} height={22} />}
          >
            {(made) => <IdentityCheckList checks={made} />}
          </AsyncView>
        </Section>
      </div>
      {query.data ? <ProfileGroups identity={query.data} {...{ renderValue, renderGroup }} /> : null}
      {documents}
      {checks.data ? (
        <Section title={texts.history} id="observed">
          <KycStateHistory seen={checks.data.kyc} />
        </Section>
      ) : null}
      {mayRecord && query.data ? <RawRecordSection identityRef={identityRef} /> : null}
    </article>
  )
}

function IdentityRecordSection({ identity }: { readonly identity: IdentityView }): ReactNode {
  const texts = useMessages('identities')
  return (
    <Section title={texts.record}>
      <DescriptionList facts={useIdentityRecordItems(identity)} hidden={texts.recordHidden} />
      {identity.customer ? null : <p className={styles.none}>{texts.noCustomer}</p>}
      <UnclassifiedFieldsLine unclassified={identity.unclassified} />
    </Section>
  )
}

function RawRecordSection({ identityRef }: { identityRef: IdentityRef }): ReactNode {
  const [wanted, setWanted] = useState(false)
  const record = useQuery({ ...identityQueries(useApiClient()).record(identityRef), enabled: wanted })
  return <RecordJson query={record} open={() => setWanted(true)} refetch={() => record.refetch()} />
}
