import type { Page } from '@playwright/test'

/** Returns the session that the server writes into a page. */
function readPageData(html: string): unknown {
  const data = /<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
  return data === undefined ? null : JSON.parse(data)
}

/** Collects every text that the server sends to a page, to tell its values from texts of the page. */
export function watchServerTexts(page: Page): () => Promise<readonly string[]> {
  const bodies: Promise<unknown>[] = []
  page.on('response', (response) => {
    const isDocument = response.request().resourceType() === 'document'
    const isJson = response.headers()['content-type']?.startsWith('application/json') ?? false
    if (isJson) bodies.push(response.json().catch(() => null))
    if (isDocument) bodies.push(response.text().then(readPageData, () => null))
  })
  return async () => {
    const texts = new Set<string>()
    const collect = (value: unknown): void => {
      // A page may write a word of the server in small letters.
      if (typeof value === 'string') texts.add(value).add(value.toLowerCase())
      else if (typeof value === 'number') texts.add(String(value))
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
    }
    ;(await Promise.all(bodies)).forEach(collect)
    return [...texts].filter((text) => /\p{L}/u.test(text)).sort((a, b) => b.length - a.length)
  }
}

/** Letters that are no words of a language, or that a person's formats write. */
const values: readonly RegExp[] = [
  // Dates, times and durations, as `Intl` writes them; time zones; units.
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\b(?: \d{4})?/g,
  /\b(?:in )?\d+ (?:sec|min|hr|days?)\.?(?: ago)?/g,
  /\b(?:UTC|Europe\/Berlin)\b/g,
  /\d ?(?:s|ms|min|h|d|KB|MB|px)\b/g,
  // Amounts: the code of the currency.
  /\b[A-Z]{3}\b/g,
  // Names of fields and raw values of the interface, and the form of a date that is typed.
  /\b[a-z]+(?:[._][a-z]+)+(?: \(file\))?/g,
  /\bYYYY-MM-DD\b/g,
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g,
  // Languages by their own names, and countries by their names of `Intl`.
  /\b\p{Lu}[\p{L} ]+ \([A-Z]{2}\)/gu,
  /(?<!\p{L})(?:Deutsch|English|Español|Français|Italiano|العربية|[A-Z]{2})(?!\p{L})/gu,
  // Name of the product, and keys that are named in a title.
  /\bPaydesk\b/g,
  /\b(?:Ctrl|Enter|Esc|Shift|Space)\b/g,
]

interface ShownText {
  readonly text: string
  /** Describes the element for the report. */
  readonly where: string
}

/** Returns the visible texts and the labels of a page that stand outside of the brackets of the pseudo-locale. */
async function readUnbracketed(page: Page): Promise<readonly ShownText[]> {
  return page.evaluate(() => {
    const found: { text: string; where: string }[] = []
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${(element.getAttribute('class') ?? '').slice(0, 30)}">`
    /** Open brackets in each block: a value between them may be a block of its own. */
    const depths = new Map<Element, number>()
    let depth = 0
    const outside = (text: string) => {
      let rest = ''
      for (const letter of text) {
        if (letter === '[') depth += 1
        if (depth === 0) rest += letter
        if (letter === ']') depth = Math.max(0, depth - 1)
      }
      return rest.trim()
    }
    const blockOf = (element: Element): Element => {
      const { parentElement } = element
      const isInline = getComputedStyle(element).display.startsWith('inline')
      return isInline && parentElement ? blockOf(parentElement) : element
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode
      if (parentElement === null || nodeValue === null) continue
      if (parentElement.closest('script, style, noscript, kbd, code, pre, time, option') !== null) continue
      const block = blockOf(parentElement)
      let around = block.parentElement
      while (around !== null && !(depths.get(around) ?? 0)) around = around.parentElement
      if (around !== null) continue
      depth = depths.get(block) ?? 0
      const text = outside(nodeValue)
      depths.set(block, depth)
      if (text !== '') found.push({ text, where: describe(parentElement) })
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        depth = 0
        const text = outside(element.getAttribute(name) ?? '')
        if (text !== '') found.push({ text, where: `${name} of ${describe(element)}` })
      }
    depth = 0
    const title = outside(document.title)
    return title === '' ? found : [...found, { text: title, where: 'title' }]
  })
}

/** Returns the words of a page in the pseudo-locale that neither the catalogue nor the server gave. */
export async function findLiteralTexts(
  page: Page,
  readServerTexts: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const shownTexts = await readUnbracketed(page)
  // Read after the page, which may have shown a late answer.
  const serverTexts = await readServerTexts()
  const literals = shownTexts.flatMap(({ text, where }) => {
    if (serverTexts.some((given) => given.includes(text))) return []
    const given = serverTexts.filter(({ length }) => length > 2)
    const remove = (parts: readonly (string | RegExp)[]) =>
      parts.reduce<string>((rest, part) => rest.replaceAll(part, ''), text)
    // Try both orders: a value may be part of what the server sent, and the other way round.
    const rests = [remove([...given, ...values]), remove([...values, ...given])]
    return rests.every((rest) => /\p{L}{2,}/u.test(rest)) ? [`${text} in ${where}`] : []
  })
  return [...new Set(literals)]
}

/** Returns the texts that are cut off, and the page itself if it is wider than the window. */
export async function findClippedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth + 1 ? [`the page is ${scrollWidth} px wide`] : []
    const clipped = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      // A cell or value with an ellipsis shows all of it on hover; a hidden label is for screen readers.
      if (!['hidden', 'clip'].includes(overflowX) || textOverflow === 'ellipsis') return false
      if (element.closest('.unseen, [role="row"], svg') !== null || element.clientWidth <= 1) return false
      const holdsText = [...element.childNodes].some(
        (node) => node instanceof Text && node.data.trim() !== '',
      )
      return holdsText && element.scrollWidth > element.clientWidth + 1
    })
    return [
      ...wide,
      ...clipped.map(
        (element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`,
      ),
    ]
  })
}
