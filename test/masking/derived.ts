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

/** What follows from a customer's records at a place of an answer, `addresses[2].compared` for the third part. */
export function derivedText(path: string, at: string, customer: Customer): string {
  const profile = profileOf(customer)
  if (path === 'derived.age') return ageOf(profile)
  if (path === 'derived.other_customers') return '0'
  const part = parts[Number(/addresses\[(\d)\]/.exec(at)?.[1])]
  if (part === undefined || part === null) throw new Error(`nothing is compared at ${at}`)
  const [home, bill] = ['residential', 'billing'].map((side) => profile[`${side}_address_${part}`])
  return home === bill ? 'equal' : 'differs'
}
