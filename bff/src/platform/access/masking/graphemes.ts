const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Limit of a cluster in UTF-16 units: a longer cluster is not a letter: somebody built it to carry data. */
const maxClusterLength = 8
/** Limit of a text in UTF-16 units: longer texts are no names or numbers, and segmenting them costs time. */
const maxTextLength = 1_024
const ASCII = /^[\u0020-\u007e]*$/

/** Returns the first user-perceived character; null if there is none or its cluster is too long. */
export function getFirstGrapheme(text: string): string | null {
  for (const { segment } of segmenter.segment(text.slice(0, 64))) {
    return segment.length <= maxClusterLength ? segment : null
  }
  return null
}

/**
 * Returns the last `count` user-perceived characters; null if below `minCount` or if a cluster is too long.
 */
export function getLastGraphemes(text: string, count: number, minCount: number): string | null {
  if (ASCII.test(text)) return text.length < minCount ? null : text.slice(-count)
  if (text.length > maxTextLength) return null
  const all = Array.from(segmenter.segment(text), ({ segment }) => segment)
  const tail = all.slice(-count)
  return all.length < minCount || tail.some((one) => one.length > maxClusterLength) ? null : tail.join('')
}
