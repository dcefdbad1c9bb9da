import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldAccess } from '../field-access.ts'
import { guardValue } from '../guarded.ts'
import { anyText, pairsByMask } from '../mask-pairs.test-kit.ts'
import { isMaskKey, type MaskKey, masksByKey } from '../masking/masks.ts'
import { choosePairCount, plantedOverrides, recordEvidence } from '../proof-evidence.test-kit.ts'
import { accessPolicy, type FieldName, fieldNames, isFieldName, operationalFields } from './access-policy.ts'
import {
  createMaskCell,
  createRevealCell,
  createStepUpRevealCell,
  fullAccessCell,
  hiddenCell,
  ownRowsCell,
  type PolicyCell,
  presenceCell,
} from './cells.ts'
import { resolveEffectivePolicyCell } from './effective-policy.ts'
import { formatPolicyCell, parsePolicyOverrides } from './overrides.ts'

/**
 * Second copy of the access policy, kept by hand from the access rules, never derived from access-policy.ts.
 * Cells: support, finance, compliance, auditor, admin.
 */
const oracle = `
credential                               K  - - - - -
secret                                   K  - - - - -
redirect_url                             K  - - - - -
workflow                                 O  F F F F -
merchant.id                              P1 F F F F F
merchant.notification_url                O  - - - - F
merchant.return_url                      P2 - - M:host - F
transaction.id                           P1 F F F F -
transaction.reference                    P1 F F F F -
transaction.amount                       F  F F F M:band -
transaction.datetime                     O  F F F F -
transaction.currency                     F  F F F M:band -
client                                   P2 - - R:dots - -
rid                                      P1 M:rid M:rid R:rid M:last4 -
holder.name                              P2 M:initials M:initials R:initials - -
holder.type                              O  F F F - -
holder.iban                              P3 M:iban R:iban R:iban - -
holder.bic                               O  - F F - -
response.id                              P1 F F F F -
response.uid                             P1 F F F F -
response.context_id                      P1 F F F F -
transactions.data                        F  - F F - -
state.mode                               O  F F F F -
state.state                              O  F F F F -
state.compound_state                     O  F F F F -
state.expires_at                         O  F F F F -
state.workflow_step                      O  F F F F -
state.test_transaction                   O  F F F F -
original.merchant_id                     P1 F F F F -
original.transaction_id                  P1 F F F F -
original.reference                       P1 F F F F -
account.ext                              P2 - - R:dots - -
ppr.operation_type                       O  F F F F -
ppr.operation_successful                 O  F F F F -
ppr.provider_type                        O  F F F F -
ppr.provider_name                        O  F F F F -
ppr.request_currency                     O  F F F F -
ppr.reference_code                       P1 M:ref6 F F M:ref6 -
ppr.provider_reference_code              P1 M:ref6 F F M:ref6 -
ppr.response_id                          P2 - M:number M:number - -
ppr.status_code                          O  M:code M:code M:code M:code -
ppr.status_description                   P2 M:scrubbed M:scrubbed F M:scrubbed -
ppr.manual_reconciliation                O  F F F F -
identity.id                              P1 S S F M:last4 -
identity.download_url                    K  - - - - -
identity.ledger_lifetime_amount          F  - F F M:band -
identity.ledger_lifetime_currency        F  - F F M:band -
identity.credit_ledger_lifetime_amount   F  - F F M:band -
identity.credit_ledger_lifetime_currency F  - F F M:band -
identity.kyc_state                       P2 F F F F -
identity.created_at                      P1 M:date M:date F M:date -
response.code                            O  M:scrubbed F F M:scrubbed -
response.code_description                O  M:scrubbed F F M:scrubbed -
list.transaction_uid                     P1 F F F F -
list.transaction_state                   O  F F F F -
profile.title                            P2 - - R:dots - -
profile.first_name                       P2 M:initials M:initials R:initials - -
profile.middle_name                      P2 M:initials M:initials R:initials - -
profile.last_name                        P2 M:initials M:initials R:initials - -
profile.fullname                         P2 M:initials M:initials R:initials - -
profile.dob                              P3 M:decade - R+:year - -
profile.age                              P3 - - F - -
profile.gender                           P3 - - R:dots - -
profile.citizen_country                  P3 - - R:dots - -
profile.birth_country                    P3 - - R:dots - -
profile.resident_country                 P2 F F F - -
profile.billing_address_secondary        P2 - - R:dots - -
profile.billing_address_street           P2 - - R:dots - -
profile.billing_address_city             P2 - - R:dots - -
profile.billing_address_postal_code      P2 M:area - R:area - -
profile.billing_address_country          P2 F F F - -
profile.residential_address_secondary    P2 - - R:dots - -
profile.residential_address_street_number P2 - - R:dots - -
profile.residential_address_street       P2 - - R:dots - -
profile.residential_address_city         P2 - - R:dots - -
profile.residential_address_postal_code  P2 M:area - R:area - -
profile.residential_address_country      P2 F F F - -
profile.address_equal                    P2 - - F - -
profile.email                            P2 M:email - R:email - -
profile.remote_user_id                   P1 M:rid M:rid R:rid M:last4 -
identity.uid                             P1 S S F M:last4 -
identity.other_customers                 P1 - - F - -
documents.count                          P2 S S F S -
document.kind                            P2 - - F - -
document.created_at                      P2 - - F - -
document.other                           P3 - - R:dots - -
document.content                         P3 - - R+:dots - -
notification.event                       O  F F F F -
notification.arrived_at                  O  F F F F -
notification.tries                       O  F F F F -
notification.checksum_ok                 O  F F F F -
notification.amount                      F  F F F M:band -
notification.currency                    F  F F F M:band -
notification.screen_entities             P3 - - R+:count - -
notification.body                        P3 - - R+:dots - -
card.brand                               O  F F F F -
card.masked_pan                          P3 M:last4 M:pan M:pan - -
card.expiry_date                         P3 - - R:dots - -
card.recurring_id                        K  - - - - -
card.card_token                          K  - - - - -
task.count                               O  S - F S -
task.id                                  O  - - F - -
task.kind                                O  - - F - -
transfer.sender_iban                     P3 M:iban R:iban R:iban - -
transfer.beneficiary_iban                P3 M:iban R:iban R:iban - -
transfer.beneficiary_acno                P3 M:last4 R:last4 R:last4 - -
transfer.sender_name                     P2 M:initials M:initials R:initials - -
transfer.sender_address                  P2 - R:dots R:dots - -
transfer.detail                          P2 - R:dots R:dots - -
transfer.sender_bank_country             O  F F F - -
member.other                             P2 - - names - -
error.code                               O  F F F F F
error.http_status                        O  F F F F F
error.message                            P2 - M:scrubbed M:scrubbed - M:scrubbed
error.detail                             P2 - M:scrubbed M:scrubbed - M:scrubbed
review.note                              P2 own own F S -
audit.row                                P2 own own own F own
audit.subject_id                         P1 own own own R:last4 -
audit.seen_by                            P2 own own F F -
staff.person                             P2 own own own F F
request.typed                            P3 own own - - -
request.address                          P3 R:dots R:dots R+:dots - -
`

