import type { RequestLine } from '@paydesk/shared/payments/payment-request'
import type { ReactNode } from 'react'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import { memberWord } from '../words.ts'
import styles from './review.module.css'

const groups = [
  { part: 'transaction', word: 'Payment' },
  { part: 'account', word: 'Customer’s account with the merchant' },
  { part: 'client', word: 'About the customer' },
  { part: 'account_holder', word: 'Account to debit' },
  { part: 'merchant', word: 'Merchant' },
] as const

/** The object of the body that a member is in; what stands in none of them is the payment's own. */
function partOf({ member }: RequestLine): string {
  const [part = ''] = member.split('.')
  return groups.find((group) => group.part === part)?.part ?? 'transaction'
}

/** The body of the call, member by member, under the interface’s own names. */
export function ReviewLines({ lines }: { readonly lines: readonly RequestLine[] }): ReactNode {
  return (
    <section aria-labelledby="sent-lines" className={styles.lines}>
      <h2 id="sent-lines" className={styles.title}>
        What will be sent
      </h2>
      <div className={styles.groups}>
        {groups.map(({ part, word }) => {
          const members = lines.filter((line) => partOf(line) === part)
          if (members.length === 0) return null
          return (
            <div key={part} className={styles.group}>
              <h3>{word}</h3>
              <dl>
                {members.map(({ member, value }) => (
                  <div key={member} className={styles.line}>
                    <dt>
                      {memberWord(member)}
                      <code>{member}</code>
                    </dt>
                    <dd>
                      <ShownValue value={value} mono />
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
