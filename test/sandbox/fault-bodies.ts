import type { ServiceOperation } from './fault-names.ts'
import { uuidFrom } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import { isJsonObject, objectAt, parseJson, serialiseJson } from './json.ts'
import type { World } from './world.ts'
import { keyOf } from './world.ts'

type Alteration = 'unknown-members' | 'duplicate-keys' | 'deep' | 'wide' | 'long-string'

/** Text added to a body that could not be built as a value, or not cheaply. */
const added: Readonly<Record<Exclude<Alteration, 'duplicate-keys'>, () => string>> = {
  deep: () => `"deep":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  wide: () => Array.from({ length: 1_000_000 }, (_, index) => `"m${index}":0`).join(','),
  'long-string': () => `"note":"${'x'.repeat(5 * 1024 * 1024)}"`,
  'unknown-members': () =>
    '"unlisted_text":"surprise","unlisted_object":{"inner":[1,{"deeper":true}]},"__proto__":{"polluted":true}',
}
const built = new Map<string, string>()

/** Builds the text that a fault adds, once: building it during a request would add a delay of its own. */
export function buildAdded(fault: string): string {
  const made = built.get(fault) ?? (Object.hasOwn(added, fault) ? added[fault as keyof typeof added]() : '')
  built.set(fault, made)
  return made
}

/** Applies a fault to the text of the body. */
export function alteredBody(fault: Alteration, healthy: string): string {
  return fault === 'duplicate-keys' ? duplicated(healthy) : withMember(healthy, buildAdded(fault))
}

function withMember(text: string, member: string): string {
  const end = text.lastIndexOf('}')
  if (!text.startsWith('{')) return `{"data":${text},${member}}`
  return `${text.slice(0, end)}${text === '{}' ? '' : ','}${member}}`
}

/** Duplicates the first `state`, `data` or `id` field with another value. */
function duplicated(text: string): string {
  if (text.includes('"state":"')) return text.replace(/"state":"/, '"state":"SUCCESS","state":"')
  if (text.startsWith('{"data":')) return text.replace('{"data":', '{"data":[],"data":')
  return text.replace(/^\{/, '{"id":"somebody-else","kyc_state":"APPROVED",')
}

/** Replaces the answer with one that belongs to another record. */
export function swapAnswer(
  what: 'id' | 'merchant' | 'rid',
  operation: ServiceOperation,
  healthy: string,
  world: World,
): string {
  const body = parseJson(healthy)
  if (body === undefined) return healthy
  if (operation === 'list') return serialiseJson(swappedList(what, body, world))
  if (operation === 'identity') return serialiseJson(swappedIdentity(what, body))
  return serialiseJson(
    operation === 'notifications'
      ? changeEachNotification(body, (notification) => swapMember(what, notification))
      : swapMember(what, body),
  )
}

function swapMember(what: 'id' | 'merchant' | 'rid', value: Json): Json {
  if (!isJsonObject(value)) return value
  const other = uuidFrom('transaction of somebody else')
  if (what === 'id') return { ...value, id: other, ...('uid' in value ? { uid: other } : {}) }
  const message = { ...objectAt(value, 'original_message') }
  if (what === 'merchant') message.merchant_id = 'foreign-merchant'
  else message.account = { ...objectAt(message, 'account'), identifier: 'cust-somebody-else' }
  return { ...value, original_message: message }
}

function changeEachNotification(body: Json, change: (notification: Json) => Json): Json {
  if (Array.isArray(body)) return body.map(change)
  if (!isJsonObject(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([member, list]) => [member, Array.isArray(list) ? list.map(change) : list]),
  )
}

function swappedList(what: 'id' | 'merchant' | 'rid', body: Json, world: World): JsonObject {
  const list = isJsonObject(body) && Array.isArray(body.data) ? body.data : []
  const foreign = world.lists.get(keyOf('stage', 'foreign-merchant', 'cust-foreign'))?.transactionIds[0]
  const other = world.lists.get(keyOf('stage', 'demo-merchant', 'cust-one'))?.transactionIds[0]
  const id = what === 'merchant' ? foreign : what === 'rid' ? other : uuidFrom('transaction of nobody')
  return {
    data: list.map((entry, index) =>
      index === 0 && isJsonObject(entry) ? { ...entry, transaction_uid: id ?? '' } : entry,
    ),
  }
}

function swappedIdentity(what: 'id' | 'merchant' | 'rid', body: Json): Json {
  if (!isJsonObject(body)) return body
  if (what === 'id') return { ...body, id: '_0000000_18000000000__0000' }
  if (what === 'merchant') return { ...body, merchant_id: 'foreign-merchant' }
  return { ...body, profile: { ...objectAt(body, 'profile'), remote_user_id: 'cust-somebody-else' } }
}
