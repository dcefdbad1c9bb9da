/**
 * Tests of one feature, as parts of paths that vitest matches. An area has the name of its folder in `bff/src/features`,
 * or of a layer; contract
 * and component tests lie in one folder each and are told apart by the beginnings of their names.
 */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  'api-keys': ['systems', 'openapi'],
  'audit-log': ['trail', 'who-saw', 'event-lines', 'audit'],
  'break-glass': ['glass'],
  'caller-verification': ['callers'],
  customers: ['customer'],
  documents: ['document', 'hostile-documents'],
  'field-permissions': ['sight', 'scope'],
  health: ['health', 'metrics'],
  identities: ['identity'],
  imports: ['import'],
  'live-updates': ['live', 'refresh'],
  notifications: ['receive', 'announced', 'ledger'],
  'payment-requests': ['requests'],
  'payment-service': ['upstream', 'fault', 'memory'],
  platform: ['endpoints', 'routes', 'bodies', 'problems', 'database-down', 'reseal'],
  questions: ['handover'],
  reconciliation: ['drift', 'contradictions'],
  records: ['own-index'],
  'return-page': ['returns'],
  reveals: ['reveal', 'tickets'],
  review: ['review', 'decision', 'decide', 'operator'],
  'saved-views': ['views'],
  search: ['lookup', 'own-index', 'suggestions', 'ids', 'mix-ups'],
  sessions: ['people', 'sessions'],
  'sign-in': ['session', 'sign-', 'step-up', 'provider'],
  'subject-access': ['subjects'],
  sync: ['rereads'],
  'transaction-list': ['overview', 'export', 'list-state'],
  transactions: ['transaction', 'history'],
  'unknown-values': ['register'],
}

const areas = Object.keys(beginnings)

/** Paths of the unit tests of an area. Throws, naming the areas, where there is none of that name. */
export function unitPaths(area: string): readonly string[] {
  const names = beginnings[area]
  if (names === undefined) throw new Error(`There is no area "${area}". Areas: ${areas.join(', ')}.`)
  const folders = ['core', 'work', 'payments', 'compliance', 'administration']
  const contracts = [area, ...names].flatMap((name) =>
    folders.map((folder) => `shared/src/${folder}/${name}`),
  )
  return [`bff/src/features/${area}/`, `bff/src/${area}/`, ...contracts]
}

/** Paths of the unit, contract and component tests of an area. Throws as `unitPaths` does. */
export function featurePaths(area: string): readonly string[] {
  const names = beginnings[area] ?? []
  return [...unitPaths(area), ...names.flatMap((name) => [`test/contract/${name}`, `test/web/${name}`])]
}
