import type { GeneratedCustomer, RecordJsonObject } from './records.ts'

/**
 * Compared parts of an address, in order; the street number (null) has no counterpart in the billing address.
 */
const parts = ['street', null, 'secondary', 'postal_code', 'city', 'country'] as const

function profileOf({ records }: GeneratedCustomer): RecordJsonObject {
  const { profile } = records.identity
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile))
    throw new Error('the record has no profile')
  return profile
}

/** Computes the age by this year's birthday, in another way than Paydesk does. */
function ageOf({ dob }: RecordJsonObject): string {
  const born = new Date(String(dob))
  const now = new Date()
  const birthday = Date.UTC(now.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate())
  return String(now.getUTCFullYear() - born.getUTCFullYear() - (birthday > now.getTime() ? 1 : 0))
}

/**
 * Returns the name of a file: the first file of a document has a name beside its URL, the second has only a
 * URL.
 */
function fileName(at: string, { records }: GeneratedCustomer): string {
  const [, document = '', file = ''] = /documents\[(\d)\]\.files\[(\d)\]/.exec(at) ?? []
  const { supporting_documents: documents } = records.identity
  const found = Array.isArray(documents) ? documents[Number(document)] : null
  if (file !== '0' || typeof found !== 'object' || found === null || Array.isArray(found)) return ''
  const { file: json } = found
  const isNamed = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isNamed ? String(json.name) : ''
}

/**
 * Returns the derived value at a place of an answer; `addresses[2].compared` is the third part of the
 * address. Throws for a part that is not compared.
 */
export function derivedText(path: string, at: string, customer: GeneratedCustomer): string {
  const profile = profileOf(customer)
  if (path === 'derived.age') return ageOf(profile)
  if (path === 'derived.other_customers') return '0'
  if (path === 'derived.file_name') return fileName(at, customer)
  const part = parts[Number(/addresses\[(\d)\]/.exec(at)?.[1])]
  if (part === undefined || part === null) throw new Error(`nothing is compared at ${at}`)
  const [home, bill] = ['residential', 'billing'].map((side) => profile[`${side}_address_${part}`])
  return home === bill ? 'equal' : 'differs'
}
