import type { CallerAnswer } from '@paydesk/shared/compliance/caller'
import { normalOfRecord, type SaidKind } from '@paydesk/shared/compliance/caller-claim'
import { found } from '../../payment-service/found.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { type Guarded, guard, sameNormal } from '../../platform/access/guarded.ts'
import { formOfRid } from '../../platform/access/masking/masks.ts'
import type { Field } from '../../platform/access/policy/matrix.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { askedFor, identityNamedFor, type OfCustomer } from '../../records/identities.ts'
import { belongsTo, readOwnTransaction } from '../../records/transactions.ts'

/** The rows of the access matrix that a kind is compared with; the first one names it in the trail. */
export const comparedFields = {
  iban: ['transfer.sender_iban', 'rid'],
  dob: ['profile.dob'],
  email: ['profile.email'],
  postal_code: ['profile.residential_address_postal_code', 'profile.billing_address_postal_code'],
} as const satisfies Readonly<Record<SaidKind, readonly [Field, ...Field[]]>>

type Held = readonly Guarded[]

/** Accounts from which this customer's payments came (interface, endpoint 4), and the RID where it is an IBAN. */
async function accountsOf(of: OfCustomer, service: PaymentService): Promise<Held> {
  const { rid, merchant, scope, actor } = of
  const { reference } = actor
  const { value: list } = found(await service.listTransactions(merchant, rid, { reference }))
  const perTransaction = askedFor(list).map(async (transaction): Promise<Held> => {
    const own = await readOwnTransaction(transaction, { scope, actor }, service)
    if (own.merchant !== merchant || !belongsTo(own.record.original_message.account.identifier, rid))
      return []
    const outcome = await service.listNotifications(transaction, { reference })
    if (outcome.outcome === 'not_found') return []
    return found(outcome).value.entries.map((entry) => entry.original_sender_iban)
  })
  const accounts = (await Promise.all(perTransaction)).flat()
  return formOfRid(rid) === 'iban' ? [guard('rid', rid), ...accounts] : accounts
}

/** Members of the identity record that the customer's transactions name (interface, endpoint 5). */
async function membersOf(
  kind: Exclude<SaidKind, 'iban'>,
  of: OfCustomer,
  service: PaymentService,
): Promise<Held> {
  const id = await identityNamedFor(of, service)
  if (id === null) return []
  const { profile } = found(await service.readIdentity(id, { reference: of.actor.reference })).value
  // What belongs to somebody else is never compared in this customer's place.
  if (!belongsTo(profile.remote_user_id, of.rid)) throw new ProblemError('upstream_mismatch')
  switch (kind) {
    case 'dob':
      return [profile.dob]
    case 'email':
      return [profile.email]
    case 'postal_code':
      return [profile.residential_address_postal_code, profile.billing_address_postal_code]
  }
}

/** What the service's records hold of this kind about a customer. Throws the problem of a read that failed. */
export function heldOf(kind: SaidKind, of: OfCustomer, service: PaymentService): Promise<Held> {
  return kind === 'iban' ? accountsOf(of, service) : membersOf(kind, of, service)
}

/** Every value is compared, whichever is the same: the time says nothing about how many are, or which. */
export function compare(kind: SaidKind, normal: string, held: Held): CallerAnswer {
  const seen = held.map((one) => sameNormal(one, normal, (text) => normalOfRecord(kind, text)))
  const same = seen.filter((one) => one.same).length
  const given = seen.filter((one) => one.given).length
  return same > 0 ? 'match' : given > 0 ? 'other' : 'empty'
}
