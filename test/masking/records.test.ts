import { fieldNames } from '@paydesk/bff/platform/access/policy/access-policy'
import { interfaceFields } from '@paydesk/bff/platform/access/policy/interface-fields'
import { describe, expect, it } from 'vitest'
import { makeCustomer, mintRecord, type RecordTemplate } from './records.ts'
import { leavesOf, selectUniqueLeaves } from './response-fields.ts'

const customer = makeCustomer({ seed: 11, undocumented: true })

describe('the records of a made customer', () => {
  it('keep every value if a field is added before it', () => {
    const before: RecordTemplate = { first: (mint) => mint.text(), last: [(mint) => mint.iban('DE')] }
    const after: RecordTemplate = { added: (mint) => mint.text(), ...before }
    const { added, ...others } = mintRecord(after, 7, 'record') as Record<string, unknown>
    expect(others).toEqual(mintRecord(before, 7, 'record'))
    expect(Object.values(others)).not.toContain(added)
  })

  it('differ in every value from those of another seed', () => {
    const others = new Set(leavesOf(makeCustomer({ seed: 12, undocumented: true })).map(({ value }) => value))
    const minted = selectUniqueLeaves(leavesOf(customer)).filter(({ path }) => path !== 'state.expires_at')
    expect(minted.filter(({ value }) => others.has(value))).toEqual([])
  })

  it('have each value in one place, except the ids and states that several records name', () => {
    const paths = new Map<string, string[]>()
    for (const { path, value } of selectUniqueLeaves(leavesOf(customer)))
      paths.set(value, [...(paths.get(value) ?? []), path.replace(/^.*\./, '')])
    const shared = [...paths.values()].filter(({ length }) => length > 1).flat()
    expect([...new Set(shared)].sort()).toEqual([
      'compound_state',
      'id',
      'identifier',
      'remote_user_id',
      'state',
      'transaction_state',
      'transaction_uid',
      'uid',
    ])
  })

  it('have a value for every profile field of the access policy', () => {
    const { profile } = customer.records.identity
    const members = Object.keys(profile as object)
    const missing = fieldNames
      .filter((field) => interfaceFields[field] === field && field.startsWith('profile.'))
      .filter((field) => !members.includes(field.slice('profile.'.length)))
    expect(missing.map((field) => `${field} ${noValue}`)).toEqual([])
  })
})

const noValue = 'has no value in test/masking/records.ts: the masking tests would see it only as absent.'
