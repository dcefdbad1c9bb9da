import type { Customer, JsonObject } from './records.ts'

/** The parts that are compared, in their order; the second has nothing on the other side. */
const parts = ['street', null, 'secondary', 'postal_code', 'city', 'country'] as const

function profileOf({ records }: Customer): JsonObject {
  const { profile } = records.identity
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile))
    throw new Error('the record has no profile')
  return profile
}

/** Reckoned once more and in another way than the product does: by the birthday of this year. */
function ageOf({ dob }: JsonObject): string {
  const born = new Date(String(dob))
  const now = new Date()
  const birthday = Date.UTC(now.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate())
  return String(now.getUTCFullYear() - born.getUTCFullYear() - (birthday > now.getTime() ? 1 : 0))
}

/** The first file of a document has a name beside its address, the second stands there by its address alone. */
function fileName(at: string, { records }: Customer): string {
  const [, document = '', file = ''] = /documents\[(\d)\]\.files\[(\d)\]/.exec(at) ?? []
  const { supporting_documents: documents } = records.identity
  const found = Array.isArray(documents) ? documents[Number(document)] : null
  if (file !== '0' || typeof found !== 'object' || found === null || Array.isArray(found)) return ''
  const { file: named } = found
  const isNamed = typeof named === 'object' && named !== null && !Array.isArray(named)
  return isNamed ? String(named.name) : ''
}

/** What follows from a customer's records at a place of an answer, `addresses[2].compared` for the third part. */
export function derivedText(path: string, at: string, customer: Customer): string {
  const profile = profileOf(customer)
  if (path === 'derived.age') return ageOf(profile)
  if (path === 'derived.other_customers') return '0'
  if (path === 'derived.file_name') return fileName(at, customer)
  const part = parts[Number(/addresses\[(\d)\]/.exec(at)?.[1])]
  if (part === undefined || part === null) throw new Error(`nothing is compared at ${at}`)
  const [home, bill] = ['residential', 'billing'].map((side) => profile[`${side}_address_${part}`])
  return home === bill ? 'equal' : 'differs'
}
