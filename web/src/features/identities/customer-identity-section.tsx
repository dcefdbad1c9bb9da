import type { IdentityView } from '@paydesk/shared/compliance/identities'
import { type CustomerHandle, type EnvironmentName, identityHandleSchema } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { IdentityLink } from '../../ui/links/record-links.tsx'
import { focusSection, QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import styles from './identity-page.module.css'
import { useIdentityRecordItems } from './identity-record-items.tsx'
import { IdentityStatusBanner } from './identity-status.tsx'
import { useBuildProfileItem } from './profile-item.ts'
import { identityQueries } from './queries.ts'

const summaryFields = new Set([
  'fullname',
  'first_name',
  'last_name',
  'dob',
  'email',
  'resident_country',
  'residential_address_country',
])

/** Shows the state of the record and the few fields that identify a caller. */
function CustomerIdentitySummary({ identity }: { readonly identity: IdentityView }): ReactNode {
  const texts = useMessages('identities')
  const buildFact = useBuildProfileItem()
  const people = identity.profile.filter((field) => summaryFields.has(field.field))
  return (
    <>
      <IdentityStatusBanner kycState={identity.kycState} isSmall />
      <DescriptionList
        hidden={texts.identityHidden}
        facts={[...useIdentityRecordItems(identity).slice(1, 3), ...people.map(buildFact)]}
      />
    </>
  )
}

interface CustomerIdentitySectionProps {
  readonly customerRef: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Summary of the identity named by the customer's transactions, short enough for a call. */
export function CustomerIdentitySection({ customerRef }: CustomerIdentitySectionProps): ReactNode {
  const texts = useMessages('identities')
  const navigate = useNavigate()
  const mayOpen = useMay('identity.read')
  const query = useQuery(identityQueries(useApiClient()).ofCustomer(customerRef))
  const named = query.data?.identity?.identity
  const identity = mayOpen && named !== undefined ? identityHandleSchema.parse(named) : null
  useShortcut('i', texts.title, () => {
    if (identity === null) focusSection('identity')
    else void navigate({ to: '/$env/identities/$identity', params: { env: customerRef.env, identity } })
  })
  return (
    <QuerySection
      title={texts.title}
      id="identity"
      query={query}
      reading={(data) => data.identity?.reading}
      refetch={() => query.refetch()}
      skeleton={<Skeleton lines={5} height={20} />}
      note={() => (identity === null ? null : <IdentityLink identity={identity}>{texts.open}</IdentityLink>)}
    >
      {({ identity }) =>
        identity ? (
          <CustomerIdentitySummary identity={identity} />
        ) : (
          <p className={styles.none}>{texts.none}</p>
        )
      }
    </QuerySection>
  )
}
