import { escapeHtml } from './escape-html.ts'

export interface NoticePageContent {
  readonly language: string
  readonly title: string
  readonly detail: string
  /** Text and address of the one thing to do next. */
  readonly action: { readonly text: string; readonly href: string }
  readonly reference: string
}

/**
 * Renders a page that needs nothing else of Paydesk: no style and no script, so that the content security policy of
 * the pages allows it.
 */
export function renderNoticePage({ language, title, detail, action, reference }: NoticePageContent): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} · Paydesk</title></head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="${escapeHtml(action.href)}">${escapeHtml(action.text)}</a></p>
<p><code>${escapeHtml(reference)}</code></p>
</main>
</body>
</html>
`
}
