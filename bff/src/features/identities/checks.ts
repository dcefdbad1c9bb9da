import {
  addressComparisonLabels,
  type IdentityCheck,
  type IdentityView,
} from '@paydesk/shared/compliance/identities'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'

/** Fields that people may well not have; all other fields belong to a complete profile. */
const optionalFields = new Set([
  'title',
  'middle_name',
  'billing_address_secondary',
  'residential_address_secondary',
])

const isMissing = ({ visibility, ...value }: MaskedValue) =>
  visibility === 'absent' || ('present' in value && !value.present)

/** Uses only values that the role is shown, so that the result reveals nothing hidden. */
export function checkProfileFields({ profile }: Pick<IdentityView, 'profile'>): IdentityCheck {
  const wanted = profile.filter(({ member }) => !optionalFields.has(member))
  const missing = wanted.filter(({ value }) => isMissing(value)).map(({ member }) => member)
  const hidden = wanted.filter(({ value }) => value.visibility === 'hidden').length
  const common = {
    id: 'members' as const,
    name: 'Members of the profile',
    means:
      'The interface names 23 members; all but title, middle name and the additions of the addresses belong to a whole profile.',
  }
  const unseen = hidden === 0 ? '' : ` ${hidden} are not shown to your role and were not checked.`
  if (missing.length > 0)
    return {
      ...common,
      result: 'look',
      says: `Missing or empty: ${missing.join(', ')}.${unseen}`,
      todo: 'Ask the customer for what is missing, or the shop where it gave less than it has.',
    }
  return {
    ...common,
    result: hidden === 0 ? 'ok' : 'unknown',
    says:
      hidden === 0
        ? 'All that belong to a whole profile are given.'
        : `None that your role sees is missing.${unseen}`,
    todo: hidden === 0 ? 'Nothing.' : 'Hand a question over to a role that sees the others.',
  }
}

/**
 * Checks the RID of the record. A record with another RID is not shown
 * at all, so that case has no result here.
 */
export function checkRecordRid(given: MaskedValue): IdentityCheck {
  const common = {
    id: 'rid' as const,
    name: 'RID of the record',
    means: 'remote_user_id of the record is compared with the RID under which the identity was found.',
  }
  if (given.visibility === 'hidden' || isMissing(given))
    return {
      ...common,
      result: 'unknown',
      says: given.visibility === 'hidden' ? 'Not shown to your role.' : 'The record names no RID.',
      todo: 'Take the tie between record and customer from the transactions that name this identity.',
    }
  return { ...common, result: 'ok', says: 'It is the RID of this customer.', todo: 'Nothing.' }
}

/** KYC step and KYC state of the identity, as a transaction names them. */
export interface TransactionKycState {
  readonly step: string | null
  readonly kycState: string | null
}

const passedStates = new Set(['SUCCESS', 'ACCEPTED'])
const noReview = 'NONE'

function compareKycStates(
  own: string | null,
  said: readonly TransactionKycState[],
): Pick<IdentityCheck, 'result' | 'says'> {
  const steps = said.flatMap(({ step }) => (step === null || step === 'NA' ? [] : [step]))
  const others = new Set(said.flatMap(({ kycState }) => (kycState === null ? [] : [kycState])))
  if (own === null) return { result: 'unknown', says: 'The record gives no kyc_state.' }
  if ([...others].some((state) => state !== own))
    return {
      result: 'look',
      says: `The record says ${own}, a transaction of this customer says ${[...others].join(', ')}.`,
    }
  if (own === noReview && steps.some((step) => passedStates.has(step)))
    return { result: 'look', says: 'A transaction has passed its identity review, and kyc_state is NONE.' }
  if (
    own !== noReview &&
    steps.some((step) => step === 'FAILED' || step === 'EXPIRED') &&
    passedStates.has(own)
  )
    return { result: 'look', says: `kyc_state is ${own}, and the review of a transaction did not end well.` }
  if (steps.length === 0)
    return { result: 'unknown', says: `kyc_state is ${own}; no transaction that was read asks for a review.` }
  const fits =
    own === noReview ? steps.every((step) => step === 'PENDING') : steps.every((step) => step === own)
  return fits
    ? {
        result: 'ok',
        says: `kyc_state is ${own}, and the transactions that were read say ${steps.join(', ')}.`,
      }
    : {
        result: 'unknown',
        says: `kyc_state is ${own}, steps say ${steps.join(', ')}: the interface does not say which belong together.`,
      }
}

