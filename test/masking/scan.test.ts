import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@paydesk/bff/app'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Role } from '@paydesk/shared/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Stack, startStack, type Visitor } from '../stack/start.ts'
import { introduce } from './handles.ts'
import { type Exit, Haystack } from './haystack.ts'
import { misjudged } from './judge.ts'
import { forbiddenTo, leavesOf, telling } from './leaves.ts'
import { seesAt } from './oracle.ts'
import { makeCustomer } from './records.ts'
import { put } from './service.ts'
import { exitsOf, fail, type Subject, type Visited, visit } from './walk.ts'

/** Who signs in, and as what; whoever has two roles is looked at in each. */
const eyes: readonly (readonly [person: Person, role: Role])[] = [
  ['support', 'support'],
  ['finance', 'finance'],
  ['compliance', 'compliance'],
  ['auditor', 'auditor'],
  ['admin', 'admin'],
  ['twoRoles', 'support'],
  ['twoRoles', 'compliance'],
]

const customers = [
  makeCustomer({ seed: 11 }),
  makeCustomer({ seed: 22, rid: 'email' }),
  makeCustomer({ seed: 33, rid: 'iban', final: true }),
  makeCustomer({ seed: 44, undocumented: true }),
]
const leaves = customers.flatMap(leavesOf)
const pages = join(import.meta.dirname, '../../web/dist')

let stack: Stack
let subjects: Subject[]

beforeAll(async () => {
  stack = await startStack(existsSync(join(pages, 'index.html')) ? { pages } : {})
  for (const customer of customers) await put(stack, customer)
  const compliance = await stack.as('compliance')
  subjects = await Promise.all(
    customers.map(({ transaction, ...ids }) => introduce(compliance, { ...ids, transactions: [transaction] })),
  )
})
afterAll(() => stack.stop())

async function signedIn(person: Person, role: Role): Promise<Visitor> {
  const visitor = await stack.as(person)
  if (person === 'twoRoles') await visitor.get(endpoints.chooseRole, { body: { role } })
  return visitor
}

describe.each(eyes)('%s as %s', (person, role) => {
  const visits: Visited[][] = []
  const exits: Exit[] = []

  beforeAll(async () => {
    const visitor = await signedIn(person, role)
    for (const subject of subjects) visits.push(await visit(visitor, subject))
    exits.push(...exitsOf(visits.flat()))
    const [subject] = subjects
    const secret = customers[0]?.records.identity.uid
    if (subject !== undefined) exits.push(...(await fail(visitor, subject, String(secret))))
  })

  it('nothing that the role may not see leaves, in any form', () => {
    const hay = new Haystack(exits)
    const needles = forbiddenTo(role, leaves)
    console.log(person, role, exits.length, 'exits', hay.size, 'bytes', needles.length, 'needles')
    expect(hay.leaks(needles)).toEqual([])
  })

  it('each value stands in its place as the access design says', () => {
    expect(visits.flatMap((visited, at) => {
      const customer = customers[at]
      return customer === undefined ? [] : misjudged(role, visited, customer)
    })).toEqual([])
  })
})
