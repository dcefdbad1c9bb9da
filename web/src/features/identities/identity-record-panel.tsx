import type { EnvironmentName, IdentityHandle } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { IdentityStatusBanner } from './identity-status.tsx'
import {
  type ProfileGroupRenderer,
  type ProfileValueRenderer,
  splitProfile,
  useBuildProfileItem,
} from './profile-item.ts'
import { identityQueries } from './queries.ts'

interface IdentityRecordPanelProps {
  readonly identityRef: { readonly env: EnvironmentName; readonly identity: IdentityHandle }
  readonly renderValue: ProfileValueRenderer
  readonly renderGroup: ProfileGroupRenderer
}

/** Shows the person of the record beside a document, so that the two can be compared. */
export function IdentityRecordPanel(props: IdentityRecordPanelProps): ReactNode {
  const { identityRef, renderValue, renderGroup } = props
  const texts = useMessages('identities')
  const query = useQuery(identityQueries(useApiClient()).view(identityRef))
  const buildFact = useBuildProfileItem(renderValue)
  return (
    <QuerySection
      title={texts.record}
      id="record"
      query={query}
      reading={(identity) => identity.reading}
      refetch={() => query.refetch()}
      skeleton={<Skeleton lines={7} height={22} />}
    >
      {(identity) => (
        <>
          <IdentityStatusBanner kycState={identity.kycState} isSmall />
          {renderGroup('person', identity.profile)}
          <DescriptionList
            facts={splitProfile(identity).personal.map(buildFact)}
            hidden={texts.personHidden}
          />
        </>
      )}
    </QuerySection>
  )
}
