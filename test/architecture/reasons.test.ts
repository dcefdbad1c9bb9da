import { describe, expect, it } from 'vitest'
import { isTest, sourcesOf } from './sources.ts'

const offersReason = /<PurposeChoice|purposeCodeSchema\.options|chooseReason|\breasons\.(?:map|filter)\(/
const initialChoice = /useState<[^>]*(?:PurposeCode|Reason)\b[^>]*>\(([^)]*)\)/g
/** A reason that nobody chose: the first of a list, or a fixed code. */
const preselection =
  /(?:reasons|options)(?:\[0\]|\.at\(0\)|\.find\()|\b(?:reason|purpose|initialPurpose): '|\.catch\('/

/** Files that ask for a reason or a purpose. */
const forms = [
  'features/audit-log/record-access-reason-form.tsx',
  'features/break-glass/break-glass-form.tsx',
  'features/documents/viewer/document-access-form.tsx',
  'features/payment-requests/payment-link/purpose-form.tsx',
  'features/reconciliation/explain-form.tsx',
  'features/reveals/reveal-form.tsx',
  'features/review/verdict-choice.tsx',
  'ui/forms/purpose-choice.tsx',
  'ui/page/approval-request-form.tsx',
]
/** Names the missing purpose for the forms with a purpose and a ticket. */
const purposeAndTicket = 'ui/forms/use-purpose-and-ticket.ts'
/** Files that hold the choice of a form above. */
const owners = [
  'features/questions/ask-dialog.tsx',
  'features/questions/questions-page.tsx',
  'features/reconciliation/use-explanation-editor.ts',
  'features/reveals/reveal-provider.tsx',
  'features/reveals/revealable-value.tsx',
  'features/review/decide/decide-form.tsx',
  'features/review/queue/bulk-form.tsx',
]
/** Initial choices that this person made for the same act, before they signed in again. */
const resumedChoices = ['null', 'props.purpose']

describe('a form that asks for a reason', () => {
  const sources = sourcesOf('web/src').filter((source) => !isTest(source))
  const pathIn = (path: string) => path.replace('web/src/', '')

  it('is listed here', () => {
    const found = sources.filter(({ text }) => offersReason.test(text)).map(({ path }) => pathIn(path))
    expect(found.toSorted()).toEqual(forms)
  })

  it('begins without a choice', () => {
    for (const { path, text } of sources) {
      if (![...forms, ...owners].includes(pathIn(path))) continue
      expect(text.match(preselection)?.[0] ?? null, path).toBeNull()
      for (const [, initial] of text.matchAll(initialChoice)) expect(resumedChoices, path).toContain(initial)
    }
  })

  it('says beside its button that the reason is missing', () => {
    for (const { path, text } of sources) {
      const asks = forms.includes(pathIn(path)) && !/verdict-choice|purpose-choice/.test(path)
      if (asks) expect(text, path).toMatch(/<SubmitButton[\s\S]*(?:missing\.reason|fields\.missing)/)
      if (pathIn(path) === purposeAndTicket) expect(text).toMatch(/purpose === null \? \[texts\.reason\]/)
    }
  })
})
