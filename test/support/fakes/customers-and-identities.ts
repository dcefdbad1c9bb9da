import type {
  AddressComparisonRow,
  IdentityCheck,
  IdentityCheckReport,
  IdentityView,
  ProfileField,
} from '@paydesk/shared/compliance/identities'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { isInReview } from '@paydesk/shared/core/state'
import type {
  CustomerTransaction,
  CustomerTransactionList,
  CustomerView,
} from '@paydesk/shared/payments/customers'
import type { SentNotification, TransactionSentNotifications } from '@paydesk/shared/payments/notifications'
import {
  buildTransactionId,
  maraCustomer,
  maraIdentity,
  otherMaraCustomer,
  reviewTransaction,
  succeededTransaction,
  waitingTransaction,
} from './ids.ts'
import {
  absentValue,
  buildClearValue,
  buildCompoundState,
  buildDataFreshness,
  buildMaskedValue,
  buildState,
  hiddenValue,
  hoursFromNow,
} from './values.ts'

export function buildCustomer(change: Partial<CustomerView> = {}): CustomerView {
  return {
    customer: maraCustomer,
    rid: buildClearValue('cust-00417'),
    ridForm: 'plain',
    merchant: buildClearValue('demo-merchant'),
    ...change,
  }
}

export function buildCustomerTransaction(
  transaction: TransactionId,
  state: string,
  compound: string,
  workflow = 'DEMO_OPEN_BANKING',
): CustomerTransaction {
  const read = { state: buildState(state), compound: buildCompoundState(compound) }
  return {
    transaction,
    ...read,
    workflow: buildClearValue(workflow),
    inReview: isInReview(read.state, read.compound),
    amount: null,
  }
}

const defaultTransactions: readonly CustomerTransaction[] = [
  buildCustomerTransaction(waitingTransaction, 'PENDING', 'PENDING.CONTACTING_USER'),
  buildCustomerTransaction(reviewTransaction, 'PENDING', 'MANUAL_REVIEW'),
  buildCustomerTransaction(succeededTransaction, 'SUCCESS', 'OK'),
  buildCustomerTransaction(buildTransactionId(4), 'EXPIRED', 'TRANSACTION_EXPIRED'),
  buildCustomerTransaction(buildTransactionId(5), 'QUARANTINED', 'QUARANTINED.NEW_REASON', 'DEMO_CARD'),
  buildCustomerTransaction(buildTransactionId(6), 'FAILED', 'FAILED', 'DEMO_CARD'),
]

export function buildCustomerTransactionList(
  entries: readonly CustomerTransaction[] = defaultTransactions,
  change: Partial<CustomerTransactionList> = {},
): CustomerTransactionList {
  const opened = entries.find((entry) => !entry.state.final) ?? entries[0]
  return {
    reading: buildDataFreshness(),
    entries: [...entries],
    unreadable: 0,
    opened: opened?.transaction ?? null,
    ...change,
  }
}

/** Builds a long history in which every state occurs. */
export function buildLongHistory(count: number): CustomerTransaction[] {
  const kinds = [
    ['SUCCESS', 'OK'],
    ['SUCCESS', 'OK'],
    ['EXPIRED', 'TRANSACTION_EXPIRED'],
    ['DECLINED', 'DECLINED'],
    ['SUCCESS', 'COMPLETE'],
    ['PENDING', 'PENDING.AWAIT_OTP'],
  ] as const
  return Array.from({ length: count }, (_, n) => {
    const [state, compound] = kinds[n % kinds.length] ?? kinds[0]
    return buildCustomerTransaction(
      buildTransactionId(n),
      state,
      compound,
      n % 4 === 0 ? 'DEMO_CARD' : 'DEMO_OPEN_BANKING',
    )
  })
}

function buildSentNotification(position: number, change: Partial<SentNotification> = {}): SentNotification {
  return {
    position,
    kind: 'transaction',
    event: { raw: 'payment_success', documented: true, word: 'Money received, on hold', means: 'progress' },
    state: buildState('PENDING'),
    compound: buildCompoundState('PENDING.PROCESSING_TRANSACTION'),
    received: true,
    amount: buildClearValue('12550'),
    currency: buildClearValue('EUR'),
    responseCode: buildClearValue('IS0104'),
    responseCodeDescription: absentValue,
    cardBrand: absentValue,
    maskedPan: absentValue,
    outstandingTasks: absentValue,
    senderName: absentValue,
    senderIban: absentValue,
    senderBankCountry: absentValue,
    beneficiaryIban: absentValue,
    transactionDetail: absentValue,
    ...change,
  }
}

export function buildTransactionSentNotifications(
  change: Partial<TransactionSentNotifications> = {},
): TransactionSentNotifications {
  return {
    reading: buildDataFreshness(),
    entries: [
      buildSentNotification(1),
      buildSentNotification(2, {
        event: { raw: 'manual_risk_review', documented: true, word: 'Risk review started', means: 'review' },
        state: buildState('MANUAL_REVIEW'),
        amount: absentValue,
        received: false,
      }),
      buildSentNotification(3, {
        kind: 'incoming_transfer',
        received: null,
        state: null,
        compound: null,
        senderName: buildMaskedValue('M. L.', 'initials'),
        senderIban: buildMaskedValue('SE•••••••••••••••3000', 'iban'),
      }),
      buildSentNotification(4, {
        event: { raw: 'moon_phase_changed', documented: false, word: 'moon_phase_changed', means: 'unknown' },
      }),
    ],
    shapeKnown: true,
    amount: buildClearValue('12550'),
    currency: buildClearValue('EUR'),
    ...change,
  }
}

