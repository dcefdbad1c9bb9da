import type { IdentityView } from '@paydesk/shared/compliance/identities'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { IdentityLink } from '../../ui/links/record-links.tsx'
import { QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { IdentityStatusBanner } from './identity-status.tsx'
import { identityQueries } from './queries.ts'

interface ApprovalIdentitySectionProps {
  readonly customerRef: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Shows an approver the status of the customer's identity, and that there are documents. */
export function ApprovalIdentitySection({ customerRef }: ApprovalIdentitySectionProps): ReactNode {
  const texts = useMessages('identities')
  const query = useQuery(identityQueries(useApiClient()).ofCustomer(customerRef))
  return (
    <QuerySection
      title={texts.title}
      id="identity"
      query={query}
      reading={(data) => data.identity?.reading}
      refetch={() => query.refetch()}
      skeleton={<Skeleton height={72} />}
      note={({ identity }) =>
        identity === null ? null : <IdentityLink identity={identity.identity}>{texts.open}</IdentityLink>
      }
    >
      {({ identity }) => (identity === null ? <p>{texts.none}</p> : <IdentityEvidence identity={identity} />)}
    </QuerySection>
  )
}

function IdentityEvidence({ identity }: { readonly identity: IdentityView }): ReactNode {
  const texts = useMessages('identities')
  return (
    <>
      <IdentityStatusBanner kycState={identity.kycState} isSmall />
      <DescriptionList
        hidden={texts.identityHidden}
        facts={[{ term: texts.documents, value: identity.documents }]}
      />
    </>
  )
}
