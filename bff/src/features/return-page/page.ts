import { createHash } from 'node:crypto'
import { customerLanguageNames, getCustomerTextDirection } from '@paydesk/shared/core/customer-language'
import type {
  ReleasedCustomerTexts,
  ReleasedLanguageTexts,
} from '@paydesk/shared/messages/customer/released-customer-texts'
import { escapeHtml } from '../../platform/http/pages/escape-html.ts'
import { returnPageScript } from './page-script.ts'
import { canReturnPageStatusChange, type ReturnPageStatus } from './return-page-status.ts'

/** Style of the page. Loads nothing: no font, no image. */
const pageStyle = `
:root { color-scheme: light dark; --paper: #eef1f5; --card: #fff; --ink: #16202c; --soft: #4a5563; --line: #cfd6df; --wait: #1d5a9e; --good: #17693a; --bad: #a3271b; --over: #56606d; --tint: #e6effa; --link: #1a5496; --link-ink: #fff; }
main[data-tone=good] { --tone: var(--good); --tint: #e2f4e8; }
main[data-tone=bad] { --tone: var(--bad); --tint: #fcebe8; }
main[data-tone=over] { --tone: var(--over); --tint: #edf0f3; }
main[data-tone=wait] { --tone: var(--wait); }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f1419; --card: #181f27; --ink: #edf1f5; --soft: #b1bcc8; --line: #384350; --wait: #8fc1f7; --good: #7fd8a0; --bad: #ffab9e; --over: #b9c4cf; --tint: #1c2c3f; --link: #9cc8f8; --link-ink: #0d1d2e; }
  main[data-tone=good] { --tint: #17331f; }
  main[data-tone=bad] { --tint: #3d1f1b; }
  main[data-tone=over] { --tint: #262e37; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1.5rem; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { width: 100%; max-width: 33rem; padding: clamp(1.5rem, 6vw, 2.75rem); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px rgb(16 32 48 / 6%), 0 12px 32px rgb(16 32 48 / 8%); }
.about { margin: 0 0 1.25rem; color: var(--soft); font-size: .9375rem; }
.mark { display: grid; place-items: center; width: 4rem; height: 4rem; margin-bottom: 1.25rem; border-radius: 50%; background: var(--tint); color: var(--tone); }
.mark svg { display: none; width: 2.25rem; height: 2.25rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
main[data-tone=wait] .of-wait, main[data-tone=good] .of-good, main[data-tone=bad] .of-bad, main[data-tone=over] .of-over { display: block; }
.of-wait .hand { transform-origin: 12px 12px; animation: turn 6s linear infinite; }
@keyframes turn { to { transform: rotate(360deg); } }
h1 { margin: 0 0 .5rem; font-size: clamp(1.4rem, 5.5vw, 1.75rem); line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: break-word; }
[dir=rtl] h1 { letter-spacing: normal; }
p { margin: 0; overflow-wrap: break-word; }
#text { color: var(--soft); text-wrap: pretty; }
#note { margin-top: 1rem; padding: .75rem 1rem; border-inline-start: 3px solid var(--tone); background: var(--tint); }
#note:empty { display: none; }
dl { margin: 1.75rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
dt { color: var(--soft); font-size: .9375rem; }
dd { margin: .1rem 0 0; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; }
.ways > * { margin-top: 1.5rem; }
.way { display: inline-block; min-height: 3rem; padding: .65rem 1.25rem; border: 1px solid var(--link); border-radius: .6rem; background: var(--card); color: var(--link); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.way:hover { background: var(--tint); }
button.way { background: var(--link); color: var(--link-ink); }
button.way:hover { background: var(--link); filter: brightness(1.1); }
#looked { color: var(--soft); font-size: .9375rem; }
nav ul { display: flex; flex-wrap: wrap; justify-content: center; gap: .25rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .25rem .75rem; border-radius: .5rem; color: var(--soft); font-size: .9375rem; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; background: var(--card); box-shadow: inset 0 0 0 1px var(--line); }
@media (max-width: 26rem) { nav ul { gap: .25rem 0; } nav a { padding-inline: .4rem; font-size: .875rem; } }
a:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .of-wait .hand { animation: none; } }
@media (prefers-contrast: more) { :root { --soft: var(--ink); --line: currentColor; } }
@media (forced-colors: active) { .mark { border: 2px solid CanvasText; } nav a[aria-current] { outline: 2px solid CanvasText; } button.way { border-color: ButtonText; } }
@media print { body { min-height: 0; background: none; color: #000; justify-content: flex-start; } main { max-width: none; border: 0; padding: 0; box-shadow: none; } .ways, nav { display: none; } .mark { border: 1px solid; } }
`

