import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOn, untilRead } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { makeMint } from './canaries.ts'
import { createHandles } from './handles.ts'
import { callsOf, loadNormalizedAnswers } from './harness.ts'
import { roleNames } from './oracle.ts'
import {
  type GeneratedCustomer,
  makeCustomer,
  type RecordJson,
  type RecordJsonObject,
  type RecordName,
  recordNames,
} from './records.ts'
import { answerWith, putCustomer } from './service.ts'
import type { WalkSubject } from './walk.ts'
import { seedOf, signInEveryRole, type VisitorsByRole } from './worlds.ts'

const rounds = pickByRunLength(3, 12)
const mint = makeMint(505)
let stack: Stack
let eyes: VisitorsByRole

beforeAll(async () => {
  stack = await startOn('embedded')
  eyes = await signInEveryRole(stack)
})
afterAll(() => stack.stop())

const isObject = (value: RecordJson | undefined): value is RecordJsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Field names: words that break careless code, names of people, and random text. */
const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'seen',
    'text',
    'field',
    'length',
    '0',
    '',
  ),
  fc.constantFrom(
    'mara_lindqvist',
    'Mara Lindqvist',
    'surname',
    'firstName',
    'FIRST_NAME',
    'Secret',
    'ibans',
    'e-mail',
  ),
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop_'), minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
)
const text = fc.constant(null).map(() => mint.text())
const value: fc.Arbitrary<RecordJson> = fc.oneof(
  text,
  text.map((inner) => [inner, [inner], { inner }]),
  text.map((inner) => ({ visibility: 'clear', text: inner, toJSON: inner })),
  fc.tuple(name, text).map(([member, inner]) => Object.fromEntries([[`x${member}`, { deeper: inner }]])),
)

/** Field names with a meaning in some place; these are skipped in all places. */
const meaning = new Set([
  'data',
  'notifications',
  'kind',
  'type',
  'document_type',
  'created_at',
  'date',
  'status',
  'country',
  ...['name', 'file_name', 'filename', 'original_name', 'title'],
  'uid',
  'event',
])

/**
 * Adds an unclassified field to about every third object. Skips workflow steps and `ext`, which have free
 * names.
 */
function withMore(
  record: RecordJson,
  extras: Iterator<readonly [string, RecordJson]>,
  added: string[],
  at = '',
): RecordJson {
  if (Array.isArray(record)) return record.map((inner) => withMore(inner, extras, added, at))
  if (!isObject(record) || at === 'workflow_state' || at === 'ext') return record
  const own = Object.entries(record).map(([member, inner]): [string, RecordJson] => [
    member,
    withMore(inner ?? null, extras, added, member),
  ])
  const [member, inner] = extras.next().value ?? []
  if (member === undefined || Object.hasOwn(record, member) || meaning.has(member))
    return Object.fromEntries(own)
  added.push(member)
  return Object.fromEntries([...own, [member, inner ?? null]])
}

/** Splits the answers to compliance into the names of unclassified fields and everything else. */
function withoutNames(answers: readonly string[]): { rest: string[]; names: string[] } {
  const names: string[] = []
  const read = (inner: RecordJson | undefined): RecordJson => {
    if (Array.isArray(inner)) return inner.map(read)
    if (!isObject(inner)) return inner ?? null
    const kept = Object.entries(inner).flatMap(([member, next]): [string, RecordJson][] => {
      // Document fields: an answer lists their names and that they exist.
      if (member === 'moreFields') return []
      if (member === 'fields' && Array.isArray(next) && next.every(isObject)) {
        for (const one of Array.isArray(next) ? next : []) if (isObject(one)) names.push(String(one.name))
        return []
      }
      if (member !== 'unclassified' && member !== '(unclassified)') return [[member, read(next)]]
      if (isObject(next) && Array.isArray(next.names)) names.push(...next.names.map(String))
      return []
    })
    return Object.fromEntries(kept)
  }
  const rest = answers.map((answer) => {
    const [head = '', body = 'null'] = answer.split('\n\n')
    return `${head.replace(/content-length: \d+/, '')}\n${JSON.stringify(read(JSON.parse(body)))}`
  })
  return { rest, names }
}

async function introduced(seed: number): Promise<{ customer: GeneratedCustomer; subject: WalkSubject }> {
  const customer = makeCustomer({ seed })
  await putCustomer(stack, customer)
  const subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  await untilRead(stack, customer.transaction)
  return { customer, subject }
}

async function answersTo(
  customer: GeneratedCustomer,
  subject: WalkSubject,
  record: RecordName,
  body: RecordJsonObject,
) {
  await answerWith(stack, customer, record, body)
  const calls = callsOf(record, subject)
  return Promise.all(roleNames.map((role) => loadNormalizedAnswers(eyes[role], calls)))
}

describe.each(recordNames)('unclassified fields: %s', (record) => {
  it('change nothing at any depth; compliance sees their names and no value', async () => {
    const { customer, subject } = await introduced(seedOf(`unknown ${record}`))
    const before = await answersTo(customer, subject, record, customer.records[record])
    const known = JSON.stringify(customer.records)
    for (let round = 0; round < rounds; round += 1) {
      const extras = fc.sample(fc.tuple(name, value), { seed: seedOf(record) + round, numRuns: 200 }).values()
      const added: string[] = []
      const more = withMore(customer.records[record], extras, added)
      const after = await answersTo(customer, subject, record, isObject(more) ? more : {})
      expect(added.length).toBeGreaterThan(0)
      for (const [at, role] of roleNames.entries()) {
        const [now = [], then = []] = [after[at], before[at]]
        if (role !== 'compliance') {
          expect(now, `${role}, round ${round}`).toEqual(then)
          continue
        }
        const [told, bare] = [withoutNames(now), withoutNames(then)]
        expect(told.rest, `round ${round}`).toEqual(bare.rest)
        for (const given of told.names)
          expect(added.includes(given) || known.includes(`"${given}":`), given).toBe(true)
      }
    }
  })
})

it('ignores a workflow step that does not have the form of a step', async () => {
  const { customer, subject } = await introduced(seedOf('unknown steps'))
  const { state } = customer.records
  const before = await answersTo(customer, subject, 'state', state)
  const steps = isObject(state.workflow_state) ? state.workflow_state : {}
  const odd: RecordJsonObject = {
    ...steps,
    aml: 'Mara Lindqvist',
    'Mara Lindqvist': 'PENDING',
    risk: 7,
    list: ['x'],
    inner: { a: 'B' },
  }
  const after = await answersTo(customer, subject, 'state', { ...state, workflow_state: odd })
  for (const [at, role] of roleNames.entries()) {
    const [now = [], then = []] = [after[at], before[at]]
    if (role === 'compliance') expect(withoutNames(now).rest).toEqual(withoutNames(then).rest)
    else expect(now, role).toEqual(then)
  }
})
