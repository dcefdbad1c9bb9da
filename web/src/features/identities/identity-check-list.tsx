import type { IdentityCheckReport, IdentityCheckResult } from '@paydesk/shared/compliance/identities'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { CustomerLink } from '../../ui/links/record-links.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { type StateTone, ToneIcon } from '../../ui/text/state-label.tsx'
import { Tooltip } from '../../ui/text/tooltip.tsx'
import styles from './identity-page.module.css'

/** Links to a customer who names the identity, for users who may open customers. */
export function IdentityCustomerLink({
  customer,
  rid,
}: IdentityCheckReport['otherCustomers'][number]): ReactNode {
  const texts = useMessages('identities')
  const format = useFormat()
  if (!useMay('customer.read')) return null
  return (
    <CustomerLink customer={customer}>
      {format.parts(texts.customer, { rid: <code key="rid">{getVisibleText(rid)}</code> })}
    </CustomerLink>
  )
}

const resultTones: Readonly<Record<IdentityCheckResult, StateTone>> = {
  ok: 'good',
  look: 'review',
  unknown: 'unknown',
}

interface IdentityCheckListProps {
  readonly checks: IdentityCheckReport
}

/** Lists identity checks with result and instruction, as icon and text, never by colour alone. */
export function IdentityCheckList({ checks }: IdentityCheckListProps): ReactNode {
  const texts = useMessages('identities')
  return (
    <ul aria-label={texts.checks} className={styles.checks}>
      {checks.checks.map(({ id, name, result, says, means, todo }) => (
        <li key={id} className={styles.check} data-result={result}>
          <span className={styles.result}>
            <ToneIcon tone={resultTones[result]} />
            {texts.results[result]}
          </span>
          <div>
            <p className={styles.name}>
              <Tooltip says={means} dotted>
                {name}
              </Tooltip>
            </p>
            <p>{says}</p>
            {result === 'ok' ? null : <p className={styles.todo}>{todo}</p>}
            {id === 'others' && checks.otherCustomers.length > 0 ? (
              <ul className={styles.others} aria-label={texts.otherCustomers}>
                {checks.otherCustomers.map((other) => (
                  <li key={other.customer}>
                    <IdentityCustomerLink {...other} />
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
