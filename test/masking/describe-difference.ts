import type { Role } from '@paydesk/shared/core/permissions'
import { seesAt, textSeen } from './oracle.ts'
import { revealsAt } from './oracle-reveals.ts'
import { isObject } from './places.ts'
import type { RecordJson } from './records.ts'

/** Returns the masked value that a view must show to this role. */
export function expectedShown(role: Role, path: string, text: string | null): RecordJson {
  const sees = seesAt(path, role)
  if (sees === 'none') return { visibility: 'hidden' }
  if (sees === 'presence') return { visibility: 'presence', present: text !== null && text !== '0' }
  if (text === null) return { visibility: 'absent' }
  const shown = textSeen(sees, text)
  if (shown === text) return { visibility: 'clear', text }
  const way = revealsAt(path, role)
  return { visibility: 'masked', text: shown, ...(way !== null && { reveal: way }) }
}

type Shown = { readonly [member: string]: RecordJson | undefined }

/** Names the visibility of a value; of a masked one, the mask and its reveal. */
export function describeShown({ visibility, mask, reveal }: Shown, sees: string): string {
  if (visibility !== 'masked') return String(visibility)
  return `${mask ?? sees} ${reveal === undefined ? 'without reveal' : `with reveal ${reveal}`}`
}

/** Files of the hand-kept copy of the access design, by the first part of a path. */
const oracleFiles: Readonly<Record<string, string>> = {
  authorization: 'oracle-authorization.ts',
  state: 'oracle-state.ts',
  list: 'oracle-state.ts',
  notifications: 'oracle-notifications.ts',
  identity: 'oracle-identity.ts',
  derived: 'oracle-identity.ts',
}

/** Names the file of the oracle that has the row of a path. */
export const oracleFileOf = (path: string) => oracleFiles[/^\w+/.exec(path)?.[0] ?? ''] ?? 'oracle-office.ts'

/** Names both sides of a difference, and the file to mend if the access policy is right. */
export function describeDifference(
  path: string,
  sees: string,
  shown: RecordJson,
  expected: RecordJson,
): string {
  if (!isObject(shown) || !isObject(expected)) return `, the oracle says ${sees}`
  const [left, right] = [describeShown(shown, 'a mask'), describeShown(expected, sees)]
  const isReveal = shown.visibility === expected.visibility && shown.text === expected.text
  const file = isReveal ? 'oracle-reveals.ts' : oracleFileOf(path)
  return left === right
    ? ` as ${left}, with another text than the record gives`
    : ` as ${left}, the oracle says ${right}: mend ${file} or the access policy`
}
