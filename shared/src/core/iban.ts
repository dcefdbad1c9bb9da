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
