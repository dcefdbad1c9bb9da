import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { formatMaskedText } from '@paydesk/shared/messages/masked-text'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from '../text/field-value.module.css'
import { getVisibleText } from '../text/field-value.tsx'
import { MiddleEllipsis } from '../text/middle-ellipsis.tsx'
import { NotProvidedText } from '../text/state-label.tsx'
import { useFormatMaskedText } from '../text/use-format-masked-text.ts'

interface RowValueProps {
  readonly value: MaskedValue
  readonly mono?: boolean
}

/** Shows a value in a row of a table as this role may see it. Not focusable; explained on hover. */
export function RowValue({ value, mono = false }: RowValueProps): ReactNode {
  const texts = useMessages('ui')
  const wordMasked = useFormatMaskedText()
  const look = mono ? styles.mono : styles.plain
  switch (value.visibility) {
    case 'clear':
      return value.text === '' ? (
        <i className={styles.quiet}>{texts.value.empty}</i>
      ) : (
        <span className={look} title={value.text}>
          {mono ? <MiddleEllipsis text={value.text} /> : value.text}
        </span>
      )
    case 'masked':
      return (
        <span className={`${look} ${styles.inRow}`} title={texts.masks[value.mask]}>
          {/* The end of a masked ID, such as the last four characters of an IBAN, tells one from another. */}
          {mono ? <MiddleEllipsis text={wordMasked(value)} /> : <span>{wordMasked(value)}</span>}
          <span className={styles.mark} aria-hidden />
          <span className="unseen"> {texts.value.masked}</span>
        </span>
      )
    case 'presence':
      return (
        <span className={styles.quiet}>{value.present ? texts.value.provided : texts.value.notProvided}</span>
      )
    case 'absent':
      return <NotProvidedText short />
    case 'hidden':
      return <HiddenValue />
  }
}

function HiddenValue(): ReactNode {
  const { hidden } = useMessages('ui').value
  return (
    <span className={styles.quiet} title={hidden}>
      <span aria-hidden>–</span>
      <span className="unseen">{hidden}</span>
    </span>
  )
}

/** Shows the range that stands for a masked amount; hover and screen readers get it with its unit. */
function ShortRange({
  value,
}: {
  readonly value: Extract<MaskedValue, { visibility: 'masked' }>
}): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  const wordMasked = useFormatMaskedText()
  const full = wordMasked(value)
  return (
    <span className={`${styles.plain} ${styles.inRow}`} title={`${full}. ${texts.masks[value.mask]}`}>
      <span aria-hidden>{formatMaskedText(value, texts.shortRanges, format.text)}</span>
      <span className={styles.mark} aria-hidden />
      <span className="unseen">
        {full} {texts.value.masked}
      </span>
    </span>
  )
}

interface RowMoneyProps {
  readonly amount: MaskedValue
  readonly currency: MaskedValue
  /** Source of the amount, shown on hover. */
  readonly from: string
  /** Shows a range by its limits only: the head of the column says the unit. */
  readonly isShort?: boolean
}

/** Shows an amount in a row: in the digits of its currency if both are given, else "not provided". */
export function RowMoney({ amount, currency, from, isShort = false }: RowMoneyProps): ReactNode {
  const { money, value } = useMessages('ui')
  const format = useFormatter()
  if (amount.visibility === 'absent') {
    return (
      <span className={styles.quiet} title={money.none}>
        {value.notProvided}
      </span>
    )
  }
  const code = getVisibleText(currency)
  if (amount.visibility === 'masked') {
    return (
      <>
        {isShort ? <ShortRange value={amount} /> : <RowValue value={amount} />}{' '}
        {currency.visibility === 'clear' ? code : null}
      </>
    )
  }
  if (amount.visibility !== 'clear') return <RowValue value={amount} />
  const { text: minor } = amount
  const major = code ? format.money(minor, code) : null
  if (major === null && (code || !/^\d+$/.test(minor)))
    return (
      <span title={`${money.notUnderstood} ${from}`}>
        {minor} {code ? format.text(money.asReceived, { currency: code }) : money.noCurrency}
      </span>
    )
  const units = code
    ? format.text(money.minorUnits, { amount: minor, currency: code })
    : format.text(money.minorUnitsOfNone, { amount: minor })
  return <span title={`${units}, ${from}`}>{major ?? `${minor} ${money.noCurrency}`}</span>
}
