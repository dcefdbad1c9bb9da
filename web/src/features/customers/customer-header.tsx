import type { CustomerView } from '@paydesk/shared/payments/customers'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import type { AsyncQuery } from '../../ui/page/async-view.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { Tooltip } from '../../ui/text/tooltip.tsx'
import styles from './customer-page.module.css'

interface CustomerHeaderProps {
  readonly query: AsyncQuery<CustomerView>
  readonly refetch: () => void
  /** Name of the customer and status of the identity; loads apart from the header. */
  readonly identity: ReactNode
  /** Links to the open work about the customer. */
  readonly openWork: ReactNode
  /** Actions for the customer on the phone. */
  readonly actions?: ReactNode
}

export function CustomerHeader(props: CustomerHeaderProps): ReactNode {
  const { query, refetch, identity, openWork, actions } = props
  const { label } = useEnvironment()
  const texts = useMessages('customers')
  const format = useFormatter()
  const { data, error, isFetching } = query
  const form = data && data.ridForm !== 'plain' ? texts.ridForms[data.ridForm] : null
  return (
    <header className={styles.header} aria-busy={!data && !error ? true : undefined}>
      <PageHeading title={texts.customer} place={label} className={styles.title}>
        <span className={styles.kind}>{texts.customer} </span>
        {data ? (
          <FieldValue value={data.rid} mono copy={texts.rid} />
        ) : error ? null : (
          <Skeleton width="220px" height={22} />
        )}
      </PageHeading>
      {data ? (
        <p className={styles.under}>
          {format.parts(texts.ridAtMerchant, {
            merchant: <FieldValue key="merchant" value={data.merchant} mono />,
          })}
          {form ? (
            <>
              {' · '}
              <Tooltip message={form.note} dotted>
                {form.label}
              </Tooltip>
            </>
          ) : null}
        </p>
      ) : error ? (
        <ProblemNote error={error} retry={refetch} retrying={isFetching} missing={texts.notLoaded} />
      ) : (
        <Skeleton width="180px" height={20} />
      )}
      <div className={styles.person}>
        {identity ? <div className={styles.headline}>{identity}</div> : null}
        {openWork}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  )
}
