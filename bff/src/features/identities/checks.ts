import type {
  AddressComparisonResult,
  IdentityCheck,
  IdentityView,
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

/** Creates a check without names, state or count, unless they are given. */
const createCheck = (
  id: IdentityCheck['id'],
  result: IdentityCheck['result'],
  finding: IdentityCheck['finding'],
  values: Partial<Pick<IdentityCheck, 'names' | 'state' | 'count'>> = {},
): IdentityCheck => ({ id, result, finding, names: [], state: null, count: 0, ...values })

/** Uses only values that the role is shown, so that the result reveals nothing hidden. */
export function checkProfileFields({ profile }: Pick<IdentityView, 'profile'>): IdentityCheck {
  const wanted = profile.filter(({ field }) => !optionalFields.has(field))
  const names = wanted.filter(({ value }) => isMissing(value)).map(({ field }) => field)
  const count = wanted.filter(({ value }) => value.visibility === 'hidden').length
  if (names.length > 0) return createCheck('members', 'attention', 'fields_missing', { names, count })
  return count === 0
    ? createCheck('members', 'ok', 'profile_complete')
    : createCheck('members', 'unknown', 'no_visible_field_missing', { count })
}

/**
 * Checks the RID of the record. A record with another RID is not shown
 * at all, so that case has no result here.
 */
export function checkRecordRid(given: MaskedValue): IdentityCheck {
  if (given.visibility === 'hidden') return createCheck('rid', 'unknown', 'rid_hidden')
  return isMissing(given)
    ? createCheck('rid', 'unknown', 'rid_missing')
    : createCheck('rid', 'ok', 'rid_matches')
}

/** KYC step and KYC state of the identity, as a transaction names them. */
export interface TransactionKycState {
  readonly step: string | null
  readonly kycState: string | null
}

const passedStates = new Set(['SUCCESS', 'ACCEPTED'])
const noReview = 'NONE'

/**
 * Compares the record with the transactions. `said`: states of the
 * transactions; null if those could not be read.
 */
export function checkKycState(
  state: string | null,
  said: readonly TransactionKycState[] | null,
): IdentityCheck {
  const check = (
    result: IdentityCheck['result'],
    finding: IdentityCheck['finding'],
    names: readonly string[] = [],
  ) => createCheck('kyc', result, finding, { state, names: [...names] })
  if (said === null) return check('unknown', 'transactions_not_loaded')
  const steps = said.flatMap(({ step }) => (step === null || step === 'NA' ? [] : [step]))
  const others = new Set(said.flatMap(({ kycState }) => (kycState === null ? [] : [kycState])))
  if (state === null) return check('unknown', 'kyc_state_missing')
  if ([...others].some((other) => other !== state))
    return check('attention', 'kyc_states_differ', [...others])
  if (state === noReview && steps.some((step) => passedStates.has(step)))
    return check('attention', 'kyc_passed_but_none')
  if (passedStates.has(state) && steps.some((step) => step === 'FAILED' || step === 'EXPIRED'))
    return check('attention', 'kyc_review_failed')
  if (steps.length === 0) return check('unknown', 'no_kyc_review')
  const fits =
    state === noReview ? steps.every((step) => step === 'PENDING') : steps.every((step) => step === state)
  return fits ? check('ok', 'kyc_matches', steps) : check('unknown', 'kyc_unrelated', steps)
}

/** Returns null if the role may not learn how hidden fields compare. */
export function checkAddresses({ addresses }: Pick<IdentityView, 'addresses'>): IdentityCheck | null {
  const parts = addresses.flatMap(({ part, compared }) => (compared === null ? [] : [{ part, compared }]))
  if (parts.some(({ compared }) => compared.visibility === 'hidden')) return null
  const partsWith = (...results: AddressComparisonResult[]) =>
    parts
      .filter(
        ({ compared }) => compared.visibility === 'clear' && results.some((one) => one === compared.text),
      )
      .map(({ part }) => part)
  const differ = partsWith('differs')
  const oneSided = [...partsWith('residential_only'), ...partsWith('billing_only')]
  if (differ.length > 0) return createCheck('addresses', 'attention', 'addresses_differ', { names: differ })
  if (oneSided.length > 0)
    return createCheck('addresses', 'unknown', 'address_on_one_side', { names: oneSided })
  return partsWith('equal').length === 0
    ? createCheck('addresses', 'unknown', 'no_address')
    : createCheck('addresses', 'ok', 'addresses_equal')
}

/** Returns null if the role may not see the count. `atLeast`: further customers were not counted. */
export function checkOtherCustomers(others: MaskedValue, atLeast: boolean): IdentityCheck | null {
  if (others.visibility !== 'clear') return null
  const count = Number(others.text)
  if (count === 0) return createCheck('others', 'unknown', 'no_other_customers')
  return createCheck('others', 'attention', atLeast ? 'at_least_other_customers' : 'other_customers', {
    count,
  })
}
