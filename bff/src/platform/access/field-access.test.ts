import { maskedRecordSchema, maskedValueSchema } from '@paydesk/shared/core/masked-value'
import { roleSchema as roles } from '@paydesk/shared/core/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldAccess, createFieldAccessByRole } from './field-access.ts'
import { guardValue, unwrapGuardedForReveal } from './guarded.ts'
import { accessPolicy, fieldNames, getDefaultPolicyCell } from './policy/access-policy.ts'
import { rememberUnclassifiedFieldNames } from './record-tree.ts'

const tree = {
  kind: 'transaction',
  state: guardValue('state.state', 'PENDING'),
  test: guardValue('state.test_transaction', false),
  name: guardValue('profile.last_name', 'Lindqvist'),
  gender: guardValue('profile.gender', 'F'),
  id: guardValue('identity.id', '_a41c7e2_18f2b3c4d50__3b1f'),
  gone: guardValue('state.mode', null),
  inner: { secret: guardValue('secret', 'zqx7') },
  list: [{ secret: guardValue('secret', 'zqx7') }, { step: guardValue('state.workflow_step', 'NA') }],
}

describe('a masked record', () => {
  it('holds only guarded fields that the role may see', () => {
    expect(createFieldAccess('support').maskRecord(tree)).toEqual({
      state: 'PENDING',
      test: false,
      name: 'L.',
      id: 'present',
      list: [{ step: 'NA' }],
    })
    expect(createFieldAccess('auditor').maskRecord(tree)).toEqual({
      state: 'PENDING',
      test: false,
      id: '••••3b1f',
      list: [{ step: 'NA' }],
    })
    expect(createFieldAccess('compliance').maskRecord(tree)).toMatchObject({
      gender: '••••••••',
      id: '_a41c7e2_18f2b3c4d50__3b1f',
    })
    expect(createFieldAccess('admin').maskRecord(tree)).toBeNull()
  })

  it('is JSON that the contract accepts', () => {
    const reading = { at: '2025-06-01T10:00:00.000Z', from: 'service' }
    for (const fieldAccess of Object.values(createFieldAccessByRole())) {
      expect(maskedRecordSchema.safeParse({ reading, record: fieldAccess.maskRecord(tree) }).success).toBe(
        true,
      )
    }
  })

  it('lists unknown fields for compliance only, and only names that look like field names', () => {
    const node = {
      state: guardValue('state.state', 'PENDING'),
      inner: { step: guardValue('state.workflow_step', 'NA') },
    }
    rememberUnclassifiedFieldNames(node, [
      'zz_new',
      'Mara Lindqvist',
      ...Array.from({ length: 24 }, (_, i) => `m${String(i).padStart(2, '0')}`),
    ])
    rememberUnclassifiedFieldNames(node.inner, ['zz_new', 'mara@example.test'])
    const names = [...Array.from({ length: 20 }, (_, i) => `m${String(i).padStart(2, '0')}`)]
    expect(createFieldAccess('compliance').listUnclassifiedNames(node)).toEqual({ names, more: 7 })
    expect(createFieldAccess('compliance').maskRecord(node)).toMatchObject({
      '(unclassified)': { names, more: 7 },
    })
    for (const role of roles.exclude(['compliance']).options) {
      expect(createFieldAccess(role).listUnclassifiedNames(node)).toBeNull()
      expect(JSON.stringify(createFieldAccess(role).maskRecord(node))).not.toContain('unclassified')
    }
  })
})

describe('a masked value', () => {
  it('is always accepted by the contract', () => {
    const raw = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.double(), fc.constant(null))
    const fieldAccesses = Object.values(createFieldAccessByRole())
    fc.assert(
      fc.property(
        fc.constantFrom(...fieldNames),
        fc.constantFrom(...fieldAccesses),
        raw,
        (field, fieldAccess, value) =>
          maskedValueSchema.safeParse(fieldAccess.mask(guardValue(field, value))).success,
      ),
      { numRuns: 2_000 },
    )
  })

  it('is truncated for display after masking', () => {
    const text = createFieldAccess('support').mask(
      guardValue('response.code_description', `${'a '.repeat(2_046)}4111111111111111`),
    )
    expect(text).toMatchObject({ visibility: 'masked' })
    expect(JSON.stringify(text)).not.toMatch(/4111/)
    const clear = createFieldAccess('support').mask(guardValue('state.mode', 'x'.repeat(9_000)))
    expect(clear).toEqual({ visibility: 'clear', text: 'x'.repeat(4_096) })
  })

  it('of an own row is shown in full if the cell says own, and never otherwise', () => {
    const text = 'nobody@example.test wrote'
    for (const field of fieldNames)
      for (const role of roles.options) {
        const [fieldAccess, guarded] = [createFieldAccess(role), guardValue(field, text)]
        const isOwn = getDefaultPolicyCell(field, role).kind === 'own'
        expect(fieldAccess.maskOwn(guarded), `${field} ${role}`).toEqual(
          isOwn ? { visibility: 'clear', text } : fieldAccess.mask(guarded),
        )
      }
    expect(createFieldAccess('finance').maskOwn(guardValue('review.note', null))).toEqual({
      visibility: 'absent',
    })
  })

  it('of a count of zero is not present', () => {
    const count = (n: number | null) => createFieldAccess('support').mask(guardValue('documents.count', n))
    expect([count(2), count(0), count(null)]).toEqual([
      { visibility: 'presence', present: true },
      { visibility: 'presence', present: false },
      { visibility: 'presence', present: false },
    ])
    expect(createFieldAccess('compliance').mask(guardValue('documents.count', 0))).toEqual({
      visibility: 'clear',
      text: '0',
    })
  })

  it('may be revealed if the cell says so, for any value, and a credential never', () => {
    expect(createFieldAccess('compliance').getRevealRequirement('profile.dob')).toBe('step_up')
    expect(createFieldAccess('finance').getRevealRequirement('transfer.sender_iban')).toBe('plain')
    expect(createFieldAccess('support').getRevealRequirement('transfer.sender_iban')).toBeNull()
    for (const role of roles.options)
      for (const field of fieldNames) {
        const cell = getDefaultPolicyCell(field, role)
        const way = cell.kind === 'reveal' ? (cell.stepUp ? 'step_up' : 'plain') : null
        expect(createFieldAccess(role).getRevealRequirement(field), `${field} ${role}`).toBe(way)
        if (accessPolicy[field].class !== 'K') continue
        const loosened = [{ role, field, cell: { kind: 'reveal', mask: 'dots', stepUp: false } as const }]
        expect(createFieldAccess(role, loosened).getRevealRequirement(field)).toBeNull()
        expect(() => unwrapGuardedForReveal(guardValue(field, 'zqx7'))).toThrow()
      }
  })

  it('shows a presence without a value as the cell says', () => {
    expect(createFieldAccess('support').maskPresence('identity.id', true)).toEqual({
      visibility: 'presence',
      present: true,
    })
    expect(createFieldAccess('admin').maskPresence('documents.count', true)).toEqual({
      visibility: 'hidden',
    })
    expect(createFieldAccess('support').maskPresence('notification.screen_entities', true)).toEqual({
      visibility: 'hidden',
    })
    expect(createFieldAccess('compliance').maskPresence('secret', true)).toEqual({ visibility: 'hidden' })
    expect(createFieldAccess('support').maskPresence('audit.row', true)).toEqual({ visibility: 'hidden' })
  })
})
