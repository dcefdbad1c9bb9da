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
