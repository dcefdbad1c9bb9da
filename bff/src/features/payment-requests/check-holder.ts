import { countrySpecs, electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { PaymentRequestDetails } from '../../records/payment-requests.ts'
import { clientNameHint, parseClientName } from './client-fields.ts'
import type { RequestConfig } from './options.ts'

/** Validation error of one field; never contains the value. */
export interface InvalidField {
  readonly name: string
  readonly expected: string
}

/** Account holder as it is sent; empty fields are null. */
export interface AccountHolder {
  readonly name: string | null
  readonly type: string | null
  readonly iban: string
  readonly bic: string | null
}

const bicPattern = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

function readIban(text: string): string | null {
  const plain = electronicFormatIBAN(text)
  return plain !== null && /^[A-Z0-9]{15,34}$/.test(plain) && isValidIBAN(plain) ? plain : null
}

/** Returns true if a text contains an IBAN, with or without spaces, by country length and check digits. */
export function hasIban(text: string): boolean {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  for (let at = 0; at + 15 <= plain.length; at += 1) {
    const length = countrySpecs[plain.slice(at, at + 2)]?.chars
    if (length != null && isValidIBAN(plain.slice(at, at + length))) return true
  }
  return false
}

type AccountHolderInput = NonNullable<PaymentRequestDetails['accountHolder']>

/**
 * Validates an account holder (interface, account_holder: EUR flows, `iban` required).
 * Returns the holder or its validation errors.
 */
export function checkAccountHolder(
  given: AccountHolderInput,
  currency: string,
  { holderCurrencies, members }: Pick<RequestConfig, 'holderCurrencies' | 'members'>,
): { readonly holder: AccountHolder } | { readonly wrong: readonly InvalidField[] } {
  const wrong: InvalidField[] = []
  const read = (name: keyof AccountHolderInput, expected: string, of: (text: string) => string | null) => {
    const text = given[name].trim()
    const value = text === '' ? null : of(text)
    if (value === null && (text !== '' || name === 'iban'))
      wrong.push({ name: `accountHolder.${name}`, expected })
    return value
  }
  if (!holderCurrencies.some((one) => one === currency)) {
    const some = holderCurrencies.join(' and ')
    const expected = some === '' ? 'no account holder' : `no account holder but with ${some}`
    return { wrong: [{ name: 'accountHolder.iban', expected }] }
  }
  const { types } = members.account_holder
  const iban = read('iban', 'a valid IBAN: it is needed where an account holder is given', readIban)
  const holder = {
    name: read('name', clientNameHint, parseClientName),
    type: read('type', `one of ${types.join(', ')}`, (text) => types.find((one) => one === text) ?? null),
    bic: read('bic', 'a bank identifier code of 8 or 11 characters', (text) => {
      const plain = text.toUpperCase().replaceAll(' ', '')
      return bicPattern.test(plain) ? plain : null
    }),
  }
  return iban === null || wrong.length > 0 ? { wrong } : { holder: { ...holder, iban } }
}