/**
 * Compares the record with the transactions. `said`: states of the
 * transactions; null if those could not be read.
 */
export function checkKycState(
  own: string | null,
  said: readonly TransactionKycState[] | null,
): IdentityCheck {
  const common = {
    id: 'kyc' as const,
    name: 'KYC state and identity review',
    means:
      'kyc_state of the record is compared with the step kyc of up to five of the customer’s transactions, open ones first.',
  }
  if (said === null)
    return {
      ...common,
      result: 'unknown',
      says: 'The customer’s transactions could not be read just now.',
      todo: 'Read again in a moment.',
    }
  const found = compareKycStates(own, said)
  const todo =
    found.result === 'look'
      ? 'Compare the record with the documents before you rely on the review.'
      : found.result === 'ok'
        ? 'Nothing.'
        : 'Rely on neither alone: look at the documents.'
  return { ...common, ...found, todo }
}

/** Returns null if the role may not learn how hidden fields compare. */
export function checkAddresses({ addresses }: Pick<IdentityView, 'addresses'>): IdentityCheck | null {
  const parts = addresses.flatMap(({ word, compared }) => (compared === null ? [] : [{ word, compared }]))
  if (parts.some(({ compared }) => compared.visibility === 'hidden')) return null
  const said = (text: string) =>
    parts
      .filter(({ compared }) => compared.visibility === 'clear' && compared.text === text)
      .map(({ word }) => word)
  const differ = said(addressComparisonLabels.differs)
  const oneSided = [
    ...said(addressComparisonLabels.residential_only),
    ...said(addressComparisonLabels.billing_only),
  ]
  const common = {
    id: 'addresses' as const,
    name: 'Billing beside residential address',
    means: 'Each part is compared without regard to case, spaces, points and commas.',
  }
  if (differ.length > 0)
    return {
      ...common,
      result: 'look',
      says: `Different: ${differ.join(', ').toLowerCase()}.`,
      todo: 'Two addresses are allowed. Ask for the reason where the payment gives cause.',
    }
  if (oneSided.length > 0 || said(addressComparisonLabels.equal).length === 0)
    return {
      ...common,
      result: 'unknown',
      says:
        oneSided.length > 0
          ? `Given on one side only: ${oneSided.join(', ').toLowerCase()}.`
          : 'Neither address is given.',
      todo: 'Nothing can be compared there; ask for the other address if it matters.',
    }
  return { ...common, result: 'ok', says: 'They are the same.', todo: 'Nothing.' }
}

/** Returns null if the role may not see the count. `atLeast`: further customers were not counted. */
export function checkOtherCustomers(others: MaskedValue, atLeast: boolean): IdentityCheck | null {
  if (others.visibility !== 'clear') return null
  const common = {
    id: 'others' as const,
    name: 'Same identity under other RIDs',
    means:
      'Compared with every customer of your merchants whose identity this office has opened; of others nothing is known.',
  }
  if (others.text === '0')
    return {
      ...common,
      result: 'unknown',
      says: 'None that this office has seen.',
      todo: 'Nothing. The service has no list to be sure from.',
    }
  return {
    ...common,
    result: 'look',
    says: `${atLeast ? 'At least ' : ''}${others.text} other ${others.text === '1' ? 'customer names' : 'customers name'} this identity.`,
    todo: 'Open them: one person may have several accounts, or use an identity that is not theirs.',
  }
}
