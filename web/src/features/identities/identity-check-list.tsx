import type {
  IdentityCheck,
  IdentityCheckReport,
  IdentityCheckResult,
} from '@paydesk/shared/compliance/identities'
import type { PluralText, TemplateText } from '@paydesk/shared/core/message'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
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
  const format = useFormatter()
  if (!useMay('customer.read')) return null
  return (
    <CustomerLink customer={customer}>
      {format.parts(texts.customer, { rid: <code key="rid">{getVisibleText(rid)}</code> })}
    </CustomerLink>
  )
}

const resultTones: Readonly<Record<IdentityCheckResult, StateTone>> = {
  ok: 'good',
  attention: 'review',
  unknown: 'unknown',
}

interface IdentityCheckListProps {
  readonly checks: IdentityCheckReport
}

/** Lists identity checks with result and instruction, as icon and text, never by colour alone. */
export function IdentityCheckList({ checks }: IdentityCheckListProps): ReactNode {
  const texts = useMessages('identities')
  const { checkNames, checkMeanings, advice } = useMessages('identityChecks')
  const format = useFindingFormat()
  const todos: Partial<Record<IdentityCheck['finding'], string>> = advice
  return (
    <ul aria-label={texts.checks} className={styles.checks}>
      {checks.checks.map((check) => {
        const { id, result, finding } = check
        return (
          <li key={id} className={styles.check} data-result={result}>
            <span className={styles.result}>
              <ToneIcon tone={resultTones[result]} />
              {texts.results[result]}
            </span>
            <div>
              <p className={styles.name}>
                <Tooltip message={checkMeanings[id]} dotted>
                  {checkNames[id]}
                </Tooltip>
              </p>
              <p>{format(check)}</p>
              {todos[finding] === undefined ? null : <p className={styles.todo}>{todos[finding]}</p>}
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
        )
      })}
    </ul>
  )
}

/** Returns a function that describes the finding of an identity check. */
function useFindingFormat(): (check: IdentityCheck) => string {
  const { findings, hiddenNotChecked } = useMessages('identityChecks')
  const { fieldLabels, addressParts, residence, billing } = useMessages('identities')
  const format = useFormatter()
  const labels: Readonly<Record<string, string>> = { ...fieldLabels, ...addressParts }
  const nameOf = (name: string) => {
    const label = labels[name] ?? name
    // The label of a field stands below the heading of its address elsewhere.
    if (name.startsWith('residential_')) return `${residence}: ${label}`
    return name.startsWith('billing_') ? `${billing}: ${label}` : label
  }
  return ({ finding, names, state, count }) => {
    const text: PluralText | TemplateText = findings[finding]
    const said = format.text(text, { names: names.map(nameOf).join(', '), state: state ?? '', count })
    const isPartial = finding === 'fields_missing' || finding === 'no_visible_field_missing'
    return isPartial && count > 0 ? `${said} ${format.text(hiddenNotChecked, { count })}` : said
  }
}
