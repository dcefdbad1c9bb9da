import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isTest, readRoot, type SourceFile, sourcesOf } from './sources.ts'

/** Openings that hide the subject of a sentence (`CONTRIBUTING.md`, comments). */
const forbiddenOpening = /^(What|Whoever|So many|Where|Whether|Those)\b/
const forbiddenWords = /\b(whoever|whatever|whom|anew|be it)\b/i

/** Names that more than one file of a package exports, each with the reason. */
const sharedNames: Readonly<Record<string, string>> = {}
const maxOneWordShare = 0.08
const maxSubjectLength = 72
/** The commit that adds this check, by its subject: earlier subjects stay as they are. */
const firstCheckedSubject = 'test: hold names, comments and commits to the style'

/** Comments of a file, each as one text: a block, or line comments that follow each other. */
function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, body = '']) =>
    body.replaceAll(/^\s*\* ?/gm, ''),
  )
  const lines = [...text.matchAll(/(?:^|\n)((?:[ \t]*\/\/ [^\n]*\n?)+)/g)].map(([, body = '']) =>
    body.replaceAll(/^[ \t]*\/\/ ?/gm, ''),
  )
  const trailing = [...text.matchAll(/[^\s:/].*[ \t]\/\/ ([^\n]*)/g)].map(([, body = '']) => body)
  return [...blocks, ...lines, ...trailing]
    .map((comment) => comment.trim())
    .filter((comment) => comment !== '')
}

const titlesOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:describe|it|test)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g)].map(
    ([, , title = '']) => title,
  )

const exportedNames = ({ text }: SourceFile): string[] =>
  [
    ...text.matchAll(
      /^export (?:declare )?(?:async )?(?:function\*?|const|let|(?:abstract )?class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name = '']) => name)

/** Names that the files of a folder export, test files left out. */
const namesExportedIn = (folder: string) =>
  sourcesOf(folder)
    .filter((one) => !isTest(one))
    .flatMap((source) => exportedNames(source).map((name) => ({ name, path: source.path })))

const isOneWord = (name: string) => !/[a-z0-9][A-Z]|_/.test(name)

const sources = ['bff', 'web', 'shared', 'test']
  .flatMap(sourcesOf)
  .filter(({ path }) => path !== 'test/architecture/language.test.ts')
const documents = [
  'README.md',
  ...readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

describe('language', () => {
  it('opens comments with a verb or the noun that they define', () => {
    const faults = sources.flatMap(({ path, text }) =>
      commentsOf(text)
        .filter((comment) => forbiddenOpening.test(comment))
        .map((comment) => `${path}: ${comment.slice(0, 60)}`),
    )
    expect(faults).toEqual([])
  })

  it('uses no word of the private language in comments, test titles and documents', () => {
    const faults = [
      ...sources.flatMap(({ path, text }) =>
        [
          ...commentsOf(text),
          ...(isTest({ path } as SourceFile) || /\.spec\.ts$/.test(path) ? titlesOf(text) : []),
        ]
          .filter((text) => forbiddenWords.test(text))
          .map((text) => `${path}: ${text.slice(0, 80)}`),
      ),
      ...documents.filter((path) => path !== 'docs/glossary.md' && forbiddenWords.test(readRoot(path))),
    ]
    expect(faults).toEqual([])
  })

  it.each(['bff/src', 'web/src', 'shared/src', 'test'])('%s exports few names of one word', (folder) => {
    const names = namesExportedIn(folder).map(({ name }) => name)
    expect(names.filter(isOneWord).length / names.length).toBeLessThanOrEqual(maxOneWordShare)
  })

  it.each(['bff/src', 'web/src', 'shared/src'])('%s exports a name once', (folder) => {
    const paths = new Map<string, Set<string>>()
    for (const { name, path } of namesExportedIn(folder))
      paths.set(name, (paths.get(name) ?? new Set()).add(path))
    const doubled = [...paths].filter(([name, of]) => of.size > 1 && sharedNames[name] === undefined)
    expect(doubled.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([])
  })

  it('keeps commit subjects within 72 characters', () => {
    const { status, stdout } = spawnSync('git', ['log', '--format=%s'], { encoding: 'utf8' })
    // An archive of the sources has no history.
    const subjects = status === 0 ? stdout.split('\n') : []
    const since = subjects.slice(0, subjects.indexOf(firstCheckedSubject) + 1)
    expect(since.filter((subject) => subject.length > maxSubjectLength)).toEqual([])
  })
})
