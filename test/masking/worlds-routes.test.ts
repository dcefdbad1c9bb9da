import { isProofRun, recordEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOn, untilRead } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { type ChangeSubscription, subscribeToChanges } from './change-subscription.ts'
import { exitKindOf } from './exit-kinds.ts'
import { fieldAt } from './fields.ts'
import { createHandles } from './handles.ts'
import { roleNames } from './oracle.ts'
import { type GeneratedCustomer, makeCustomer, recordNames } from './records.ts'
import { env, putCustomer } from './service.ts'
import { sameButForChance } from './settled-walk.ts'
import { endpointOf, type VisitedCall, visitEveryEndpoint } from './walk.ts'
import { cellsOf, type FieldCell, type RoleName, splitRecordPath, valuesOf, withValue } from './worlds.ts'

/** Returns the cells of which this role does not see everything. */
function hiddenFrom(role: RoleName, customer: GeneratedCustomer): FieldCell[] {
  return recordNames
    .flatMap((name) => cellsOf(name, customer))
    .filter((cell) => cell.roles.includes(role))
    .map((cell) => ({ ...cell, roles: [role] }))
}

/**
 * Creates one customer in two worlds that differ in everything hidden from this role, and in nothing else.
 */
function twoWorlds(role: RoleName) {
  const customer = makeCustomer({ seed: 7_000 + roleNames.indexOf(role) })
  const cells = hiddenFrom(role, customer)
  const world = (nth: 0 | 1): GeneratedCustomer => {
    const records = { ...customer.records }
    for (const cell of cells) {
      const { name, rest } = splitRecordPath(cell.path)
      records[name] = withValue(records[name], rest, valuesOf(cell, 2)[nth])
    }
    return { ...customer, records }
  }
  return { customer, cells, worlds: [world(0), world(1)] as const }
}

/** Makes all calls of this role about the customer, on an instance of its own. */
async function walkIn(stack: Stack, role: RoleName, known: GeneratedCustomer, customer: GeneratedCustomer) {
  const { transaction } = known
  const compliance = await stack.as('compliance')
  await putCustomer(stack, known)
  // Wait for the index, which records a read with a delay, before the role calls anything.
  await compliance.get(endpoints.showTransaction, { params: { env, transaction } })
  await untilRead(stack, transaction)
  const subject = await createHandles(compliance, { ...known, transactions: [transaction] })
  await putCustomer(stack, customer)
  const visitor = await stack.as(role)
  const hearing: ChangeSubscription = await subscribeToChanges(visitor)
  return { visited: await visitEveryEndpoint(visitor, subject), hearing }
}

const said = ({ name, answer }: VisitedCall) => `${name}\n${sameButForChance(answer)}`

describe.each(roleNames)('two worlds that differ in everything hidden from %s', (role) => {
  const { customer, cells, worlds } = twoWorlds(role)
  let stacks: readonly [Stack, Stack]

  beforeAll(async () => {
    // Disable background reads, so that both instances have the same records.
    stacks = [await startOn('embedded', { workers: false }), await startOn('embedded', { workers: false })]
  })
  afterAll(() => Promise.all(stacks.map((stack) => stack.stop())))

  it('give the same bytes on every route and the same live events', async () => {
    const [first, second] = await Promise.all(
      stacks.map((stack, nth) => walkIn(stack, role, customer, worlds[nth === 0 ? 0 : 1])),
    )
    if (first === undefined || second === undefined) throw new Error('nobody walked')
    await vi.waitFor(() => expect(first.hearing.changes()).toEqual(second.hearing.changes()), {
      timeout: 120_000,
      interval: 50,
    })
    await Promise.all([first.hearing.end(), second.hearing.end()])
    const told = second.visited.map(said)
    const wrong = first.visited.flatMap((one, at) => (said(one) === told[at] ? [] : [one.name]))
    if (isProofRun) {
      const exits = new Set([
        ...first.visited.map(({ name }) => exitKindOf(endpointOf(name))),
        'live',
        'header',
      ] as const)
      const answers = first.visited.length
      for (const { path } of cells)
        recordEvidence({ what: 'worlds', field: fieldAt(path), role, pairs: 1, answers, exits: [...exits] })
      for (const name of wrong)
        recordEvidence({ what: 'wrong', words: `${role} can tell two worlds apart by ${name}` })
    }
    for (const [at, one] of first.visited.entries())
      if (wrong.includes(one.name)) expect(said(one)).toBe(told[at])
    expect(first.visited).toHaveLength(second.visited.length)
    expect(cells.length).toBeGreaterThan(30)
  })
})