const buildProfileField = (
  member: string,
  word: string,
  group: ProfileField['group'],
  value: ProfileField['value'],
): ProfileField => ({ member, word, group, value })

const buildAddressComparisonRow = (
  word: string,
  name: string,
  compared: MaskedValue,
): AddressComparisonRow => ({
  word,
  residential: `residential_address_${name}`,
  billing: `billing_address_${name}`,
  compared,
})

/** Builds a report with one check of each result. */
export function buildIdentityCheckReport(change: Partial<IdentityCheckReport> = {}): IdentityCheckReport {
  const check = (id: IdentityCheck['id'], result: IdentityCheck['result'], name: string, says: string) => ({
    ...{ id, result, name, says },
    means: `How ${name} is compared.`,
    todo: `What to do about ${name}.`,
  })
  return {
    checks: [
      check('members', 'look', 'Members of the profile', 'Missing or empty: gender.'),
      check('rid', 'ok', 'RID of the record', 'It is the RID of this customer.'),
      check('kyc', 'unknown', 'KYC state and identity review', 'No transaction asks for a review.'),
      check('others', 'look', 'Same identity under other RIDs', '1 other customer names this identity.'),
    ],
    others: buildClearValue('1'),
    otherCustomers: [{ customer: otherMaraCustomer, rid: buildClearValue('cust-00999') }],
    kyc: [
      {
        raw: 'NONE',
        source: 'identity',
        notBefore: hoursFromNow(-30),
        firstSeen: hoursFromNow(-28),
        lastSeen: hoursFromNow(0),
      },
      {
        raw: 'REVIEW',
        source: 'identity',
        notBefore: null,
        firstSeen: hoursFromNow(-90),
        lastSeen: hoursFromNow(-30),
      },
    ],
    ...change,
  }
}

export function buildIdentity(change: Partial<IdentityView> = {}): IdentityView {
  return {
    identity: maraIdentity,
    customer: { customer: maraCustomer, rid: buildClearValue('cust-00417') },
    reading: buildDataFreshness(),
    id: buildClearValue('_a41c7e2_18f2b3c4d50__3b1f'),
    uid: buildClearValue('b27e60ca-82c3-41b0-9fbe-6a7b8c9d0e24'),
    kycState: buildClearValue('NONE'),
    createdAt: buildClearValue('2025-02-03T09:14:22.118Z'),
    ledgerLifetimeAmount: buildClearValue('182550'),
    ledgerLifetimeCurrency: buildClearValue('EUR'),
    profile: [
      buildProfileField('fullname', 'Full name', 'person', buildMaskedValue('M. L.', 'initials')),
      buildProfileField('dob', 'Date of birth', 'person', buildMaskedValue('1988', 'year')),
      buildProfileField('gender', 'Gender', 'person', buildMaskedValue('••••••••', 'dots')),
      buildProfileField('citizen_country', 'Citizenship', 'person', buildMaskedValue('••••••••', 'dots')),
      buildProfileField('email', 'E-mail', 'contact', buildMaskedValue('m•••••@•••••.test', 'email')),
      buildProfileField('remote_user_id', 'RID', 'contact', buildClearValue('cust-00417')),
      buildProfileField(
        'residential_address_street',
        'Street',
        'residence',
        buildMaskedValue('••••••••', 'dots'),
      ),
      buildProfileField(
        'residential_address_postal_code',
        'Postal code',
        'residence',
        buildMaskedValue('75•••', 'area'),
      ),
      buildProfileField('residential_address_country', 'Country', 'residence', buildClearValue('SE')),
      buildProfileField('billing_address_street', 'Street', 'billing', buildMaskedValue('••••••••', 'dots')),
      buildProfileField(
        'billing_address_postal_code',
        'Postal code',
        'billing',
        buildMaskedValue('75•••', 'area'),
      ),
      buildProfileField('billing_address_country', 'Country', 'billing', buildClearValue('SE')),
    ],
    age: buildClearValue('37'),
    addresses: [
      buildAddressComparisonRow('Street', 'street', buildClearValue('equal')),
      {
        word: 'Number',
        residential: 'residential_address_street_number',
        billing: null,
        compared: null,
      },
      buildAddressComparisonRow('Postal code', 'postal_code', buildClearValue('differs')),
      buildAddressComparisonRow('Country', 'country', buildClearValue('equal')),
    ],
    documents: buildClearValue('3'),
    unclassified: null,
    ...change,
  }
}

/** Builds the identity as support sees it: mostly masked or hidden. */
export function buildIdentityForSupport(): IdentityView {
  return buildIdentity({
    id: { visibility: 'presence', present: true },
    uid: { visibility: 'presence', present: true },
    ledgerLifetimeAmount: hiddenValue,
    ledgerLifetimeCurrency: hiddenValue,
    createdAt: buildMaskedValue('2025-02-03', 'date'),
    documents: { visibility: 'presence', present: true },
    age: hiddenValue,
    addresses: buildIdentity().addresses.map((part) => ({ ...part, compared: part.compared && hiddenValue })),
    profile: buildIdentity().profile.map((each) =>
      each.member === 'gender' || each.member.endsWith('street') ? { ...each, value: hiddenValue } : each,
    ),
  })
}
