import type { MaskedValue } from '../core/masked-value.ts'
import type { Messages } from './catalogue.ts'

export type MaskedTexts = Messages['ui']['maskedTexts']

/** Form of a range that a mask leaves: both limits belong to it, and an open range has only the first. */
const rangeForm = /^(\d+)\.\.(\d*)$/

/**
 * Words what a mask leaves: the server sends a range of amounts and a decade as its limits (`1000..9999`), the same
 * in every language. Any other text stays as it is. `fill` puts the limits into a text.
 */
export function formatMaskedText(
  { text, mask }: Pick<Extract<MaskedValue, { visibility: 'masked' }>, 'text' | 'mask'>,
  texts: MaskedTexts,
  fill: (message: string, limits: Readonly<Record<string, number | string>>) => string,
): string {
  const range = mask === 'band' || mask === 'decade' ? rangeForm.exec(text) : null
  if (range === null) return text
  const [first = '', last = ''] = range.slice(1)
  if (mask === 'decade') return fill(texts.decade, { year: first })
  if (last === '') return fill(texts.atLeast, { limit: Number(first) })
  return first === '0'
    ? fill(texts.under, { limit: Number(last) + 1 })
    : fill(texts.between, { from: Number(first), to: Number(last) })
}
