import type { AddressPart, IdentityView, ProfileField } from '@paydesk/shared/compliance/identity'
import type { IdentityCheck, IdentityChecks } from '@paydesk/shared/compliance/identity-checks'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { Shown } from '@paydesk/shared/core/masked-value'
import { isInReview } from '@paydesk/shared/core/state'
import type {
  CustomerTransaction,
  CustomerTransactions,
  CustomerView,
} from '@paydesk/shared/payments/customer'
import type { NotificationView, TransactionNotifications } from '@paydesk/shared/payments/notification'
import { mara, maraIdentity, numbered, otherMara, reviewed, succeeded, waiting } from './ids.ts'
import { absent, clear, compoundOf, hidden, inHours, masked, readNow, stateOf } from './values.ts'

export function customer(change: Partial<CustomerView> = {}): CustomerView {
  return {
    customer: mara,
    rid: clear('cust-00417'),
    ridForm: 'plain',
    merchant: clear('demo-merchant'),
    ...change,
  }
}

export function listed(
  transaction: TransactionId,
  state: string,
  compound: string,
  workflow = 'DEMO_OPEN_BANKING',
): CustomerTransaction {
  const read = { state: stateOf(state), compound: compoundOf(compound) }
  return {
    transaction,
    ...read,
    workflow: clear(workflow),
    inReview: isInReview(read.state, read.compound),
    amount: null,
  }
}

const usual: readonly CustomerTransaction[] = [
  listed(waiting, 'PENDING', 'PENDING.CONTACTING_USER'),
  listed(reviewed, 'PENDING', 'MANUAL_REVIEW'),
  listed(succeeded, 'SUCCESS', 'OK'),
  listed(numbered(4), 'EXPIRED', 'TRANSACTION_EXPIRED'),
  listed(numbered(5), 'QUARANTINED', 'QUARANTINED.NEW_REASON', 'DEMO_CARD'),
  listed(numbered(6), 'FAILED', 'FAILED', 'DEMO_CARD'),
]

export function transactionsOf(
  entries: readonly CustomerTransaction[] = usual,
  change: Partial<CustomerTransactions> = {},
): CustomerTransactions {
  const opened = entries.find((entry) => !entry.state.final) ?? entries[0]
  return {
    reading: readNow(),
    entries: [...entries],
    unreadable: 0,
    opened: opened?.transaction ?? null,
    ...change,
  }
}

/** A long history in which every state occurs. */
export function longHistory(count: number): CustomerTransaction[] {
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
    return listed(numbered(n), state, compound, n % 4 === 0 ? 'DEMO_CARD' : 'DEMO_OPEN_BANKING')
  })
}

function notification(position: number, change: Partial<NotificationView> = {}): NotificationView {
  return {
    position,
    kind: 'transaction',
    event: { raw: 'payment_success', known: true, word: 'Money received, on hold', means: 'progress' },
    state: stateOf('PENDING'),
    compound: compoundOf('PENDING.PROCESSING_TRANSACTION'),
    received: true,
    amount: clear('12550'),
    currency: clear('EUR'),
    responseCode: clear('IS0104'),
    responseCodeDescription: absent,
    cardBrand: absent,
    maskedPan: absent,
    outstandingTasks: absent,
    senderName: absent,
    senderIban: absent,
    senderBankCountry: absent,
    beneficiaryIban: absent,
    transactionDetail: absent,
    ...change,
  }
}

export function notifications(change: Partial<TransactionNotifications> = {}): TransactionNotifications {
  return {
    reading: readNow(),
    entries: [
      notification(1),
      notification(2, {
        event: { raw: 'manual_risk_review', known: true, word: 'Risk review started', means: 'review' },
        state: stateOf('MANUAL_REVIEW'),
        amount: absent,
        received: false,
      }),
      notification(3, {
        kind: 'incoming_transfer',
        received: null,
        state: null,
        compound: null,
        senderName: masked('M. L.', 'initials'),
        senderIban: masked('SE•••••••••••••••3000', 'iban'),
      }),
      notification(4, {
        event: { raw: 'moon_phase_changed', known: false, word: 'moon_phase_changed', means: 'unknown' },
      }),
    ],
    shapeKnown: true,
    amount: clear('12550'),
    currency: clear('EUR'),
    ...change,
  }
}

