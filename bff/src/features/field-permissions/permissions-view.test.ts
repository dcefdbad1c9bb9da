import { describeFieldPermissions } from '@paydesk/shared/compliance/access-policy-text'
import {
  type FieldPermissionsView,
  fieldPermissionsViewSchema,
  maskingProofCheckSchema,
  outputChannelSchema,
} from '@paydesk/shared/compliance/field-permissions'
import { createFormatter } from '@paydesk/shared/core/formatter'
import { roleSchema as roles } from '@paydesk/shared/core/permissions'
import { germanAccessPolicy } from '@paydesk/shared/messages/de/access-policy'
import { germanUi } from '@paydesk/shared/messages/de/ui'
import { englishAccessPolicy } from '@paydesk/shared/messages/en/access-policy'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { isMaskKey, masksByKey } from '../../platform/access/masking/masks.ts'
import { accessPolicy, fieldNames } from '../../platform/access/policy/access-policy.ts'
import {
  createMaskCell,
  createRevealCell,
  createStepUpRevealCell,
  fieldNamesCell,
  fullAccessCell,
  hiddenCell,
  ownRowsCell,
  type PolicyCell,
  presenceCell,
} from '../../platform/access/policy/cells.ts'
import {
  fingerprintAccessPolicy,
  resolveEffectivePolicyCell,
} from '../../platform/access/policy/effective-policy.ts'
import {
  formatPolicyCell,
  listLooserPolicyCells,
  type PolicyCellOverride,
  parsePolicyOverrides,
} from '../../platform/access/policy/overrides.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { presentPermissionCell } from './cells.ts'
import { presentAccessPolicy, presentFieldPermissions } from './permissions-view.ts'
import { buildPermissionRows } from './routes.ts'

const keys = Object.keys(masksByKey).filter(isMaskKey)
const everyCell: readonly PolicyCell[] = [
  ...[fullAccessCell, hiddenCell, presenceCell, fieldNamesCell, ownRowsCell],
  ...keys.flatMap((key) => [createMaskCell(key), createRevealCell(key), createStepUpRevealCell(key)]),
]

const format = createFormatter({ language: 'en', timeZone: 'UTC', numbers: '1,234.56', dates: 'iso' })

describe('words of the access policy', () => {
  const languages = [
    { ...englishAccessPolicy, maskedTexts: englishUi.maskedTexts },
    { ...germanAccessPolicy, maskedTexts: germanUi.maskedTexts },
  ]

  it('exist for every kind of cell and every mask, all different', () => {
    for (const texts of languages) {
      const cells = Object.fromEntries(
        everyCell.map((cell) => [formatPolicyCell(cell), presentPermissionCell(cell)]),
      )
      const describedCells = Object.values(
        describeFieldPermissions({ ...view([]), cells }, texts, format).cells,
      )
      for (const { short, description } of describedCells) {
        expect(short.length).toBeGreaterThan(1)
        expect(short.length).toBeLessThan(18)
        expect(description).toMatch(/^[A-Z].*\.$/)
      }
      expect(new Set(describedCells.map(({ description }) => description)).size).toBe(everyCell.length)
      expect(Object.keys(texts.masks).sort()).toEqual([...keys].sort())
    }
  })

  it('exist for every field, class, output and check', () => {
    for (const texts of languages) {
      for (const of of [texts.fields, texts.reasons])
        expect(Object.keys(of).sort()).toEqual([...fieldNames].sort())
      expect(Object.keys(texts.channels)).toEqual(outputChannelSchema.options)
      expect(Object.keys(texts.checks)).toEqual(maskingProofCheckSchema.options)
    }
  })

  it.each(keys)(
    'the example of %s is the output of the mask, and hides something or says that nothing is hidden',
    (key) => {
      const { example } = presentPermissionCell(createMaskCell(key))
      expect(example?.shows).toBe(masksByKey[key](example?.value ?? '').text)
      if (key !== 'count' && key !== 'country') expect(example?.shows).not.toBe(example?.value)
    },
  )
})

