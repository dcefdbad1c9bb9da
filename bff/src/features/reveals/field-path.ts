import type { RevealTarget } from '@paydesk/shared/compliance/reveals'
import {
  type DocumentElement,
  isListableDocumentPath,
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

/** Empty record of each kind, as parsed: defines which paths exist, independent of the data of any record. */
const shapes: Readonly<Record<RevealTarget['kind'], unknown>> = {
  identity: requireReadable(parseIdentityRecord({ id: 'none', supporting_documents: one })),
  transaction: requireReadable(parseStateRecord(state)),
  notification: parseNotificationRecord({ ...state, outstanding_tasks: one }),
  document: parseDocumentElements({ url: 'none' }, () => ({ where: 'unusable' })).listed[0],
  audit_entry: { about: { id: guardValue('audit.subject_id', null) } },
}

function requireReadable(
  read: { readonly ok: true; readonly value: unknown } | { readonly ok: false },
): unknown {
  if (!read.ok) throw new Error('an empty record must be readable')
  return read.value
}

/** First step of the path to a document field whose name the payment service chooses. */
const member = 'fields'

/** Path of the one object whose field names the payment service chooses; one example field stands for all. */
const ext = 'original_message.account.ext'

/** Follows a path from a node; undefined if there is no node. Only own properties of the record count. */
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
 * Returns the field of the access policy to which a path leads in every record of this kind, or null. Looks
 * at no record: a person who may not see a field gets the same answer with and without a value.
 */
export function findFieldAtPath(kind: RevealTarget['kind'], path: Path): FieldName | null {
  if (kind === 'document' && path[0] === member)
    return isListableDocumentPath(path.slice(1)) ? ('document.other' satisfies FieldName) : null
  const first = path.map((step) => (/^(0|[1-9]\d{0,3})$/.test(step) ? '0' : step))
  const isFree = path.length === 4 && path.slice(0, 3).join('.') === ext
  const general = isFree ? [...path.slice(0, 3), 'any'] : first
  return toGuardedValue(follow(shapes[kind], general))?.field ?? null
}

/** Returns the value at a path of one record; null if the record has no value there. */
export function findValueAtPath(record: unknown, path: Path): GuardedValue | null {
  return toGuardedValue(follow(record, path))
}

const isSame = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, at) => step === other[at])

/** Returns the value at a path of a document; null for a field that is not listed. */
export function findDocumentValueAtPath(element: DocumentElement, path: Path): GuardedValue | null {
  if (path[0] !== member) return findValueAtPath(element, path)
  return element.members.find((one) => isSame(one.path, path.slice(1)))?.value ?? null
}
