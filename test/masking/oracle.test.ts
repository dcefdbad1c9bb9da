import { createFieldAccess } from '@paydesk/bff/platform/access/field-access'
import { guardValue } from '@paydesk/bff/platform/access/guarded'
import { describe, expect, it } from 'vitest'
import { makeMint } from './canaries.ts'
import { fieldOf } from './fields.ts'
import { isPlaced } from './injected-values.ts'
import { nameOf, oracleRows, roleNames, seesAt, textSeen } from './oracle.ts'

const mint = makeMint(17)
/** Values in every form that a mask distinguishes. */
const samples = [
  mint.name(),
  `${mint.name()} ${mint.name()}`,
  mint.email(),
  mint.iban('FR'),
  '1977-05-23',
  '1977-05-23T10:11:12.131Z',
  '20457',
  mint.digits(9),
  mint.digits(16),
  `${mint.digits(6)}......${mint.digits(4)}`,
  'IS0101',
  mint.letters(20),
  'ab',
  `https://${mint.letters(8)}.test/x?y=z`,
]

/**
 * Fields that are visible by the design but in no answer yet. Remove a field here when a new view shows it.
 */
const unshown = [
  'notifications[].id',
  'notifications[].uid',
  'notifications[].mode',
  'notifications[].test_transaction',
  'notifications[].card_reference.expiry_date',
  'notifications[].screen_entities',
  'notifications[].outstanding_tasks[].id',
  'notifications[].outstanding_tasks[].kind',
  'notifications[].beneficiary_acno',
  'notifications[].original_sender_address',
]

describe('the two copies of the access policy', () => {
  const rows = Object.keys(oracleRows).map((path) => [path, fieldOf(path)] as const)

  it.each(rows)('agree on %s, which Paydesk calls %s', (path, field) => {
    for (const role of roleNames) {
      const sees = seesAt(path, role)
      for (const sample of samples) {
        const shown = createFieldAccess(role).maskOwn(guardValue(field, sample))
        const text = 'text' in shown ? shown.text : null
        expect(text, `${role} ${nameOf(sees)} ${sample}`).toBe(textSeen(sees, sample))
        expect(shown.visibility === 'hidden', `${role} ${nameOf(sees)}`).toBe(sees === 'none')
      }
    }
  })
})

describe('a visible field', () => {
  it('is shown by some answer, or listed as not shown yet', () => {
    const own = Object.keys(oracleRows).filter((path) =>
      /^(?:notifications\[\]\.(?!original_message|payment_provider|identity\.|workflow_state)|list)/.test(
        path,
      ),
    )
    const missing = own.filter(
      (path) => !isPlaced(path) && roleNames.some((role) => seesAt(path, role) !== 'none'),
    )
    expect(missing).toEqual(unshown)
  })
})
