import { problemIdSchema } from '@paydesk/shared/core/problem'
import type { RequestHandler } from 'express'
import { problemsPath } from '../../problem/problem.ts'
import { problemCatalogue } from '../../problem/problem-catalogue.ts'
import { escapeHtml } from './escape-html.ts'
import { createStaticTextHandler } from './static-text.ts'

function renderProblemSection(id: (typeof problemIdSchema.options)[number]): string {
  const { status, title, detail } = problemCatalogue[id]
  return `<section id="${id}">
<h2>${escapeHtml(title)}</h2>
<p><code>${id}</code>, HTTP ${status}</p>
<p>${escapeHtml(detail)}</p>
</section>`
}

/** Renders the page without style and script, so that the common page policy applies unchanged. */
function renderProblemPage(): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Problems · Paydesk</title></head>
<body>
<main>
<h1>Problems</h1>
<p>Every error of Paydesk has one of these ids and a reference, such as <code>PD-0123456789</code>: give it to the administrator of Paydesk. Where an answer names <code>fields</code>, they say what is wrong and what is expected; where it names <code>retryAfter</code>, so many seconds are to be waited before another try.</p>
${problemIdSchema.options.map(renderProblemSection).join('\n')}
</main>
</body>
</html>
`
}

/**
 * Serves the catalogue at the `type` URL of problems, without a session: a caller with an error may have
 * none.
 */
export function createProblemPageHandler(): RequestHandler {
  return createStaticTextHandler(problemsPath, 'text/html; charset=utf-8', renderProblemPage())
}
