/**
 * Checks the check digits of an IBAN (ISO 13616) in capital letters without spaces: the first four characters
 * move to the end, letters become numbers, and the remainder modulo 97 is 1.
 */
export function hasValidIbanDigits(iban: string): boolean {
  let left = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    left = (left * (value > 9 ? 100 : 10) + value) % 97
  }
  return left === 1
}

const foreignDigits = /[^\P{Nd}0-9]/gu
const digit = /^\p{Nd}$/u

/** Replaces decimal digits of all scripts, such as Arabic, Persian and Devanagari ones, by ASCII digits. */
export const foldDigits = (text: string): string =>
  text.replaceAll(foreignDigits, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    // Unicode has the digits of a script in a row from zero to nine.
    let below = 0
    while (digit.test(String.fromCodePoint(code - below - 1))) below += 1
    return String(below % 10)
  })
