import type { CustomerView } from '@paydesk/shared/payments/customers'
import type { ReactNode } from 'react'
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
  readonly reread: () => void
  /** Actions for the customer on the phone. */
  readonly actions?: ReactNode
}

const ridFormNotes: Record<CustomerView['ridForm'], string | null> = {
  plain: null,
  email: 'This RID has the form of an e-mail address, so it is masked and never in an address or a log.',
  iban: 'This RID has the form of an IBAN, so it is masked and never in an address or a log.',
}

export function CustomerHeader({ query, reread, actions }: CustomerHeaderProps): ReactNode {
  const { label } = useEnvironment()
  const { data, error, isFetching } = query
  const form = data ? ridFormNotes[data.ridForm] : null
  return (
    <header className={styles.header} aria-busy={!data && !error ? true : undefined}>
      <PageHeading title="Customer" place={label} className={styles.title}>
        <span className={styles.kind}>Customer </span>
        {data ? (
          <FieldValue value={data.rid} mono copy="RID" />
        ) : error ? null : (
          <Skeleton width="220px" height={22} />
        )}
      </PageHeading>
      {data ? (
        <p className={styles.under}>
          RID at merchant <FieldValue value={data.merchant} mono />
          {form ? (
            <>
              {' · '}
              <Tooltip says={form} dotted>
                in the form of an {data.ridForm === 'email' ? 'e-mail address' : 'IBAN'}
              </Tooltip>
            </>
          ) : null}
        </p>
      ) : error ? (
        <ProblemNote
          error={error}
          retry={reread}
          retrying={isFetching}
          missing="The customer could not be read"
        />
      ) : (
        <Skeleton width="180px" height={20} />
      )}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  )
}
