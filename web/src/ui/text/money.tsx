import type { Shown } from '@paydesk/shared/core/masked-value'
import { inMajorUnits } from '@paydesk/shared/core/money'
import type { ReactNode } from 'react'
import { ShownValue } from './masked-value.tsx'
import { Hint } from './tooltip.tsx'

interface MoneyProps {
  readonly amount: Shown
  readonly currency: Shown
}

/** An amount of the service: whole lowest units, said in the currency's own digits; the units on hover. */
export function Money({ amount, currency }: MoneyProps): ReactNode {
  const code = currency.seen === 'clear' && currency.text !== '' ? currency.text : null
  const unsaid =
    currency.seen === 'absent' || currency.seen === 'clear'
      ? '(unit not given)'
      : '(currency not shown to your role)'
  if (amount.seen === 'masked') {
    return (
      <>
        <ShownValue value={amount} /> {code ?? unsaid}
      </>
    )
  }
  return <ShownValue value={amount} render={(text) => <Units text={text} code={code} unsaid={unsaid} />} />
}

interface UnitsProps {
  readonly text: string
  readonly code: string | null
  readonly unsaid: string
}

function Units({ text, code, unsaid }: UnitsProps): ReactNode {
  const major = code === null ? null : inMajorUnits(text, code)
  if (major === null) return `${text} ${code === null ? unsaid : `(${code}, as given)`}`
  return <Hint says={`The service gave ${text} in the lowest unit of ${code}.`}>{major}</Hint>
}
