import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { isTest, sourcesOf } from './sources.ts'

/** Attributes that hold codes, names of styles or addresses, never words for a person. */
const codeAttributes = new Set(
  'accept align aria-autocomplete aria-busy aria-current aria-haspopup aria-hidden aria-keyshortcuts aria-labelledby aria-live as autoCapitalize autoComplete autoCorrect className d data-look data-opens data-state dir draggable fill height href htmlFor id inputMode key keys kind list look mark name popover preserveAspectRatio rel role scope shapeRendering stroke target to tone track type value viewBox width'.split(
    ' ',
  ),
)

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Tells whether a string outside of JSX is for people: several words, or a capital letter; no name. */
const isProse = (text: string) =>
  !/^(?:Enter|Escape|Ctrl \p{Lu}|Paydesk|px system-ui, sans-serif|(?:\p{Lu}\p{Ll}+){2,})$/u.test(text) &&
  (/\p{L}{2,}\S*\s+\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+/u.test(text.trim()))

/** Words after a value in a template; a unit such as `min` is no word. */
const besideValue = /^ \p{Ll}{4,}/u

/** Parts of the syntax whose strings are code: imports, types, comparisons, and errors for developers. */
function isCode(node: Node): boolean {
  if (/^(?:Import|ExportAll|ExportNamed.*Source|TSLiteral|TSType|TSInterface|TSImport)/.test(node.type))
    return true
  if (node.type === 'BinaryExpression') return true
  if (node.type === 'VariableDeclarator') return isNode(node.id) && /Selector$/.test(String(node.id.name))
  // An example for developers is the same in every language.
  if (node.type === 'FunctionDeclaration') return isNode(node.id) && /ExampleCall$/.test(String(node.id.name))
  if (node.type === 'JSXAttribute') return isNode(node.name) && codeAttributes.has(String(node.name.name))
  const { callee } = node
  return node.type === 'NewExpression' && isNode(callee) && /Error$/.test(String(callee.name))
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText') return /\p{L}/u.test(String(node.value)) ? String(node.value) : null
  const { value } = node
  if (node.type === 'Literal' && typeof value === 'string' && isProse(value)) return value
  if (node.type === 'JSXAttribute' && isNode(node.value) && /\p{L}/u.test(String(node.value.value ?? '')))
    return String(node.value.value)
  if (node.type !== 'TemplateElement' || typeof value !== 'object' || value === null || !('raw' in value))
    return null
  const { raw } = value
  return isProse(String(raw)) || besideValue.test(String(raw)) ? String(raw) : null
}

/** Parts of a node that are read: not the key of a shortcut, the name of a component or a selector. */
function childrenOf(node: Node): unknown[] {
  const { callee, arguments: args } = node
  if (node.type === 'CallExpression' && isNode(callee) && Array.isArray(args)) {
    if (callee.name === 'useShortcut') return args.slice(1)
    if (callee.name === 'lazyRouteComponent') return args.slice(0, 1)
    if (isNode(callee.property) && /^(?:closest|matches|querySelector)/.test(String(callee.property.name)))
      return [callee]
  }
  return Object.entries(node).flatMap(([key, child]) => (key !== 'key' || node.computed ? [child] : []))
}

/** Finds the literal texts of a source, in order. */
function findTexts(source: string): string[] {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value) || isCode(value)) return
    const text = textOf(value)
    if (text !== null) found.push(text.trim())
    else childrenOf(value).forEach(walk)
  }
  walk(parseAst(source, { lang: 'tsx' }))
  return found
}

/** Members of an answer that held words before answers had codes. */
const wordMembers = new Set(['message', 'text', 'expected', 'label', 'says', 'words', 'title', 'detail'])

/** Sources of the server that make words for people, with the reason. */
const serverTexts: readonly (readonly [path: string, reason: string])[] = [
  ['bff/src/features/api-keys/openapi-document.ts', 'describes /v1, which is in English'],
  ['bff/src/features/api-keys/payment.ts', 'answers of /v1, which is in English'],
]

