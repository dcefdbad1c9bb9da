const codePattern = /^[\w.:-]{1,100}$/
/**
 * Pattern of an account, card or phone number or a date of birth: no code has eight digits, even with
 * separators between.
 */
const longDigitRun = /(?:\d[._:-]*){8}/
/** Pattern of an IBAN, also in groups of four; a bank code of letters leaves fewer digits. */
const ibanPattern = /(?<![a-z\d])[a-z]{2}\d{2}(?:[._:-]?[a-z\d]{4}){2,7}(?:[._:-]?[a-z\d]{1,4})?(?![a-z\d])/gi
const minIbanDigits = 6

function containsIban(text: string): boolean {
  return [...text.matchAll(ibanPattern)].some(
    ([match]) => match.replaceAll(/\D/g, '').length >= minIbanDigits,
  )
}

/**
 * Returns true for a state, reason, event or the like that is a code. Other text may be free text, or the
 * number of an account, a card or a phone, which looks like a code.
 */
export function isPlainCode(text: string): boolean {
  return codePattern.test(text) && !longDigitRun.test(text) && !containsIban(text)
}
