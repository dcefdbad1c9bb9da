import type { RevealRecord } from '@paydesk/shared/compliance/reveal'
import {
  type DocumentElement,
  documentElements,
  isListable,
} from '../../payment-service/parsing/document-elements.ts'
import { identityRecord, notificationRecord, stateRecord } from '../../payment-service/parsing/wire.ts'
import { Guarded, guard } from '../../platform/access/guarded.ts'
import type { Field } from '../../platform/access/policy/matrix.ts'
import { isMembers } from '../../platform/access/reader.ts'

type Path = readonly string[]

const one = [{}]
const state = {
  id: 'none',
  payment_provider_responses: one,
  original_message: { account: { ext: { any: '' } } },
}

/** An empty record of each kind, as it is read: what can stand where, whatever a record holds. */
const shapes: Readonly<Record<RevealRecord['kind'], unknown>> = {
  identity: readable(identityRecord({ id: 'none', supporting_documents: one })),
  transaction: readable(stateRecord(state)),
  notification: notificationRecord({ ...state, outstanding_tasks: one }),
  document: documentElements({ url: 'none' }, () => ({ where: 'unusable' })).listed[0],
  trail_entry: { about: { id: guard('audit.subject_id', null) } },
}

function readable(read: { readonly ok: true; readonly value: unknown } | { readonly ok: false }): unknown {
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
    return isMembers(node) && !(node instanceof Guarded) && Object.hasOwn(node, step) ? node[step] : undefined
  }, from)
}

const leaf = (node: unknown): Guarded | null => (node instanceof Guarded ? node : null)

/**
 * The field of the matrix to which a path leads in every record of this kind, or null where it leads to none.
 * Nothing of a record is asked for it: who may not see a field is told the same whether it is there or not.
 */
export function fieldAt(kind: RevealRecord['kind'], path: Path): Field | null {
  if (kind === 'document' && path[0] === member)
    return isListable(path.slice(1)) ? ('document.other' satisfies Field) : null
  const first = path.map((step) => (/^(0|[1-9]\d{0,3})$/.test(step) ? '0' : step))
  const isFree = path.length === 4 && path.slice(0, 3).join('.') === ext
  const general = isFree ? [...path.slice(0, 3), 'any'] : first
  return leaf(follow(shapes[kind], general))?.field ?? null
}

/** The value at a path of one record; null where the record has nothing there. */
export function leafAt(record: unknown, path: Path): Guarded | null {
  return leaf(follow(record, path))
}

const isSame = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, at) => step === other[at])

/** The same of a document: a member that is not listed is not there. */
export function documentLeafAt(element: DocumentElement, path: Path): Guarded | null {
  if (path[0] !== member) return leafAt(element, path)
  return element.members.find((one) => isSame(one.path, path.slice(1)))?.value ?? null
}
