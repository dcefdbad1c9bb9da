import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { focusSection, QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import styles from './identity-page.module.css'
import { IdentitySummary } from './identity-summary.tsx'
import { identityQueries } from './queries.ts'

interface CustomerIdentitySectionProps {
  readonly place: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
  readonly link: (identity: string) => ReactNode
  /** Opens the identity page; undefined if the role may not open that page. */
  readonly open?: ((identity: string) => void) | undefined
}

/** Summary of the identity named by the customer's transactions, short enough for a call. */
export function CustomerIdentitySection({ place, link, open }: CustomerIdentitySectionProps): ReactNode {
  const query = useQuery(identityQueries(useApiClient()).ofCustomer(place))
  const named = query.data?.identity?.identity
  useShortcut('i', 'Identity', () => (open && named !== undefined ? open(named) : focusSection('identity')))
  return (
    <QuerySection
      title="Identity"
      id="identity"
      keys="i"
      query={query}
      reading={(data) => data.identity?.reading}
      reread={() => query.refetch()}
      skeleton={<Skeleton lines={5} height={20} />}
      note={(data) => (data.identity ? link(data.identity.identity) : null)}
    >
      {({ identity }) =>
        identity ? (
          <IdentitySummary identity={identity} />
        ) : (
          <p className={styles.none}>No transaction of this customer names an identity.</p>
        )
      }
    </QuerySection>
  )
}