interface Expected {
  readonly field: string
  readonly class: string
  readonly cells: Readonly<Record<Role, string>>
}

const expected: readonly Expected[] = oracle
  .trim()
  .split('\n')
  .map((line) => {
    const [
      field = '',
      fieldClass = '',
      support = '',
      finance = '',
      compliance = '',
      auditor = '',
      admin = '',
    ] = line.split(/\s+/)
    return { field, class: fieldClass, cells: { support, finance, compliance, auditor, admin } }
  })

const D = '••••••••'
const clear = (text: string): MaskedValue => ({ visibility: 'clear', text })
const masked = (text: string, name: Extract<MaskedValue, { visibility: 'masked' }>['mask']): MaskedValue => ({
  visibility: 'masked',
  text,
  mask: name,
})

/** Expected results for values that distinguish the masks; also kept by hand. */
const samples: Readonly<Record<MaskKey, readonly (readonly [string, MaskedValue])[]>> = {
  dots: [
    'Mara Lindqvist',
    'mara@example.test',
    'DE89370400440532013000',
    '1988-04-17',
    '75310',
    '3',
    '411111....1111',
    'https://shop.example.test/a?b=c',
    '88100200417',
  ].map((raw) => [raw, masked(D, 'dots')]),
  initials: [['Mara Lindqvist', masked('M. L.', 'initials')]],
  email: [
    ['mara@example.test', masked('m•••••@•••••.test', 'email')],
    ['cust-00417', masked(D, 'dots')],
  ],
  iban: [
    ['DE89370400440532013000', masked('DE•••••••••••••••3000', 'iban')],
    ['cust-00417-abc', masked(D, 'dots')],
  ],
  last4: [
    ['1014000000417', masked('••••0417', 'last4')],
    ['Mara Lindqvist', masked('••••vist', 'last4')],
  ],
  year: [['1988-04-17', masked('1988', 'year')]],
  decade: [['1988-04-17', masked('1980..1989', 'decade')]],
  country: [
    ['SE', masked('SE', 'country')],
    ['Sweden', masked('••', 'country')],
  ],
  area: [['75310', masked('75•••', 'area')]],
  ref6: [['349351000000000417', masked('••••000417', 'ref6')]],
  band: [['12550', masked('10000..99999', 'band')]],
  pan: [['411111....1111', masked('411111••••••1111', 'pan')]],
  host: [['https://shop.example.test/a?b=c', masked('//shop.example.test/…', 'host')]],
  date: [['2025-02-03T09:14:22.118Z', masked('2025-02-03', 'date')]],
  count: [
    ['3', masked('3', 'count')],
    ['three', masked(D, 'dots')],
  ],
  scrubbed: [
    ['call +46700000417', masked(`call ${D}`, 'scrubbed')],
    ['Success', clear('Success')],
  ],
  rid: [
    ['cust-00417', clear('cust-00417')],
    ['mara@example.test', masked('m•••••@•••••.test', 'email')],
    ['SE4550000000058398257466', masked('SE•••••••••••••••7466', 'iban')],
  ],
  code: [
    ['OK000', clear('OK000')],
    ['Lindqvist', masked(D, 'dots')],
  ],
  number: [
    ['88100200417', clear('88100200417')],
    ['Lindqvist', masked(D, 'dots')],
  ],
}
const telling = ['Zqx7 mara@example.test', '4111111111111111', '']

