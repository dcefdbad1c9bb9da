import { readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Replaces the table of endpoints by one that names address and method, and loads the contract of an answer with
 * the first request for it. Otherwise every page would build the contracts of all pages before it shows anything.
 */
export function lateContracts(): Plugin {
  let folder = ''
  let modules: Promise<ReadonlyMap<string, string>> | undefined
  return {
    name: 'late-contracts',
    enforce: 'pre',
    // Leave out every contract that a page does not use: building one changes nothing else.
    config: () => ({
      build: { rolldownOptions: { treeshake: { manualPureFunctions: ['z', 'defineEndpoint'] } } },
    }),
    configResolved({ root }) {
      folder = resolve(root, '../shared/src')
    },
    async load(id) {
      if (id !== resolve(folder, 'endpoints.ts') && !id.endsWith(answersQuery)) return null
      modules ??= writeModules(folder)
      return (await modules).get(id) ?? null
    },
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes('defineEndpoint({')) return null
      return keepResponses(code, this.parse(code, { lang: 'ts' }))
    },
  }
}

/**
 * Removes everything but `response` from each endpoint of a module. The pages never check what they ask, and the
 * table has the addresses, so the schemas that only these parts use are left out of the build.
 */
function keepResponses(code: string, program: object): { code: string; map: null } {
  let kept = code
  for (const { start, end, properties } of findDefinitions(program).reverse()) {
    const own = properties.filter(({ key }) => key?.name === 'response')
    // Without one of its own, the contract comes from an object that is spread.
    const parts = own.length > 0 ? own : properties.filter(({ type }) => type === 'SpreadElement')
    const texts = parts.map((part) => code.slice(part.start, part.end))
    kept = `${kept.slice(0, start)}{ ${texts.join(', ')} }${kept.slice(end)}`
  }
  return { code: kept, map: null }
}

interface Definition {
  readonly start: number
  readonly end: number
  readonly properties: readonly {
    readonly type: string
    readonly start: number
    readonly end: number
    readonly key?: { readonly name?: string }
  }[]
}

/** Finds the objects given to `defineEndpoint`, in the order of the text. */
function findDefinitions(node: unknown): Definition[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: given } = node as Call
  if (type === 'CallExpression' && callee?.name === 'defineEndpoint') return given?.slice(0, 1) ?? []
  return Object.values(node).flatMap(findDefinitions)
}

interface Call {
  readonly type?: string
  readonly callee?: { readonly name?: string }
  readonly arguments?: readonly Definition[]
}

/** Contracts that the start of the application needs in any case. */
const early =
  /^(?:core\/|administration\/(?:settings|sign-in)\.|compliance\/(?:break-glass|caller-verification)\.|payments\/search\.)/

type Table = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Marks the module that exports only the contracts of a file's answers. Loaded as a whole, the file would keep every
 * schema that it exports, and the names of all of them.
 */
const answersQuery = '?answers'

/**
 * Writes the modules by id: the table, with each constant beside it as it is and each endpoint without its schemas, and
 * the answers of each file that is loaded late.
 */
async function writeModules(folder: string): Promise<ReadonlyMap<string, string>> {
  const { endpoints, ...constants } = await importFile(folder, 'endpoints.ts')
  const answers = new Map<string, string[]>()
  const places = await findAnswers(folder)
  const members = Object.entries(endpoints as Table).map(([name, endpoint]) => {
    const { method, path, stream, response } = endpoint
    const address = `...${JSON.stringify({ method, path, stream })}`
    // The rows of a stream are read by its own reader.
    if (stream !== undefined) return `  ${name}: { ${address} },`
    const place = places.get(response) ?? places.get(endpoint)
    if (place === undefined) throw new Error(`no file exports the contract of ${name}`)
    const own = answers.get(place.file) ?? []
    answers.set(place.file, own)
    if (!own.includes(place.member)) own.push(place.member)
    const file = `file${[...answers.keys()].indexOf(place.file)}`
    const member = early.test(place.file)
      ? `response: ${file}.${place.member}`
      : `loadResponse: () => ${file}().then((file) => file.a${own.indexOf(place.member)})`
    return `  ${name}: { ${address}, ${member} },`
  })
  const table = [
    ...Object.entries(constants).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`),
    ...[...answers.keys()].map((file, number) =>
      early.test(file)
        ? `import * as file${number} from './${file}'`
        : `const file${number} = () => import('./${file}${answersQuery}')`,
    ),
    'export const endpoints = {',
    ...members,
    '}',
  ]
  return new Map([
    [resolve(folder, 'endpoints.ts'), table.join('\n')],
    ...[...answers].map(([file, own]): [string, string] => [
      `${resolve(folder, file)}${answersQuery}`,
      [
        `import * as file from './${basename(file)}'`,
        ...own.map((member, number) => `export const a${number} = file.${member}`),
      ].join('\n'),
    ]),
  ])
}

/** Finds the schemas that are exported, and the endpoints of exported groups, whose schemas need no name. */
async function findAnswers(folder: string): Promise<Map<unknown, { file: string; member: string }>> {
  const places = new Map<unknown, { file: string; member: string }>()
  const paths = await readdir(folder, { recursive: true })
  for (const file of paths.filter((path) => /^(?!messages)\w+\/[\w-]+\.ts$/.test(path)).sort()) {
    for (const [name, value] of Object.entries(await importFile(folder, file))) {
      if (!places.has(value)) places.set(value, { file, member: name })
      if (!name.endsWith('Endpoints')) continue
      for (const [key, endpoint] of Object.entries(value as Table))
        places.set(endpoint, { file, member: `${name}.${key}.response` })
    }
  }
  return places
}

const importFile = (folder: string, file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(resolve(folder, file)).href)
