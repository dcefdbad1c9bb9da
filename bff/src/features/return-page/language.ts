import { type ReturnPageLanguage, returnPageLanguages } from './texts.ts'

/** Limit of the header: a longer one was not written by a browser, and the rest is ignored. */
const maxHeaderChars = 500

const findLanguage = (tag: string): ReturnPageLanguage | undefined =>
  returnPageLanguages.find((one) => one === tag.split('-')[0]?.toLowerCase())

/** Parses `de-AT;q=0.8` to tag and weight; the weight is 1 if there is none, and 0 if it is invalid. */
function parseWeightedTag(part: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...rest] = part.split(';').map((one) => one.trim())
  const given = rest.find((one) => /^q=/i.test(one))?.slice(2)
  const weight = given === undefined ? 1 : /^[01](\.\d{0,3})?$/.test(given) ? Number(given) : 0
  return { tag, weight }
}

/**
 * Returns the language chosen by hand (`?lang=`), else the supported
 * language that the browser prefers, else English.
 */
export function chooseLanguage(chosen: unknown, accepted: string | undefined): ReturnPageLanguage {
  const byHand = returnPageLanguages.find((one) => one === chosen)
  if (byHand !== undefined) return byHand
  const wanted = (accepted ?? '')
    .slice(0, maxHeaderChars)
    .split(',')
    .map(parseWeightedTag)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const language = findLanguage(tag)
    if (language !== undefined) return language
  }
  return 'en'
}