/** Finds sentences, and words in a member for words, in a source of the server. Errors are for developers. */
function findServerTexts(source: string): string[] {
  const found: string[] = []
  const add = (text: unknown, isWordMember: boolean) => {
    if (typeof text !== 'string') return
    const hasTwoWords = /\p{L}{2,}\S*\s+\p{L}/u.test(text)
    const isSentence = /^\p{Lu}.*[.!?]$/su.test(text.trim())
    if (hasTwoWords && (isSentence || isWordMember)) found.push(text.trim())
  }
  const walk = (value: unknown, isWordMember: boolean): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, isWordMember)
    if (!isNode(value) || isCode(value)) return
    const { key, type } = value
    const isOfWords = type === 'Property' && isNode(key) ? wordMembers.has(String(key.name)) : isWordMember
    if (type === 'Literal') add(value.value, isOfWords)
    if (type === 'TemplateElement') add((value.value as { raw: unknown }).raw, isOfWords)
    for (const child of Object.values(value)) walk(child, isOfWords)
  }
  walk(parseAst(source, { lang: 'ts' }), false)
  return found
}

describe('texts', () => {
  it('stand in the message catalogue, not in the pages', () => {
    const faults = sourcesOf('web/src')
      .filter((source) => !isTest(source))
      .flatMap(({ path, text }) => findTexts(text).map((found) => `${path}: ${found}`))
    expect(faults).toEqual([])
  })

  it('are no part of what the server answers, apart from /v1', () => {
    const faulty = ['bff/src/features', 'bff/src/records']
      .flatMap((folder) => sourcesOf(folder))
      .filter((source) => !isTest(source) && findServerTexts(source.text).length > 0)
    expect(faulty.map(({ path }) => path).sort()).toEqual(serverTexts.map(([path]) => path).sort())
  })

  it.each([
    ["const says = 'Nothing was sent.'", 'Nothing was sent.'],
    ["answer({ expected: 'one of two' })", 'one of two'],
    [`answer({ message: \`not here \${merchant}\` })`, 'not here'],
  ])('the check of the server finds the text of %s', (source, text) => {
    expect(findServerTexts(source)[0] ?? '').toContain(text)
  })

  it.each([
    "throw new Error('A request was lost.')",
    "log.warn({}, 'a read failed')",
    "({ rule: 'one_of' })",
  ])('the check of the server accepts %s', (source) => {
    expect(findServerTexts(source)).toEqual([])
  })

  it('for customers are loaded by no page of staff: the server sends the finished ones', () => {
    const loading = sourcesOf('web/src').filter(({ text }) => text.includes('messages/customer'))
    expect(loading.map(({ path }) => path)).toEqual([])
  })

  it.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>{"Read again"}</p>', 'Read again'],
    ['<button aria-label="close" />', 'close'],
    ['<button aria-label={`close it`} />', 'close it'],
    ["const labels = { home: 'Home' }", 'Home'],
    [`const left = \`\${count} seconds left\``, 'seconds left'],
    [`const said = \`\${rows} changed\``, 'changed'],
    ["useShortcut('x', 'end all sessions', run)", 'end all sessions'],
  ])('the check finds the text of %s', (source, text) => {
    expect(findTexts(source)).toEqual([text])
  })

  it.each([
    '<p className="two words">{texts.title}</p>',
    "import { Search } from 'Some where'",
    "const isEnter = event.key === 'Enter'",
    "throw new Error('no session on this page')",
    "<Kbd keys='Ctrl K' />",
    "type Kind = 'One kind'",
    `const at = \`/sign-in?reason=\${reason}&return=\${to}\``,
    "useShortcut('g h', texts.home, run)",
    "useShortcut('Escape', texts.close, run)",
    "row.closest('tbody tr')",
    "lazyRouteComponent(() => import('./review.tsx'), 'ReviewRoute')",
    "const textFieldSelector = 'textarea, input'",
    "lazyRouteComponent(load, 'SignInPage')",
  ])('the check accepts %s', (source) => {
    expect(findTexts(source)).toEqual([])
  })
})
