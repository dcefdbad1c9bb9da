import { isProofRun, recordEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import type { OutputChannel } from '@paydesk/shared/compliance/field-permissions'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { exitKindOf } from './exit-kinds.ts'
import { fieldAt, fieldsAt } from './fields.ts'
import type { Exit } from './haystack.ts'

const kindOf = new Map<string, OutputChannel>(
  Object.values(endpoints).map((one) => [`${one.method} ${one.path}`, exitKindOf(one)] as const),
)

interface Left {
  readonly route: string
  readonly exit: OutputChannel
  readonly answered: boolean
}

/** Returns the route of an output and the channel by which it left: a rejected or failed call is an error. */
function leftBy({ what }: Exit): Left {
  const [, failing, route = what, status = ''] = /^(failing )?(.*?) \((\d+)\)$/.exec(what) ?? []
  const answered = failing === undefined && status.startsWith('2')
  // Count pages and answers without a session as screens, including redirects.
  const exit = failing !== undefined || Number(status) >= 400 ? 'error' : (kindOf.get(route) ?? 'screen')
  return { route, exit, answered }
}

/** Records for the proof which routes this role called, and how many outputs of each kind were searched. */
export function keepWalk(role: Role, exits: readonly Exit[]): void {
  if (!isProofRun) return
  const counts = new Map<OutputChannel, number>([['header', exits.length]])
  const called = new Map<string, boolean>()
  for (const { route, exit, answered } of exits.map(leftBy)) {
    counts.set(exit, (counts.get(exit) ?? 0) + 1)
    called.set(route, answered || (called.get(route) ?? false))
  }
  for (const [exit, outputs] of counts) recordEvidence({ what: 'outputs', exit, role, outputs })
  for (const [route, answered] of called) recordEvidence({ what: 'called', route, role, answered })
}

/**
 * Records for the proof what was searched for, in which outputs, and what was found that must not be there.
 */
export function keepSearched(
  role: Role,
  check: 'markers' | 'place',
  searched: readonly { readonly path: string }[],
  exits: readonly Exit[],
  found: readonly string[],
): void {
  if (!isProofRun) return
  const kinds: OutputChannel[] =
    check === 'place' ? ['screen', 'record'] : [...exits.map((one) => leftBy(one).exit), 'header']
  const places = [...new Set(searched.map(({ path }) => path))].filter(
    (path) => !path.startsWith('office.ticket'),
  )
  recordEvidence({ what: 'searched', check, role, fields: fieldsAt(places), exits: [...new Set(kinds)] })
  for (const text of found) {
    const [path = ''] = /[a-z]+(?:\[\d+\])?\.[\w.[\]]+/.exec(text) ?? []
    recordEvidence({ what: 'wrong', words: `${nameAt(path)} for ${role}: ${text}` })
  }
}

function nameAt(path: string): string {
  try {
    return fieldAt(path)
  } catch {
    return 'a value'
  }
}
