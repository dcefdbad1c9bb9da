import type { PaymentRequestField } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { labelApiField } from '../labels.ts'
import styles from './review.module.css'

const groups = [
  { part: 'transaction', word: 'Payment' },
  { part: 'account', word: 'Customer’s account with the merchant' },
  { part: 'client', word: 'About the customer' },
  { part: 'account_holder', word: 'Account to debit' },
  { part: 'merchant', word: 'Merchant' },
] as const

/** Returns the object of the body that holds a field; a field in none of them belongs to the payment. */
function findGroup({ member }: PaymentRequestField): string {
  const [part = ''] = member.split('.')
  return groups.find((group) => group.part === part)?.part ?? 'transaction'
}

/** Lists the body of the call field by field, under the names of the interface. */
export function RequestBodyPreview({ lines }: { readonly lines: readonly PaymentRequestField[] }): ReactNode {
  return (
    <section aria-labelledby="sent-lines" className={styles.lines}>
      <h2 id="sent-lines" className={styles.title}>
        What will be sent
      </h2>
      <div className={styles.groups}>
        {groups.map(({ part, word }) => {
          const members = lines.filter((line) => findGroup(line) === part)
          if (members.length === 0) return null
          return (
            <div key={part} className={styles.group}>
              <h3>{word}</h3>
              <dl>
                {members.map(({ member, value }) => (
                  <div key={member} className={styles.line}>
                    <dt>
                      {labelApiField(member)}
                      <code>{member}</code>
                    </dt>
                    <dd>
                      <FieldValue value={value} mono />
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          )
        })}
      </div>
    </section>
  )
}
