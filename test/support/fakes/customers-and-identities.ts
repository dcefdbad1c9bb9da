import type {
  AddressComparisonRow,
  AddressPart,
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
    openWork: { discrepancies: null, paymentRequests: 0, questions: 0 },
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
    recorded: {
      merchantTransactionId: buildClearValue('order-5512'),
      firstSeenAt: hoursFromNow(-7),
      changedAt: hoursFromNow(-6),
      expiresAt: read.state.final ? null : hoursFromNow(41),
    },
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
    event: { raw: 'payment_success', documented: true, meaning: 'progress' },
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
        event: { raw: 'manual_risk_review', documented: true, meaning: 'review' },
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
        event: { raw: 'moon_phase_changed', documented: false, meaning: 'unknown' },
      }),
    ],
    shapeKnown: true,
    amount: buildClearValue('12550'),
    currency: buildClearValue('EUR'),
    ...change,
  }
}

const buildProfileField = (
  field: string,
  group: ProfileField['group'],
  value: ProfileField['value'],
): ProfileField => ({ field, group, value })

const buildAddressComparisonRow = (part: AddressPart, compared: MaskedValue): AddressComparisonRow => ({
  part,
  residential: `residential_address_${part}`,
  billing: `billing_address_${part}`,
  compared,
})

/** Builds a report with one check of each result. */
export function buildIdentityCheckReport(change: Partial<IdentityCheckReport> = {}): IdentityCheckReport {
  const check = (
    id: IdentityCheck['id'],
    result: IdentityCheck['result'],
    finding: IdentityCheck['finding'],
    values: Partial<IdentityCheck> = {},
  ) => ({ id, result, finding, names: [], state: null, count: 0, ...values })
  return {
    checks: [
      check('members', 'attention', 'fields_missing', { names: ['gender'] }),
      check('rid', 'ok', 'rid_matches'),
      check('kyc', 'unknown', 'no_kyc_review', { state: 'NONE' }),
      check('others', 'attention', 'other_customers', { count: 1 }),
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
      buildProfileField('fullname', 'person', buildMaskedValue('M. L.', 'initials')),
      buildProfileField('dob', 'person', buildMaskedValue('1988', 'year')),
      buildProfileField('gender', 'person', buildMaskedValue('••••••••', 'dots')),
      buildProfileField('citizen_country', 'person', buildMaskedValue('••••••••', 'dots')),
      buildProfileField('email', 'contact', buildMaskedValue('m•••••@•••••.test', 'email')),
      buildProfileField('remote_user_id', 'contact', buildClearValue('cust-00417')),
      buildProfileField('residential_address_street', 'residence', buildMaskedValue('••••••••', 'dots')),
      buildProfileField('residential_address_postal_code', 'residence', buildMaskedValue('75•••', 'area')),
      buildProfileField('residential_address_country', 'residence', buildClearValue('SE')),
      buildProfileField('billing_address_street', 'billing', buildMaskedValue('••••••••', 'dots')),
      buildProfileField('billing_address_postal_code', 'billing', buildMaskedValue('75•••', 'area')),
      buildProfileField('billing_address_country', 'billing', buildClearValue('SE')),
    ],
    age: buildClearValue('37'),
    addresses: [
      buildAddressComparisonRow('street', buildClearValue('equal')),
      {
        part: 'number',
        residential: 'residential_address_street_number',
        billing: null,
        compared: null,
      },
      buildAddressComparisonRow('postal_code', buildClearValue('differs')),
      buildAddressComparisonRow('country', buildClearValue('equal')),
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
      each.field === 'gender' || each.field.endsWith('street') ? { ...each, value: hiddenValue } : each,
    ),
  })
}