const statusTones: Readonly<Record<ReturnPageStatus, 'wait' | 'good' | 'bad' | 'over'>> = {
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
  readonly pageStatus: ReturnPageStatus
  readonly text: ReleasedLanguageTexts
  /** Languages that the page offers. */
  readonly released: ReleasedCustomerTexts
  /** Reference of the payment; null if it must not be shown. */
  readonly reference: string | null
}

/** Renders the state for the page's script: the texts, and whether they can still change. */
export function renderReturnPageState({ pageStatus, text: { texts } }: ReturnPageView): string {
  const { title, text } = texts.returnPage[pageStatus]
  return JSON.stringify({
    tone: statusTones[pageStatus],
    title,
    text,
    waits: canReturnPageStatusChange(pageStatus),
  })
}

function renderLanguageLinks(
  { language: current, texts }: ReleasedLanguageTexts,
  released: ReleasedCustomerTexts,
) {
  const links = released.map(({ language: one }) => {
    const mark = one === current ? ' aria-current="true"' : ''
    return `<li><a href="?lang=${one}" lang="${one}" hreflang="${one}" translate="no"${mark}>${customerLanguageNames[one]}</a></li>`
  })
  return `<nav aria-label="${escapeHtml(texts.returnPage.language)}"><ul>${links.join('')}</ul></nav>`
}

/**
 * Renders the whole page. Contains nothing of the address, so links keep the path and drop the query, and of
 * the payment only the texts for its state and its reference.
 */
export function renderReturnPage({ pageStatus, text: chosen, released, reference }: ReturnPageView): string {
  const { language } = chosen
  const messagesOf = chosen.texts.returnPage
  const { title, text } = messagesOf[pageStatus]
  const waits = canReturnPageStatusChange(pageStatus)
  const attribute = (name: string, value: string) => ` data-${name}="${escapeHtml(value)}"`
  const data = [
    attribute('tone', statusTones[pageStatus]),
    attribute('waits', waits ? 'yes' : 'no'),
    attribute('looked-at', messagesOf.lastChecked),
    attribute('stopped', messagesOf.stopped),
    attribute('no-answer', messagesOf.noConnection),
    attribute('close-yourself', messagesOf.closeYourself),
  ].join('')
  const named =
    reference === null
      ? ''
      : `<dl id="named"><dt>${escapeHtml(messagesOf.reference)}</dt><dd translate="no"><bdi>${escapeHtml(reference)}</bdi></dd></dl>`
  const again =
    waits || pageStatus === 'busy'
      ? `<a class="way" id="again" href="?lang=${language}">${escapeHtml(messagesOf.checkAgain)}</a>`
      : ''
  return `<!doctype html>
<html lang="${language}" dir="${getCustomerTextDirection(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body>
<main${data}>
<p class="about">${escapeHtml(messagesOf.about)}</p>
<div class="mark" aria-hidden="true">${toneIcons}</div>
<div role="status" aria-atomic="true"><h1 id="title">${escapeHtml(title)}</h1><p id="text">${escapeHtml(text)}</p><p id="note"></p></div>
${named}
<div class="ways"><button class="way" id="close" type="button" hidden>${escapeHtml(messagesOf.close)}</button>${again}<span id="looked" hidden></span></div>
</main>
${renderLanguageLinks(chosen, released)}
<script>${returnPageScript}</script>
</body>
</html>
`
}

const hashForCsp = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const fixedPolicy = [
  "default-src 'none'",
  `script-src ${hashForCsp(returnPageScript)}`,
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