const changes = fc
  .uniqueArray(
    fc.record({
      role: fc.constantFrom(...roles.options),
      field: fc.constantFrom(...fieldNames),
      cell: fc.constantFrom(...everyCell.filter(({ kind }) => kind !== 'names' && kind !== 'own')),
    }),
    { maxLength: 12, selector: ({ role, field }) => `${role} ${field}` },
  )
  // Parse overrides like the configuration: rejected ones are not in force.
  .map((all) =>
    parsePolicyOverrides(
      all.map(({ role, field, cell }) => `${role}:${field}=${formatPolicyCell(cell)}`).join(','),
    ),
  )
  .map(({ overrides }) => overrides)

const view = (overrides: readonly PolicyCellOverride[]) =>
  presentFieldPermissions(presentAccessPolicy(overrides), { status: 'never', proof: null })

const inWords = (shown: FieldPermissionsView) =>
  describeFieldPermissions(shown, { ...englishAccessPolicy, maskedTexts: englishUi.maskedTexts }, format)

describe('the access policy in force', () => {
  it('explains a masked currency by a currency', () => {
    const view = presentFieldPermissions(presentAccessPolicy([]), { status: 'never', proof: null })
    for (const row of view.fields.filter(({ field }) => field.endsWith('currency')))
      for (const role of roles.options) {
        const example = row.examples?.[row.cells[role]]
        if (view.cells[row.cells[role]]?.example !== null) expect(example?.value, row.field).toBe('SEK')
        expect(example?.shows ?? '', row.field).not.toMatch(/minor|\d/)
      }
    const listed = buildPermissionRows(inWords(view)).find(
      ({ field, role }) => field === 'transaction.currency' && role === 'auditor',
    )
    expect(listed?.example).toBe(`SEK → ${masksByKey.band('SEK').text}`)
  })

  it('matches its contract and explains every cell in use, with any overrides', () => {
    fc.assert(
      fc.property(changes, (overrides) => {
        const { cells, fields: rows, changes: said } = fieldPermissionsViewSchema.parse(view(overrides))
        for (const row of rows)
          for (const role of roles.options) expect(cells).toHaveProperty([row.cells[role]])
        for (const { from, to, isLooser, role, field } of said) {
          expect(from).not.toBe(to)
          const made = overrides.filter((one) => one.role === role && one.field === field)
          expect(isLooser).toBe(listLooserPolicyCells(made).length === 1)
        }
        const order = said.map(({ isLooser }) => isLooser)
        expect(order).toEqual([...order].sort((a, b) => Number(b) - Number(a)))
        expect(
          buildPermissionRows(inWords(view(overrides))).filter(({ changedFrom }) => changedFrom !== null),
        ).toHaveLength(said.length)
      }),
      { numRuns: pickByRunLength(8, 20) },
    )
  })

  it('describes every cell as the product applies it', () => {
    fc.assert(
      fc.property(changes, (overrides) => {
        for (const { role, field } of overrides) {
          const cell = resolveEffectivePolicyCell(field, role, overrides)
          const hides = cell.kind === 'no' || cell.kind === 'names' || cell.kind === 'own'
          const isShown = createFieldAccess(role, overrides).maskPresence(field, true).visibility !== 'hidden'
          expect(isShown, `${role} ${field}`).toBe(!hides)
        }
      }),
      { numRuns: pickByRunLength(20, 60) },
    )
  })

  it('has its own fingerprint for every set of cells, in any order of the overrides', () => {
    const plain = fingerprintAccessPolicy([])
    fc.assert(
      fc.property(changes, (overrides) => {
        const differs = view(overrides).changes.length > 0
        expect(fingerprintAccessPolicy(overrides) !== plain).toBe(differs)
        expect(fingerprintAccessPolicy([...overrides].reverse())).toBe(fingerprintAccessPolicy(overrides))
      }),
      { numRuns: pickByRunLength(20, 60) },
    )
    const credential: PolicyCellOverride = { role: 'support', field: 'secret', cell: fullAccessCell }
    expect(fingerprintAccessPolicy([credential])).toBe(plain)
  })

  it('has the label of every field in one place only', () => {
    const { fields: rows } = inWords(view([]))
    expect(rows.map(({ field }) => field)).toEqual(Object.keys(accessPolicy))
    const labels = rows.map(({ label }) => label)
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
  })
})
