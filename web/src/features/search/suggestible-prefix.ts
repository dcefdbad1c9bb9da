const idPattern = /^[A-Za-z0-9][A-Za-z0-9._:/#-]{2,63}$/
// In capitals from its fifth character on; in small letters an id of the service may begin the same way.
const ibanLikePatterns = [/^[A-Z]{2}\d{2}[A-Z0-9]+$/, /^[a-z]{2}\d{2}[a-z0-9]{6,30}$/i]
const cardLikePattern = /^(\d[.-]?){9,}$/

/**
 * The typed beginning of an id, or null where it is too short, or may become an e-mail address, an IBAN
 * or a card number: then nothing is asked before the person asks.
 */
export function getSuggestiblePrefix(typed: string): string | null {
  const text = typed.trim()
  if (!idPattern.test(text) || cardLikePattern.test(text)) return null
  return ibanLikePatterns.some((form) => form.test(text)) ? null : text
}
