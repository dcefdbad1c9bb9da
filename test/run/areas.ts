/**
 * Tests of one feature, as parts of paths that vitest matches. An area has the name of its folder in `bff/src`; contract
 * and component tests lie in one folder each and are told apart by the beginnings of their names.
 */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  access: [],
  audit: ['audit'],
  callers: ['callers'],
  customers: ['customer'],
  documents: ['document', 'hostile-documents'],
  drift: ['drift', 'contradictions'],
  glass: ['glass'],
  handover: ['handover'],
  health: ['health', 'metrics'],
  http: ['endpoints', 'routes', 'bodies', 'problems', 'calls'],
  identities: ['identity'],
  imports: ['import'],
  known: ['known', 'own-index'],
  live: ['live', 'refresh'],
  lookup: ['lookup', 'own-index', 'suggestions', 'ids', 'mix-ups'],
  notifications: ['receive', 'announced', 'ledger'],
  overview: ['overview', 'export', 'list-state'],
  people: ['people'],
  register: ['register'],
  requests: ['requests'],
  rereads: ['rereads'],
  returns: ['returns'],
  reveals: ['reveal', 'tickets'],
  review: ['review', 'decision', 'decide', 'operator'],
  rules: [],
  session: ['session', 'sign-', 'step-up', 'provider'],
  sight: ['sight', 'scope'],
  store: ['database-down', 'reseal'],
  subjects: ['subjects'],
  systems: ['systems', 'openapi'],
  trail: ['trail', 'who-saw', 'event-lines'],
  transactions: ['transaction', 'history'],
  upstream: ['upstream', 'faults', 'fault', 'memory'],
  views: ['views'],
}

const areas = Object.keys(beginnings)

/** Paths of the unit tests of an area. Throws, naming the areas, where there is none of that name. */
export function unitPaths(area: string): readonly string[] {
  const names = beginnings[area]
  if (names === undefined) throw new Error(`There is no area "${area}". Areas: ${areas.join(', ')}.`)
  return [`bff/src/${area}/`, ...[area, ...names].map((name) => `shared/src/${name}`)]
}

/** Paths of the unit, contract and component tests of an area. Throws as `unitPaths` does. */
export function featurePaths(area: string): readonly string[] {
  const names = beginnings[area] ?? []
  return [...unitPaths(area), ...names.flatMap((name) => [`test/contract/${name}`, `test/web/${name}`])]
}
