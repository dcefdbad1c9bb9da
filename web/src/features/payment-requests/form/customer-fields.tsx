import type { ReactNode } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import type { Making } from '../making.ts'
import type { Choices } from '../typed.ts'
import { ChoiceField, TextField } from './field.tsx'
import styles from './form.module.css'

interface CustomerFieldsProps {
  readonly making: Making
  readonly choices: Choices
}

/** Whose payment it is: the customer whose page was open, or a RID that is typed. */
export function CustomerFields({ making, choices }: CustomerFieldsProps): ReactNode {
  const { typed, change, errors } = making
  const { customer, merchants } = choices
  const isKnown = typed.rid === null && customer !== null
  return (
    <section aria-labelledby="payment-customer" className={styles.group}>
      <h2 id="payment-customer" className={styles.title}>
        Customer
      </h2>
      {isKnown ? (
        <p className={styles.known}>
          <span>
            <span className={styles.label}>RID</span> <ShownValue value={customer.rid} mono />{' '}
            <span className={styles.optional}>
              at <code>{customer.merchant}</code>
            </span>
          </span>
          <Button look="quiet" onClick={() => change({ rid: '' }, 'rid')}>
            Another customer
          </Button>
        </p>
      ) : (
        <>
          <TextField
            name="rid"
            label="RID"
            isMono
            isRequired
            value={typed.rid ?? ''}
            error={errors.rid}
            help={
              customer === null ? (
                'The merchant’s id of the customer; one that was never seen here is taken too.'
              ) : (
                <button type="button" className={styles.link} onClick={() => change({ rid: null }, 'rid')}>
                  Back to the customer that the form was opened for
                </button>
              )
            }
            onChange={(rid) => change({ rid }, 'rid')}
          />
          {merchants.length > 1 ? (
            <ChoiceField
              name="merchant"
              label="Merchant"
              value={typed.merchant}
              error={errors.merchant}
              none="Choose…"
              options={merchants}
              onChange={(merchant) => change({ merchant }, 'merchant')}
            />
          ) : null}
        </>
      )}
    </section>
  )
}
