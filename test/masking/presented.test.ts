import { createFieldAccess } from '@paydesk/bff/platform/access/field-access'
import { type FieldName, fieldNames } from '@paydesk/bff/platform/access/policy/access-policy'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'
import { listMaskingFaults } from './assertions.ts'
import { Haystack } from './haystack.ts'
import { nameOf, roleNames } from './oracle.ts'
import { presentedText, visitPresented } from './presented.ts'
import { type GeneratedCustomer, makeCustomer, recordNames } from './records.ts'
import { forbiddenTo, leavesOf } from './response-fields.ts'
import { exitsOf, type VisitedCall } from './walk.ts'
import {
  cellsOf,
  type FieldCell,
  type RoleName,
  seedOf,
  splitRecordPath,
  valuesOf,
  withValue,
} from './worlds.ts'

const customers = [
  makeCustomer({ seed: 11 }),
  makeCustomer({ seed: 22, rid: 'email' }),
  makeCustomer({ seed: 33, rid: 'iban', final: true }),
  makeCustomer({ seed: 44, undocumented: true }),
]

/** Checks that the content of documents is offered to compliance only. */
function misoffered(role: RoleName, visited: readonly VisitedCall[]): string[] {
  return visited
    .filter(({ name }) => name === 'listDocuments')
    .map(({ answer }) => endpoints.listDocuments.response.parse(answer.json).viewable)
    .filter((isViewable) => isViewable !== (role === 'compliance'))
    .map((isViewable) => `${role} is told that documents may be viewed: ${isViewable}`)
}

/** Returns where these answers leak a hidden value to the role or differ from the oracle. */
function wrongFor(
  role: RoleName,
  customer: GeneratedCustomer,
  fieldAccess = createFieldAccess(role),
): string[] {
  const visited = visitPresented(customer, fieldAccess)
  const needles = forbiddenTo(role, leavesOf(customer))
  return [
    ...listMaskingFaults(role, visited, customer),
    ...misoffered(role, visited),
    ...new Haystack(exitsOf(visited)).leaks(needles),
  ]
}

describe('screens made of records', () => {
  it.each(roleNames)('show %s each value as the access design says, and no other', (role) => {
    expect(customers.flatMap((customer) => wrongFor(role, customer))).toEqual([])
    const [customer] = customers
    if (customer === undefined) throw new Error('nobody was made')
    expect(visitPresented(customer, createFieldAccess(role)).length > 5).toBe(role !== 'admin')
  })
})

describe('two worlds that differ in one hidden value', () => {
  const many = pickByRunLength(8, 100)

  /** Returns the roles that can tell the worlds of a cell apart by a screen; empty if none can. */
  function toldApart(cell: FieldCell, customer: GeneratedCustomer): string[] {
    const { name, rest } = splitRecordPath(cell.path)
    const worlds = valuesOf(cell, many + 1).map((value) => ({
      ...customer,
      records: { ...customer.records, [name]: withValue(customer.records[name], rest, value) },
    }))
    return cell.roles.flatMap((role) => {
      const fieldAccess = createFieldAccess(role)
      const texts = new Set(worlds.map((world) => presentedText(world, fieldAccess, name)))
      return texts.size === 1 ? [] : [`${role} can tell ${cell.path} (${nameOf(cell.sees)})`]
    })
  }

  // Test the identity only for a payment under review: an identity does not depend on the state of a payment.
  describe.each([
    ['a payment under review', {}, recordNames],
    ['undocumented states', { undocumented: true }, ['state', 'list', 'notifications']],
    ['a final state', { final: true }, ['state']],
  ] as const)('%s', (_, wanted, records) => {
    it.each(records)('look the same on every screen made of %s', (record) => {
      const cells = cellsOf(record, makeCustomer({ seed: 1, ...wanted }))
      const wrong = cells.flatMap((cell) =>
        toldApart(cell, makeCustomer({ ...wanted, seed: seedOf(cell.path + cell.roles.join()) })),
      )
      expect(wrong).toEqual([])
      expect(cells.length).toBeGreaterThan(record === 'list' ? 1 : 20)
    })
  })
})

describe('every cell of the access policy, opened or closed', () => {
  it('is detected if it changes a screen', () => {
    const [customer] = customers
    if (customer === undefined) throw new Error('nobody was made')
    const textOf = (visited: ReturnType<typeof visitPresented>) =>
      visited.map(({ answer }) => answer.text).join('\n')
    const unnoticed: string[] = []
    let effective = 0
    for (const role of roleNames) {
      const before = textOf(visitPresented(customer, createFieldAccess(role)))
      const needles = forbiddenTo(role, leavesOf(customer))
      const flip = (field: FieldName, kind: 'full' | 'no') => {
        const visited = visitPresented(customer, createFieldAccess(role, [{ role, field, cell: { kind } }]))
        if (textOf(visited) === before) return
        effective += 1
        const isFound =
          listMaskingFaults(role, visited, customer).length > 0 ||
          misoffered(role, visited).length > 0 ||
          new Haystack(exitsOf(visited)).leaks(needles).length > 0
        if (!isFound) unnoticed.push(`${field} ${kind} for ${role}`)
      }
      for (const field of fieldNames) for (const kind of ['full', 'no'] as const) flip(field, kind)
    }
    expect(unnoticed).toEqual([])
    expect(effective).toBeGreaterThan(250)
  })
})
