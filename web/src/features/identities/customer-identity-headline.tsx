import { deriveIdentityStatus } from '@paydesk/shared/compliance/identities'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './customer-identity-headline.module.css'
import { identityStatusTones } from './identity-status.tsx'
import { identityQueries } from './queries.ts'

interface CustomerIdentityHeadlineProps {
  readonly customerRef: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
}

/** Names the customer and says whether the identity is verified. A failure is told by the section of the identity. */
export function CustomerIdentityHeadline({ customerRef }: CustomerIdentityHeadlineProps): ReactNode {
  const { status: texts } = useMessages('identities')
  const format = useFormatter()
  const { data, isPending } = useQuery(identityQueries(useApiClient()).ofCustomer(customerRef))
  if (isPending) return <Skeleton width="180px" height={20} />
  const identity = data?.identity ?? null
  if (identity === null) return null
  const name = identity.profile.find(({ field }) => field === 'fullname')?.value
  const status = deriveIdentityStatus(getVisibleText(identity.kycState))
  return (
    <>
      {name === undefined || getVisibleText(name) === null ? null : (
        <b>
          <FieldValue value={name} />
        </b>
      )}
      <span className={styles.status}>
        <ToneIcon tone={identityStatusTones[status]} />
        {format.text(texts.headline, { status: texts.titles[status] })}
      </span>
    </>
  )
}
