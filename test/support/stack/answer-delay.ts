import type { RequestListener } from 'node:http'

/** Number from 0 to 1 that depends on the text alone, so that a delay repeats. */
export function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/**
 * Delays the end of each answer of the API by up to `longestMs`, so that a test that does not wait for the
 * answer fails. Returns the listener itself for 0.
 */
export function delayAnswers(listener: RequestListener, maxDelayMs: number): RequestListener {
  if (maxDelayMs === 0) return listener
  const answers = new Map<string, number>()
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path.startsWith('/api/')) {
      const nth = (answers.get(path) ?? 0) + 1
      answers.set(path, nth)
      const end = response.end.bind(response) as (...args: unknown[]) => typeof response
      response.end = (...args: unknown[]) => {
        setTimeout(() => end(...args), maxDelayMs * fractionOf(`${path} ${nth}`))
        return response
      }
    }
    return listener(request, response)
  }
}
