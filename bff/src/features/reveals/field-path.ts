import type { RevealTarget } from '@paydesk/shared/compliance/reveal'
import {
  type DocumentElement,
  isListablePath,
  parseDocumentElements,
} from '../../payment-service/parsing/document-elements.ts'
import {
  parseIdentityRecord,
  parseNotificationRecord,
  parseStateRecord,
} from '../../payment-service/parsing/wire.ts'
import { isRawObject } from '../../platform/access/field-parsers.ts'
import { GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'

type Path = readonly string[]

const one = [{}]
const state = {
  id: 'none',
  payment_provider_responses: one,
  original_message: { account: { ext: { any: '' } } },
}

/** An empty record of each kind, as it is read: what can stand where, whatever a record holds. */
const shapes: Readonly<Record<RevealTarget['kind'], unknown>> = {
  identity: requireReadable(parseIdentityRecord({ id: 'none', supporting_documents: one })),
  transaction: requireReadable(parseStateRecord(state)),
  notification: parseNotificationRecord({ ...state, outstanding_tasks: one }),
  document: parseDocumentElements({ url: 'none' }, () => ({ where: 'unusable' })).listed[0],
  trail_entry: { about: { id: guardValue('audit.subject_id', null) } },
}

function requireReadable(
  read: { readonly ok: true; readonly value: unknown } | { readonly ok: false },
): unknown {
  if (!read.ok) throw new Error('an empty record must be readable')
  return read.value
}

/** Before the way down of a member of a document, whose names are the service's own. */
const member = 'members'

/** The one object whose members the service names itself, one of which stands for all of them. */
const ext = 'original_message.account.ext'

/** The node that a path leads to from another; undefined where there is nothing. Only what a record itself holds. */
function follow(from: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, step) => {
    if (Array.isArray(node)) return /^(0|[1-9]\d{0,3})$/.test(step) ? node[Number(step)] : undefined
    return isRawObject(node) && !(node instanceof GuardedValue) && Object.hasOwn(node, step)
      ? node[step]
      : undefined
  }, from)
}

const toGuardedValue = (node: unknown): GuardedValue | null => (node instanceof GuardedValue ? node : null)

/**
 * The field of the matrix to which a path leads in every record of this kind, or null where it leads to none.
 * Nothing of a record is asked for it: who may not see a field is told the same whether it is there or not.
 */
export function findFieldAtPath(kind: RevealTarget['kind'], path: Path): FieldName | null {
  if (kind === 'document' && path[0] === member)
    return isListablePath(path.slice(1)) ? ('document.other' satisfies FieldName) : null
  const first = path.map((step) => (/^(0|[1-9]\d{0,3})$/.test(step) ? '0' : step))
  const isFree = path.length === 4 && path.slice(0, 3).join('.') === ext
  const general = isFree ? [...path.slice(0, 3), 'any'] : first
  return toGuardedValue(follow(shapes[kind], general))?.field ?? null
}

/** The value at a path of one record; null where the record has nothing there. */
export function findValueAtPath(record: unknown, path: Path): GuardedValue | null {
  return toGuardedValue(follow(record, path))
}

const isSame = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, at) => step === other[at])

/** The same of a document: a member that is not listed is not there. */
export function findDocumentValueAtPath(element: DocumentElement, path: Path): GuardedValue | null {
  if (path[0] !== member) return findValueAtPath(element, path)
  return element.members.find((one) => isSame(one.path, path.slice(1)))?.value ?? null
}
