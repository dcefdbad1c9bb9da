const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A longer cluster is no letter of any script but something built to carry data. */
const maxClusterLength = 8
/** Texts beyond this are no names or numbers; segmenting them would only cost time. */
const maxTextLength = 1_024
const ASCII = /^[\u0020-\u007e]*$/

/** First user-perceived character; null where there is none, or one that is oddly long. */
export function getFirstGrapheme(text: string): string | null {
  for (const { segment } of segmenter.segment(text.slice(0, 64))) {
    return segment.length <= maxClusterLength ? segment : null
  }
  return null
}

/** Last `count` user-perceived characters; null where there are fewer than `least`, or odd ones. */
export function getLastGraphemes(text: string, count: number, minCount: number): string | null {
  if (ASCII.test(text)) return text.length < minCount ? null : text.slice(-count)
  if (text.length > maxTextLength) return null
  const all = Array.from(segmenter.segment(text), ({ segment }) => segment)
  const tail = all.slice(-count)
  return all.length < minCount || tail.some((one) => one.length > maxClusterLength) ? null : tail.join('')
}
