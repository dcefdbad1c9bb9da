import { createHash } from 'node:crypto'
import { escapeHtml } from '../../platform/http/pages/escape-html.ts'
import { pageScript } from './page-script.ts'
import { pageStyle } from './page-style.ts'
import { canReturnStatusChange } from './return-status.ts'
import { type ReturnPageLanguage, type ReturnStatus, returnPageLanguages, returnPageTexts } from './texts.ts'

const statusTones: Readonly<Record<ReturnStatus, 'wait' | 'good' | 'bad' | 'over'>> = {
  checking: 'wait',
  unfinished: 'wait',
  completed: 'good',
  // Avoid green for a test: people who see green believe that they have paid.
  test: 'over',
  failed: 'bad',
  expired: 'over',
  cancelled: 'over',
  gone: 'over',
  busy: 'over',
}

/** Icons by tone; they say nothing that the text does not say. */
const toneIcons = `<svg class="of-wait" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/><path d="M12 12v-5"/><path class="hand" d="M12 12h4"/></svg>
<svg class="of-good" viewBox="0 0 24 24"><path d="M5 12.5l4.7 4.7L19.2 7"/></svg>
<svg class="of-bad" viewBox="0 0 24 24"><path d="M7 7l10 10M17 7L7 17"/></svg>
<svg class="of-over" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/><path d="M12 11v5.5"/><path d="M12 7.5v.01"/></svg>`

export interface ReturnPageView {
  readonly word: ReturnStatus
  readonly language: ReturnPageLanguage
  /** Reference of the payment; null if it must not be shown. */
  readonly reference: string | null
}

/** Renders the state for the page's script: the texts, and whether they can still change. */
export function renderReturnState({ word, language }: ReturnPageView): string {
  const { title, text } = returnPageTexts[language][word]
  return JSON.stringify({ tone: statusTones[word], title, text, waits: canReturnStatusChange(word) })
}

function renderLanguageLinks(current: ReturnPageLanguage): string {
  const links = returnPageLanguages.map((one) => {
    const mark = one === current ? ' aria-current="true"' : ''
    return `<li><a href="?lang=${one}" lang="${one}" hreflang="${one}"${mark}>${returnPageTexts[one].name}</a></li>`
  })
  return `<nav aria-label="${escapeHtml(returnPageTexts[current].language)}"><ul>${links.join('')}</ul></nav>`
}

/**
 * Renders the whole page. Contains nothing of the address, so links keep the path and drop the query, and of
 * the payment only the texts for its state and its reference.
 */
export function renderReturnPage({ word, language, reference }: ReturnPageView): string {
  const said = returnPageTexts[language]
  const { title, text } = said[word]
  const waits = canReturnStatusChange(word)
  const attribute = (name: string, value: string) => ` data-${name}="${escapeHtml(value)}"`
  const data = [
    attribute('tone', statusTones[word]),
    attribute('waits', waits ? 'yes' : 'no'),
    attribute('looked-at', said.lookedAt),
    attribute('stopped', said.stopped),
    attribute('no-answer', said.noAnswer),
    attribute('close-yourself', said.closeYourself),
  ].join('')
  const named =
    reference === null
      ? ''
      : `<dl id="named"><dt>${escapeHtml(said.reference)}</dt><dd><bdi>${escapeHtml(reference)}</bdi></dd></dl>`
  const again =
    waits || word === 'busy'
      ? `<a class="way" id="again" href="?lang=${language}">${escapeHtml(said.lookAgain)}</a>`
      : ''
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body>
<main${data}>
<p class="about">${escapeHtml(said.about)}</p>
<div class="mark" aria-hidden="true">${toneIcons}</div>
<div role="status" aria-atomic="true"><h1 id="title">${escapeHtml(title)}</h1><p id="text">${escapeHtml(text)}</p><p id="note"></p></div>
${named}
<div class="ways"><button class="way" id="close" type="button" hidden>${escapeHtml(said.close)}</button>${again}<span id="looked" hidden></span></div>
</main>
${renderLanguageLinks(language)}
<script>${pageScript}</script>
</body>
</html>
`
}

const hashForCsp = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const fixedPolicy = [
  "default-src 'none'",
  `script-src ${hashForCsp(pageScript)}`,
  `style-src ${hashForCsp(pageStyle)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Builds the content security policy of one response. `frames`: origins whose pages may embed the page. */
export function buildReturnPageCsp(frames: readonly string[]): string {
  return `${fixedPolicy}; frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`
}