function maskOf(notation: string): MaskKey | null {
  const name = notation.replace(/^.*:/, '')
  return notation.includes(':') && isMaskKey(name) ? name : null
}

/** Lists the violations of one cell against the oracle; empty if the cell is correct. */
function faults(field: FieldName, role: Role, notation: string, cell: PolicyCell): string[] {
  const fieldAccess = createFieldAccess(role, [{ role, field, cell }])
  const see = (raw: string) => JSON.stringify(fieldAccess.mask(guardValue(field, raw)))
  const key = maskOf(notation)
  const cases: readonly (readonly [string, MaskedValue])[] =
    key === null
      ? telling.map((raw) => [raw, plain(notation, raw)])
      : [
          ...samples[key].map(([raw, shown]) => [raw, offered(notation, shown)] as const),
          ['', { visibility: 'absent' }],
        ]
  const found = cases
    .filter(([raw, shown]) => see(raw) !== JSON.stringify(shown))
    .map(([raw]) => `${field} ${role} ${raw}`)
  return formatPolicyCell(cell) === notation ? found : [...found, `${field} ${role} notation`]
}

/** Adds the requirement for a reveal to a masked value, derived from the cell alone. */
function offered(notation: string, shown: MaskedValue): MaskedValue {
  if (shown.visibility !== 'masked' || !notation.startsWith('R')) return shown
  return { ...shown, reveal: notation.startsWith('R+') ? 'step_up' : 'plain' }
}

function plain(notation: string, raw: string): MaskedValue {
  if (notation === 'F') return raw === '' ? { visibility: 'absent' } : clear(raw)
  if (notation === 'S') return { visibility: 'presence', present: raw !== '' }
  return { visibility: 'hidden' }
}

const every = expected.flatMap(({ field, class: fieldClass, cells }) =>
  roles.options.flatMap((role) =>
    isFieldName(field) ? [{ field, fieldClass, role, notation: cells[role] }] : [],
  ),
)

const differs = 'the access policy differs from the table in access-policy.test.ts'

describe('the access policy', () => {
  it('has the rows of the table of this file, with their classes and their reasons', () => {
    expect([...fieldNames].sort(), differs).toEqual(expected.map(({ field }) => field).sort())
    expect(fieldNames.map((field) => `${field} ${accessPolicy[field].class}`).sort(), differs).toEqual(
      expected.map((row) => `${row.field} ${row.class}`).sort(),
    )
    for (const field of fieldNames) expect(accessPolicy[field].why.length).toBeGreaterThan(5)
  })

  it('names rows in the form that overrides of cells accept', () => {
    const refused = fieldNames.filter((field) =>
      parsePolicyOverrides(`support:${field}=-`).errors.some((error) => error.includes('expected')),
    )
    expect(refused.map((field) => `${field}: use lower case and "_", as in profile.first_name`)).toEqual([])
  })

  it('masks as the oracle says, cell by cell', () => {
    expect(every.length).toBe(expected.length * 5)
    const wrong = every.flatMap(({ field, role, notation }) => {
      const found = faults(field, role, notation, resolveEffectivePolicyCell(field, role, plantedOverrides))
      if (found.length > 0)
        recordEvidence({ what: 'wrong', words: `${field} for ${role} is not ${notation}` })
      return found
    })
    expect(wrong).toEqual([])
  })

  it('never shows a credential, not even if a cell says so', () => {
    for (const { field, role, fieldClass } of every.filter((one) => one.fieldClass === 'K')) {
      expect(accessPolicy[field].cells[role], fieldClass).toBe(hiddenCell)
      expect(
        createFieldAccess(role, [{ role, field, cell: fullAccessCell }]).mask(guardValue(field, 'x')),
      ).toEqual({ visibility: 'hidden' })
    }
  })

  it('lets code open only fields that every role with customer screens sees in full', () => {
    for (const field of operationalFields) {
      const row = expected.find((one) => one.field === field)
      expect([row?.cells.support, row?.cells.finance, row?.cells.compliance, row?.cells.auditor]).toEqual([
        'F',
        'F',
        'F',
        'F',
      ])
    }
  })
})

