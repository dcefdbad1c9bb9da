import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import type { PaymentRequestFormOptions } from '../request-form-values.ts'
import type { PaymentRequestFormState } from '../use-request-form.ts'
import { PaymentRequestSelectField, PaymentRequestTextField } from './field.tsx'
import styles from './form.module.css'

interface CustomerFieldsProps {
  readonly formState: PaymentRequestFormState
  readonly choices: PaymentRequestFormOptions
}

/** Customer of the payment: the one whose page was open, or a typed customer ID (RID). */
export function CustomerFields({ formState, choices }: CustomerFieldsProps): ReactNode {
  const { values, change, errors } = formState
  const { customer, merchants } = choices
  const { form, fields } = useMessages('paymentRequests')
  const format = useFormatter()
  const isKnown = values.rid === null && customer !== null
  return (
    <section aria-labelledby="payment-customer" className={styles.group}>
      <h2 id="payment-customer" className={styles.title}>
        {form.customer}
      </h2>
      {isKnown ? (
        <p className={styles.known}>
          <span>
            <span className={styles.label}>{fields.rid}</span> <FieldValue value={customer.rid} mono />{' '}
            <span className={styles.optional}>
              {format.parts(form.customerAt, { merchant: <code key="merchant">{customer.merchant}</code> })}
            </span>
          </span>
          <Button look="quiet" onClick={() => change({ rid: '' }, 'rid')}>
            {form.changeCustomer}
          </Button>
        </p>
      ) : (
        <>
          <PaymentRequestTextField
            name="rid"
            label={fields.rid}
            isMono
            isRequired
            value={values.rid ?? ''}
            error={errors.rid}
            help={
              customer === null ? (
                form.newCustomerIds
              ) : (
                <button type="button" className={styles.link} onClick={() => change({ rid: null }, 'rid')}>
                  {form.sameCustomer}
                </button>
              )
            }
            onChange={(rid) => change({ rid }, 'rid')}
          />
          {merchants.length > 1 ? (
            <PaymentRequestSelectField
              name="merchant"
              label={fields.merchant}
              value={values.merchant}
              error={errors.merchant}
              none={form.choose}
              options={merchants}
              onChange={(merchant) => change({ merchant }, 'merchant')}
            />
          ) : null}
        </>
      )}
    </section>
  )
}
