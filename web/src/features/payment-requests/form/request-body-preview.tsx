import type { PaymentRequestField } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { labelApiField } from '../labels.ts'
import styles from './review.module.css'

const parts = ['transaction', 'account', 'client', 'account_holder', 'merchant'] as const

/** Returns the object of the body that holds a field; a field in none of them belongs to the payment. */
function findPart({ member }: PaymentRequestField): string {
  return parts.find((part) => part === member.split('.')[0]) ?? 'transaction'
}

/** Lists the body of the call field by field, under the names of the interface. */
export function RequestBodyPreview({ lines }: { readonly lines: readonly PaymentRequestField[] }): ReactNode {
  const texts = useMessages('paymentRequests')
  return (
    <section aria-labelledby="sent-lines" className={styles.lines}>
      <h2 id="sent-lines" className={styles.title}>
        {texts.review.body}
      </h2>
      <div className={styles.groups}>
        {parts.map((part) => {
          const members = lines.filter((line) => findPart(line) === part)
          if (members.length === 0) return null
          return (
            <div key={part} className={styles.group}>
              <h3>{texts.review.parts[part]}</h3>
              <dl>
                {members.map(({ member, value }) => (
                  <div key={member} className={styles.line}>
                    <dt>
                      {labelApiField(member, texts)}
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