describe('a changed cell', () => {
  const keys = Object.keys(masksByKey).filter(isMaskKey)
  const others: readonly PolicyCell[] = [
    fullAccessCell,
    hiddenCell,
    presenceCell,
    ownRowsCell,
    ...keys.flatMap((key) => [createMaskCell(key), createRevealCell(key), createStepUpRevealCell(key)]),
  ]

  it('is noticed for every cell and every change', () => {
    const survivors: string[] = []
    let flips = 0
    for (const { field, role, notation } of every) {
      const mutants = others.filter((cell) => formatPolicyCell(cell) !== notation)
      const alive = mutants.filter((cell) => faults(field, role, notation, cell).length === 0)
      flips += mutants.length
      survivors.push(...alive.map((cell) => `${field} ${role} ${formatPolicyCell(cell)}`))
      recordEvidence({
        what: 'copy',
        field,
        role,
        made: mutants.length,
        killed: mutants.length - alive.length,
      })
    }
    expect(flips).toBeGreaterThan(every.length * 50)
    expect(survivors).toEqual([])
  })

  it('is noticed by the masked value, not only by its notation, unless both look the same', () => {
    const alike = (cell: PolicyCell, notation: string) =>
      formatPolicyCell(cell).replace(/^R\+?:/, 'M:') === notation.replace(/^R\+?:/, 'M:') ||
      // Both cells hide the value.
      (['no', 'own', 'names'].includes(cell.kind) && ['-', 'own', 'names'].includes(notation))
    const survivors = every
      .filter((one) => one.fieldClass !== 'K')
      .flatMap(({ field, role, notation }) =>
        others
          .filter((cell) => !alike(cell, notation))
          .filter((cell) => faults(field, role, notation, cell).every((fault) => fault.endsWith('notation')))
          .map((cell) => `${field} ${role} ${notation} -> ${formatPolicyCell(cell)}`),
      )
    expect(survivors).toEqual([])
  })
})

describe('two values that differ only in the hidden part', () => {
  const cellsToTry = every.filter(({ notation }) => notation !== 'F')
  const given = fc.tuple(anyText, anyText)
  const anything = fc.oneof(anyText, fc.constant(null), fc.boolean(), fc.constant(''))

  it.each(cellsToTry.map(({ field, role, notation }) => [field, role, notation] as const))(
    'look the same: %s, %s (%s)',
    (field, role, notation) => {
      const key = maskOf(notation)
      const fieldAccess = createFieldAccess(role)
      const see = (raw: unknown) => {
        const leaf = guardValue(field, raw)
        return JSON.stringify([
          fieldAccess.mask(leaf),
          fieldAccess.maskRecord({ member: leaf, list: [leaf] }),
          fieldAccess.listUnclassifiedNames({ member: leaf }),
        ])
      }
      const same = ([a, b]: readonly [unknown, unknown]) => {
        expect(see(a)).toBe(see(b))
      }
      const numRuns = choosePairCount('mask-pairs', 30)
      if (key !== null) for (const pair of pairsByMask[key]) fc.assert(fc.property(pair, same), { numRuns })
      else if (notation === 'S')
        fc.assert(
          fc.property(
            given.filter((pair) => !pair.includes('0')),
            same,
          ),
          { numRuns },
        )
      else fc.assert(fc.property(fc.tuple(anything, anything), same), { numRuns })
      recordEvidence({
        what: 'pairs',
        field,
        role,
        pairs: numRuns * (key === null ? 1 : pairsByMask[key].length),
      })
    },
  )
})
