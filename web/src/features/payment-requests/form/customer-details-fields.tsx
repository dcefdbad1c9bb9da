import type { ReactNode } from 'react'
import { useState } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { labelApiField } from '../labels.ts'
import type { PaymentRequestFormOptions } from '../request-form-values.ts'
import type { PaymentRequestFormState } from '../use-request-form.ts'
import { PaymentRequestTextField } from './field.tsx'
import styles from './form.module.css'

type ClientField = PaymentRequestFormOptions['client'][number]

interface CustomerDetailsFieldsProps {
  readonly formState: PaymentRequestFormState
  readonly fields: readonly ClientField[]
}

const groups = [
  { group: 'billing', has: /^billing_address_/ },
  { group: 'residential', has: /^residential_address_/ },
  { group: 'contact', has: /^(e?mail|mobile|phone|fax|ip)/ },
  { group: 'person', has: /^/ },
] as const
const groupOrder = ['person', 'contact', 'billing', 'residential'] as const

/** Fields about the customer for the payment service: required ones open, optional ones folded. */
export function CustomerDetailsFields({ formState, fields }: CustomerDetailsFieldsProps): ReactNode {
  const texts = useMessages('paymentRequests').form
  const needed = fields.filter(({ isRequired }) => isRequired)
  const others = fields.filter(({ isRequired }) => !isRequired)
  return (
    <>
      {needed.length === 0 ? null : (
        <section aria-labelledby="payment-client" className={styles.group}>
          <h2 id="payment-client" className={styles.title}>
            {texts.clientDetails}
          </h2>
          <div className={styles.pairs}>
            {needed.map((field) => (
              <ClientFieldInput key={field.member} field={field} formState={formState} />
            ))}
          </div>
        </section>
      )}
      {others.length === 0 ? null : <OptionalClientFields formState={formState} fields={others} />}
    </>
  )
}

function OptionalClientFields({ formState, fields }: CustomerDetailsFieldsProps): ReactNode {
  const { errors, values } = formState
  const texts = useMessages('paymentRequests').form
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const isWrong = fields.some(({ member }) => errors[`client.${member}`] !== undefined)
  const filled = fields.filter(({ member }) => (values.client[member] ?? '') !== '').length
  return (
    <details
      className={styles.more}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {texts.moreDetails} <span className={styles.optional}>{texts.optional}</span>
        {filled > 0 ? (
          <span className={styles.filled}>{format.text(texts.filled, { count: filled })}</span>
        ) : null}
      </summary>
      {groupOrder.map((group) => {
        const members = fields.filter(({ member }) => findGroup(member) === group)
        return members.length === 0 ? null : (
          <fieldset key={group} className={styles.set}>
            <legend>{texts.groups[group]}</legend>
            <div className={styles.pairs}>
              {members.map((field) => (
                <ClientFieldInput key={field.member} field={field} formState={formState} />
              ))}
            </div>
          </fieldset>
        )
      })}
    </details>
  )
}

function findGroup(member: string): string | undefined {
  return groups.find(({ has }) => has.test(member))?.group
}

const inputPropsByKind = {
  text: {},
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel', placeholder: '+4915112345678' },
  date: { inputMode: 'numeric', placeholder: 'YYYY-MM-DD' },
  country: { placeholder: 'DE' },
  ip: { inputMode: 'decimal', isMono: true },
} as const

interface ClientFieldInputProps {
  readonly field: ClientField
  readonly formState: PaymentRequestFormState
}

function ClientFieldInput({
  field: { member, kind, isRequired },
  formState,
}: ClientFieldInputProps): ReactNode {
  const { values, change, errors } = formState
  const name = `client.${member}`
  const texts = useMessages('paymentRequests')
  return (
    <PaymentRequestTextField
      {...inputPropsByKind[kind]}
      name={name}
      label={labelApiField(name, texts)}
      isRequired={isRequired}
      value={values.client[member] ?? ''}
      error={errors[name]}
      onChange={(text) => change({ client: { ...values.client, [member]: text } }, name)}
    />
  )
}
