import { createHash } from 'node:crypto'

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const style = `
:root { color-scheme: light dark; --paper: #f4f5f7; --card: #fff; --ink: #1d2733; --soft: #55606e; --line: #d5dae1; --accent: #1f5fa8; --accent-ink: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --card: #1d232b; --ink: #e8ecf1; --soft: #a3aebb; --line: #36404c; --accent: #8fc0f5; --accent-ink: #10202f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(46rem, 100%); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 2rem 0 .75rem; color: var(--soft); }
p { margin: 0 0 1rem; color: var(--soft); }
.note { display: inline-block; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 99px; font-size: .85rem; color: var(--soft); margin-bottom: 1rem; }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); list-style: none; padding: 0; margin: 0; }
button { width: 100%; padding: .9rem 1rem; text-align: left; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: var(--ink); font: inherit; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button strong { display: block; }
button span { color: var(--soft); font-size: .9rem; }
button[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.cards button { height: 100%; }
button.first span { color: inherit; }
button.first { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1.25rem; margin: 1.25rem 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media (forced-colors: active) { button[aria-current] { outline: 2px solid; } }
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Renders a self-contained page: nothing is loaded, and the policy allows only the page's own content. */
export function renderPage(
  title: string,
  body: string,
  options: { formTargets?: readonly string[]; script?: string } = {},
): { html: string; policy: string } {
  const { formTargets = [], script } = options
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    // Browsers apply form-action to redirects after a form as well, so name the possible targets.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main>${script === undefined ? '' : `<script>${script}</script>`}</body>
</html>`
  return { html, policy }
}
