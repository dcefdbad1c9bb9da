const idPattern = /^[A-Za-z0-9][A-Za-z0-9._:/#-]{2,63}$/
// Uppercase text matches from its fifth character on. Lowercase text matches later, because ids of the
// payment service may start the same way.
const ibanLikePatterns = [/^[A-Z]{2}\d{2}[A-Z0-9]+$/, /^[a-z]{2}\d{2}[a-z0-9]{6,30}$/i]
const cardLikePattern = /^(\d[.-]?){9,}$/

/**
 * Returns the typed prefix of an id, or null if the text is too short or may become an e-mail address, an
 * IBAN or a card number. Null means that nothing is requested before the user submits.
 */
export function getSuggestiblePrefix(typed: string): string | null {
  const text = typed.trim()
  if (!idPattern.test(text) || cardLikePattern.test(text)) return null
  return ibanLikePatterns.some((form) => form.test(text)) ? null : text
}
