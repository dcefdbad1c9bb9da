import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { formatMinorUnits } from '@paydesk/shared/core/money'
import type { ReactNode } from 'react'
import { FieldValue } from './field-value.tsx'
import { Tooltip } from './tooltip.tsx'

interface MoneyProps {
  readonly amount: MaskedValue
  readonly currency: MaskedValue
}

/** Shows an amount of the payment service in the digits of its currency; minor units on hover. */
export function Money({ amount, currency }: MoneyProps): ReactNode {
  const code = currency.seen === 'clear' && currency.text !== '' ? currency.text : null
  const unsaid =
    currency.seen === 'absent' || currency.seen === 'clear'
      ? '(unit not given)'
      : '(currency not shown to your role)'
  if (amount.seen === 'masked') {
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
  const major = code === null ? null : formatMinorUnits(text, code)
  if (major === null) return `${text} ${code === null ? unsaid : `(${code}, as given)`}`
  return <Tooltip says={`The service gave ${text} in the lowest unit of ${code}.`}>{major}</Tooltip>
}
