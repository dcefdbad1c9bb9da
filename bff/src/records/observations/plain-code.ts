const codePattern = /^[\w.:-]{1,100}$/
/** An account, a card, a telephone or a date of birth: no code has so many digits, whatever holds them apart. */
const longDigitRun = /(?:\d[._:-]*){8}/
/** Also in groups of four; of one with a bank's letters the digits are fewer. */
const ibanPattern = /(?<![a-z\d])[a-z]{2}\d{2}(?:[._:-]?[a-z\d]{4}){2,7}(?:[._:-]?[a-z\d]{1,4})?(?![a-z\d])/gi
const minIbanDigits = 6

function containsIban(text: string): boolean {
  return [...text.matchAll(ibanPattern)].some(
    ([match]) => match.replaceAll(/\D/g, '').length >= minIbanDigits,
  )
}

/**
 * True for a state, reason, event or the like that is a code. Anything else may be what somebody wrote:
 * free text, or the number of an account, a card or a telephone, which looks like a code.
 */
export function isPlainCode(text: string): boolean {
  return codePattern.test(text) && !longDigitRun.test(text) && !containsIban(text)
}