const field = (
  member: string,
  word: string,
  group: ProfileField['group'],
  value: ProfileField['value'],
): ProfileField => ({ member, word, group, value })

const addressPart = (word: string, name: string, compared: Shown): AddressPart => ({
  word,
  residential: `residential_address_${name}`,
  billing: `billing_address_${name}`,
  compared,
})

/** What is compared and kept of an identity: one check of each result. */
export function identityChecks(change: Partial<IdentityChecks> = {}): IdentityChecks {
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
    others: clear('1'),
    otherCustomers: [{ customer: otherMara, rid: clear('cust-00999') }],
    kyc: [
      {
        raw: 'NONE',
        source: 'identity',
        notBefore: inHours(-30),
        firstSeen: inHours(-28),
        lastSeen: inHours(0),
      },
      { raw: 'REVIEW', source: 'identity', notBefore: null, firstSeen: inHours(-90), lastSeen: inHours(-30) },
    ],
    ...change,
  }
}

export function identity(change: Partial<IdentityView> = {}): IdentityView {
  return {
    identity: maraIdentity,
    customer: { customer: mara, rid: clear('cust-00417') },
    reading: readNow(),
    id: clear('_a41c7e2_18f2b3c4d50__3b1f'),
    uid: clear('b27e60ca-82c3-41b0-9fbe-6a7b8c9d0e24'),
    kycState: clear('NONE'),
    createdAt: clear('2025-02-03T09:14:22.118Z'),
    ledgerLifetimeAmount: clear('182550'),
    ledgerLifetimeCurrency: clear('EUR'),
    profile: [
      field('fullname', 'Full name', 'person', masked('M. L.', 'initials')),
      field('dob', 'Date of birth', 'person', masked('1988', 'year')),
      field('gender', 'Gender', 'person', masked('••••••••', 'dots')),
      field('citizen_country', 'Citizenship', 'person', masked('••••••••', 'dots')),
      field('email', 'E-mail', 'contact', masked('m•••••@•••••.test', 'email')),
      field('remote_user_id', 'RID', 'contact', clear('cust-00417')),
      field('residential_address_street', 'Street', 'residence', masked('••••••••', 'dots')),
      field('residential_address_postal_code', 'Postal code', 'residence', masked('75•••', 'area')),
      field('residential_address_country', 'Country', 'residence', clear('SE')),
      field('billing_address_street', 'Street', 'billing', masked('••••••••', 'dots')),
      field('billing_address_postal_code', 'Postal code', 'billing', masked('75•••', 'area')),
      field('billing_address_country', 'Country', 'billing', clear('SE')),
    ],
    age: clear('37'),
    addresses: [
      addressPart('Street', 'street', clear('equal')),
      {
        word: 'Number',
        residential: 'residential_address_street_number',
        billing: null,
        compared: null,
      },
      addressPart('Postal code', 'postal_code', clear('differs')),
      addressPart('Country', 'country', clear('equal')),
    ],
    documents: clear('3'),
    unclassified: null,
    ...change,
  }
}

/** The same record for a role that sees little of it. */
export function identityForSupport(): IdentityView {
  return identity({
    id: { seen: 'presence', present: true },
    uid: { seen: 'presence', present: true },
    ledgerLifetimeAmount: hidden,
    ledgerLifetimeCurrency: hidden,
    createdAt: masked('2025-02-03', 'date'),
    documents: { seen: 'presence', present: true },
    age: hidden,
    addresses: identity().addresses.map((part) => ({ ...part, compared: part.compared && hidden })),
    profile: identity().profile.map((each) =>
      each.member === 'gender' || each.member.endsWith('street') ? { ...each, value: hidden } : each,
    ),
  })
}
