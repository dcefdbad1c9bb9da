import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { FieldValue } from './field-value.tsx'
import { Tooltip } from './tooltip.tsx'

interface MoneyProps {
  readonly amount: MaskedValue
  readonly currency: MaskedValue
}

/** Shows an amount of the payment service in the digits of its currency; minor units on hover. */
export function Money({ amount, currency }: MoneyProps): ReactNode {
  const { money } = useMessages('ui')
  const code = currency.visibility === 'clear' && currency.text !== '' ? currency.text : null
  const unsaid =
    currency.visibility === 'absent' || currency.visibility === 'clear'
      ? money.noCurrency
      : money.hiddenCurrency
  if (amount.visibility === 'masked') {
    return (
      <>
        <FieldValue value={amount} /> {code ?? unsaid}
      </>
    )
  }
  return (
    <FieldValue
      value={amount}
      render={(text) => <AmountInMajorUnits text={text} code={code} unsaid={unsaid} />}
    />
  )
}

interface AmountInMajorUnitsProps {
  readonly text: string
  readonly code: string | null
  readonly unsaid: string
}

function AmountInMajorUnits({ text, code, unsaid }: AmountInMajorUnitsProps): ReactNode {
  const { money } = useMessages('ui')
  const format = useFormatter()
  if (code === null) return `${text} ${unsaid}`
  const major = format.money(text, code)
  if (major === null)
    return (
      <Tooltip message={money.notUnderstood}>
        {text} {format.text(money.asReceived, { currency: code })}
      </Tooltip>
    )
  return <Tooltip message={format.text(money.minorUnits, { amount: text, currency: code })}>{major}</Tooltip>
}
