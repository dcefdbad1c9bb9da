import type { ReactNode } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import type { RequestFormOptions } from '../request-form-values.ts'
import type { RequestFormState } from '../use-request-form.ts'
import { RequestSelectField, RequestTextField } from './field.tsx'
import styles from './form.module.css'

interface CustomerFieldsProps {
  readonly making: RequestFormState
  readonly choices: RequestFormOptions
}

/** Customer of the payment: the one whose page was open, or a typed customer ID (RID). */
export function CustomerFields({ making, choices }: CustomerFieldsProps): ReactNode {
  const { values, change, errors } = making
  const { customer, merchants } = choices
  const isKnown = values.rid === null && customer !== null
  return (
    <section aria-labelledby="payment-customer" className={styles.group}>
      <h2 id="payment-customer" className={styles.title}>
        Customer
      </h2>
      {isKnown ? (
        <p className={styles.known}>
          <span>
            <span className={styles.label}>RID</span> <FieldValue value={customer.rid} mono />{' '}
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
          <RequestTextField
            name="rid"
            label="RID"
            isMono
            isRequired
            value={values.rid ?? ''}
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
            <RequestSelectField
              name="merchant"
              label="Merchant"
              value={values.merchant}
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
