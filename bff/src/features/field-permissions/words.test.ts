import { proofCheck, sightExit, sightView } from '@paydesk/shared/compliance/sight'
import { role as roles } from '@paydesk/shared/core/permissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sightOf } from '../../platform/access/field-access.ts'
import { isMaskKey, masks } from '../../platform/access/masking/masks.ts'
import {
  type Cell,
  full,
  mask,
  names,
  no,
  own,
  presence,
  reveal,
  stepUp,
} from '../../platform/access/policy/cells.ts'
import { cellInForce, fingerprintOf } from '../../platform/access/policy/effective-policy.ts'
import { fields, matrix } from '../../platform/access/policy/matrix.ts'
import {
  cellNotation,
  loosened,
  type Override,
  parseOverrides,
} from '../../platform/access/policy/overrides.ts'
import { sized } from '../../platform/runtime/run-length.test-kit.ts'
import { rowsOf } from './list.ts'
import { matrixWords, sightViewOf } from './matrix-view.ts'
import { checkWords, exitWords, wordsOfCell } from './words.ts'

const keys = Object.keys(masks).filter(isMaskKey)
const everyCell: readonly Cell[] = [
  ...[full, no, presence, names, own],
  ...keys.flatMap((key) => [mask(key), reveal(key), stepUp(key)]),
]

describe('cells in words', () => {
  it('are there for every kind of cell and every mask, each another', () => {
    const said = everyCell.map((cell) => wordsOfCell(cell))
    for (const { short, says } of said) {
      expect(short.length).toBeGreaterThan(2)
      expect(short.length).toBeLessThan(18)
      expect(says).toMatch(/^[A-Z].*\.$/)
    }
    expect(new Set(said.map(({ says }) => says)).size).toBe(everyCell.length)
  })

  it.each(keys)(
    'the example of %s is what the mask leaves, and it hides something or says that it does not',
    (key) => {
      const { example } = wordsOfCell(mask(key))
      expect(example?.shows).toBe(masks[key](example?.value ?? '').text)
      if (key !== 'count' && key !== 'country') expect(example?.shows).not.toBe(example?.value)
    },
  )

  it('exits and checks have words of their own', () => {
    expect(Object.keys(exitWords)).toEqual(sightExit.options)
    expect(Object.keys(checkWords)).toEqual(proofCheck.options)
  })
})

const changes = fc
  .uniqueArray(
    fc.record({
      role: fc.constantFrom(...roles.options),
      field: fc.constantFrom(...fields),
      cell: fc.constantFrom(...everyCell.filter(({ kind }) => kind !== 'names' && kind !== 'own')),
    }),
    { maxLength: 12, selector: ({ role, field }) => `${role} ${field}` },
  )
  // As the configuration takes them: what it refuses is not in force.
  .map((all) =>
    parseOverrides(all.map(({ role, field, cell }) => `${role}:${field}=${cellNotation(cell)}`).join(',')),
  )
  .map(({ overrides }) => overrides)

const view = (overrides: readonly Override[]) =>
  sightViewOf(matrixWords(overrides), { standing: 'never', proof: null })

describe('the matrix in force', () => {
  it('explains a masked currency by a currency', () => {
    const view = sightViewOf(matrixWords([]), { standing: 'never', proof: null })
    for (const row of view.fields.filter(({ field }) => field.endsWith('currency')))
      for (const role of roles.options) {
        const example = row.examples?.[row.cells[role]]
        if (view.cells[row.cells[role]]?.example !== null) expect(example?.value, row.field).toBe('SEK')
        expect(example?.shows ?? '', row.field).not.toMatch(/minor|\d/)
      }
    const listed = rowsOf(view).find(
      ({ field, role }) => field === 'transaction.currency' && role === 'auditor',
    )
    expect(listed?.example).toBe(`SEK → ${masks.band('SEK').text}`)
  })

  it('fits its contract and explains every cell that it names, whatever a deployment changes', () => {
    fc.assert(
      fc.property(changes, (overrides) => {
        const { cells, fields: rows, changes: said } = sightView.parse(view(overrides))
        for (const row of rows)
          for (const role of roles.options) expect(cells).toHaveProperty([row.cells[role]])
        for (const { from, to, isLooser, role, field } of said) {
          expect(from).not.toBe(to)
          const made = overrides.filter((one) => one.role === role && one.field === field)
          expect(isLooser).toBe(loosened(made).length === 1)
        }
        const order = said.map(({ isLooser }) => isLooser)
        expect(order).toEqual([...order].sort((a, b) => Number(b) - Number(a)))
        expect(rowsOf(view(overrides)).filter(({ changedFrom }) => changedFrom !== null)).toHaveLength(
          said.length,
        )
      }),
      { numRuns: sized(8, 20) },
    )
  })

  it('says of each cell what the product does with it', () => {
    fc.assert(
      fc.property(changes, (overrides) => {
        for (const { role, field } of overrides) {
          const cell = cellInForce(field, role, overrides)
          const hides = cell.kind === 'no' || cell.kind === 'names' || cell.kind === 'own'
          const isShown = sightOf(role, overrides).presence(field, true).seen !== 'hidden'
          expect(isShown, `${role} ${field}`).toBe(!hides)
        }
      }),
      { numRuns: sized(20, 60) },
    )
  })

  it('has a fingerprint of its own for every set of cells, in whatever order they are changed', () => {
    const plain = fingerprintOf([])
    fc.assert(
      fc.property(changes, (overrides) => {
        const differs = view(overrides).changes.length > 0
        expect(fingerprintOf(overrides) !== plain).toBe(differs)
        expect(fingerprintOf([...overrides].reverse())).toBe(fingerprintOf(overrides))
      }),
      { numRuns: sized(20, 60) },
    )
    const credential: Override = { role: 'support', field: 'secret', cell: full }
    expect(fingerprintOf([credential])).toBe(plain)
  })

  it('has the words of every field in one place only', () => {
    const { fields: rows } = view([])
    expect(rows.map(({ field }) => field)).toEqual(Object.keys(matrix))
    const told = rows.map(({ words }) => words)
    expect(told.filter((words, at) => told.indexOf(words) !== at)).toEqual([])
  })
})
