import { normalizeValueForCallerClaim } from '@paydesk/shared/compliance/caller-claim'
import type {
  CallerClaimKind,
  CallerVerificationResult,
} from '@paydesk/shared/compliance/caller-verification'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { compareGuardedNormalized, type GuardedValue, guardValue } from '../../platform/access/guarded.ts'
import { classifyRidForm } from '../../platform/access/masking/masks.ts'
import type { FieldName } from '../../platform/access/policy/access-policy.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import {
  type CustomerIdentityQuery,
  findCustomerIdentity,
  selectTransactionsForIdentity,
} from '../../records/identities.ts'
import { canBelongToRid, readTransactionInScope } from '../../records/transactions.ts'

/** Fields of the access policy that a claim is compared with; the audit log names the first one. */
export const callerClaimFields = {
  iban: ['transfer.sender_iban', 'rid'],
  dob: ['profile.dob'],
  email: ['profile.email'],
  postal_code: ['profile.residential_address_postal_code', 'profile.billing_address_postal_code'],
} as const satisfies Readonly<Record<CallerClaimKind, readonly [FieldName, ...FieldName[]]>>

type CandidateValues = readonly GuardedValue[]

/**
 * Loads the accounts from which this customer paid (interface, endpoint 4), and the RID if the RID is an
 * IBAN.
 */
async function loadAccounts(of: CustomerIdentityQuery, service: PaymentService): Promise<CandidateValues> {
  const { rid, merchant, scope, actor } = of
  const { reference } = actor
  const { value: list } = unwrapOutcome(
    await service.listTransactionsOfCustomer(merchant, rid, { reference }),
  )
  const perTransaction = selectTransactionsForIdentity(list).map(
    async (transaction): Promise<CandidateValues> => {
      const own = await readTransactionInScope(transaction, { scope, actor }, service)
      if (own.merchant !== merchant || !canBelongToRid(own.record.original_message.account.identifier, rid))
        return []
      const outcome = await service.listNotifications(transaction, { reference })
      if (outcome.outcome === 'not_found') return []
      return unwrapOutcome(outcome).value.entries.map((entry) => entry.original_sender_iban)
    },
  )
  const accounts = (await Promise.all(perTransaction)).flat()
  return classifyRidForm(rid) === 'iban' ? [guardValue('rid', rid), ...accounts] : accounts
}

/** Loads fields of the identity record that the customer's transactions name (interface, endpoint 5). */
async function loadProfileValues(
  kind: Exclude<CallerClaimKind, 'iban'>,
  of: CustomerIdentityQuery,
  service: PaymentService,
): Promise<CandidateValues> {
  const id = await findCustomerIdentity(of, service)
  if (id === null) return []
  const { profile } = unwrapOutcome(await service.readIdentity(id, { reference: of.actor.reference })).value
  // Reject an identity record that belongs to another customer.
  if (!canBelongToRid(profile.remote_user_id, of.rid)) throw new ProblemError('upstream_mismatch')
  switch (kind) {
    case 'dob':
      return [profile.dob]
    case 'email':
      return [profile.email]
    case 'postal_code':
      return [profile.residential_address_postal_code, profile.billing_address_postal_code]
  }
}

/**
 * Loads the values of this kind that the payment service has about a customer. Throws the problem of a failed
 * read.
 */
export function loadValuesForCallerClaim(
  kind: CallerClaimKind,
  of: CustomerIdentityQuery,
  service: PaymentService,
): Promise<CandidateValues> {
  return kind === 'iban' ? loadAccounts(of, service) : loadProfileValues(kind, of, service)
}

/**
 * Compares the claim with every value, even after a match: the duration must not reveal which value matches
 * or how many.
 */
export function compareCallerClaim(
  kind: CallerClaimKind,
  normal: string,
  candidateValues: CandidateValues,
): CallerVerificationResult {
  const seen = candidateValues.map((one) =>
    compareGuardedNormalized(one, normal, (text) => normalizeValueForCallerClaim(kind, text)),
  )
  const same = seen.filter((one) => one.isEqual).length
  const given = seen.filter((one) => one.hasValue).length
  return same > 0 ? 'match' : given > 0 ? 'other' : 'empty'
}
