import { shown } from '@paydesk/shared/core/masked-value'
import { role as roles } from '@paydesk/shared/core/permissions'
import { maskedRecord } from '@paydesk/shared/core/record'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sightOf, sightsOf } from './field-access.ts'
import { guard, openForReveal } from './guarded.ts'
import { cellOf, fields, matrix } from './policy/matrix.ts'
import { rememberOthers } from './tree.ts'

const tree = {
  kind: 'transaction',
  state: guard('state.state', 'PENDING'),
  test: guard('state.test_transaction', false),
  name: guard('profile.last_name', 'Lindqvist'),
  gender: guard('profile.gender', 'F'),
  id: guard('identity.id', '_a41c7e2_18f2b3c4d50__3b1f'),
  gone: guard('state.mode', null),
  inner: { secret: guard('secret', 'zqx7') },
  list: [{ secret: guard('secret', 'zqx7') }, { step: guard('state.workflow_step', 'NA') }],
}

describe('a record', () => {
  it('holds what the role may see, and nothing that is not a guarded member', () => {
    expect(sightOf('support').record(tree)).toEqual({
      state: 'PENDING',
      test: false,
      name: 'L.',
      id: 'present',
      list: [{ step: 'NA' }],
    })
    expect(sightOf('auditor').record(tree)).toEqual({
      state: 'PENDING',
      test: false,
      id: '••••3b1f',
      list: [{ step: 'NA' }],
    })
    expect(sightOf('compliance').record(tree)).toMatchObject({
      gender: '••••••••',
      id: '_a41c7e2_18f2b3c4d50__3b1f',
    })
    expect(sightOf('admin').record(tree)).toBeNull()
  })

  it('is JSON that the contract takes', () => {
    const reading = { at: '2025-06-01T10:00:00.000Z', from: 'service' }
    for (const sight of Object.values(sightsOf())) {
      expect(maskedRecord.safeParse({ reading, record: sight.record(tree) }).success).toBe(true)
    }
  })

  it('names unknown members to compliance only, and only names that look like names', () => {
    const node = {
      state: guard('state.state', 'PENDING'),
      inner: { step: guard('state.workflow_step', 'NA') },
    }
    rememberOthers(node, [
      'zz_new',
      'Mara Lindqvist',
      ...Array.from({ length: 24 }, (_, i) => `m${String(i).padStart(2, '0')}`),
    ])
    rememberOthers(node.inner, ['zz_new', 'mara@example.test'])
    const names = [...Array.from({ length: 20 }, (_, i) => `m${String(i).padStart(2, '0')}`)]
    expect(sightOf('compliance').unclassified(node)).toEqual({ names, more: 7 })
    expect(sightOf('compliance').record(node)).toMatchObject({ '(unclassified)': { names, more: 7 } })
    for (const role of roles.exclude(['compliance']).options) {
      expect(sightOf(role).unclassified(node)).toBeNull()
      expect(JSON.stringify(sightOf(role).record(node))).not.toContain('unclassified')
    }
  })
})

describe('one value', () => {
  it('is always something that the contract takes', () => {
    const raw = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.double(), fc.constant(null))
    const sights = Object.values(sightsOf())
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.constantFrom(...sights),
        raw,
        (field, sight, value) => shown.safeParse(sight.show(guard(field, value))).success,
      ),
      { numRuns: 2_000 },
    )
  })

  it('is cut for display, after masking', () => {
    const text = sightOf('support').show(
      guard('response.code_description', `${'a '.repeat(2_046)}4111111111111111`),
    )
    expect(text).toMatchObject({ seen: 'masked' })
    expect(JSON.stringify(text)).not.toMatch(/4111/)
    const clear = sightOf('support').show(guard('state.mode', 'x'.repeat(9_000)))
    expect(clear).toEqual({ seen: 'clear', text: 'x'.repeat(4_096) })
  })

  it('of one’s own row is seen in full where the cell says own, and nowhere else', () => {
    const text = 'nobody@example.test wrote'
    for (const field of fields)
      for (const role of roles.options) {
        const [sight, guarded] = [sightOf(role), guard(field, text)]
        const isOwn = cellOf(field, role).kind === 'own'
        expect(sight.showOwn(guarded), `${field} ${role}`).toEqual(
          isOwn ? { seen: 'clear', text } : sight.show(guarded),
        )
      }
    expect(sightOf('finance').showOwn(guard('review.note', null))).toEqual({ seen: 'absent' })
  })

  it('of a count of none is no presence', () => {
    const count = (n: number | null) => sightOf('support').show(guard('documents.count', n))
    expect([count(2), count(0), count(null)]).toEqual([
      { seen: 'presence', present: true },
      { seen: 'presence', present: false },
      { seen: 'presence', present: false },
    ])
    expect(sightOf('compliance').show(guard('documents.count', 0))).toEqual({ seen: 'clear', text: '0' })
  })

  it('may be seen in clear where the cell says so, whatever the value, and a credential never', () => {
    expect(sightOf('compliance').revealing('profile.dob')).toBe('step_up')
    expect(sightOf('finance').revealing('transfer.sender_iban')).toBe('plain')
    expect(sightOf('support').revealing('transfer.sender_iban')).toBeNull()
    for (const role of roles.options)
      for (const field of fields) {
        const cell = cellOf(field, role)
        const way = cell.kind === 'reveal' ? (cell.stepUp ? 'step_up' : 'plain') : null
        expect(sightOf(role).revealing(field), `${field} ${role}`).toBe(way)
        if (matrix[field].class !== 'K') continue
        const loosened = [{ role, field, cell: { kind: 'reveal', mask: 'dots', stepUp: false } as const }]
        expect(sightOf(role, loosened).revealing(field)).toBeNull()
        expect(() => openForReveal(guard(field, 'zqx7'))).toThrow()
      }
  })

  it('presence without a value follows the cell', () => {
    expect(sightOf('support').presence('identity.id', true)).toEqual({ seen: 'presence', present: true })
    expect(sightOf('finance').presence('documents.count', true)).toEqual({ seen: 'hidden' })
    expect(sightOf('support').presence('notification.screen_entities', true)).toEqual({ seen: 'hidden' })
    expect(sightOf('compliance').presence('secret', true)).toEqual({ seen: 'hidden' })
    expect(sightOf('support').presence('audit.row', true)).toEqual({ seen: 'hidden' })
  })
})
