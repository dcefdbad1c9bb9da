import { identityViewSchema } from '@paydesk/shared/compliance/identities'
import { customerHandleSchema, identityHandleSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import { describe, expect, it } from 'vitest'
import { parseIdentityRecord } from '../../payment-service/parsing/wire.ts'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { fieldNames } from '../../platform/access/policy/access-policy.ts'
import { interfaceFields } from '../../platform/access/policy/interface-fields.ts'
import { presentIdentity, profileFields } from './present.ts'

/** Profile fields of the access policy, without those that Paydesk derives. */
const members = fieldNames
  .filter((field) => field.startsWith('profile.') && interfaceFields[field] === field)
  .map((field) => field.slice('profile.'.length))

const identity = identityHandleSchema.parse('i_00000000000000000000')
const reading = { at: '2025-06-01T00:00:00.000Z', from: 'service' } as const

function shown(body: object, customer: string | null = 'c_00000000000000000000') {
  const record = parseIdentityRecord({ id: '_a41c7e2_18f2b3c4d50__3b1f', ...body })
  if (!record.ok) throw new Error('not a record')
  const read = {
    identity,
    customer: customer === null ? null : customerHandleSchema.parse(customer),
    merchant: merchantIdSchema.parse('demo-merchant'),
    record: record.value,
    reading,
    today: '2025-06-01',
  }
  return identityViewSchema.parse(presentIdentity(read, createFieldAccess('compliance')))
}

describe('presentIdentity', () => {
  it('shows every field of the access policy once, in contiguous groups', () => {
    expect(profileFields.map(({ field }) => field).sort()).toEqual([...members].sort())
    const groups = profileFields.map(({ group }) => group)
    expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([
      'person',
      'contact',
      'residence',
      'billing',
    ])
    for (const { field, group } of profileFields) {
      if (field.startsWith('billing_')) expect(group).toBe('billing')
      if (field.startsWith('residen')) expect(group).toBe('residence')
    }
  })

  it('shows every field as not provided if the record has no profile', () => {
    for (const body of [{}, { profile: {} }, { profile: null }, { profile: 'x' }]) {
      const view = shown(body)
      expect(view.profile).toHaveLength(members.length)
      for (const { value } of view.profile) expect(['absent', 'hidden']).toContain(value.visibility)
    }
  })

  it('links to the customer if Paydesk knows the customer of the record', () => {
    const profile = { remote_user_id: 'cust-00417' }
    expect(shown({ profile }).customer).toEqual({
      customer: 'c_00000000000000000000',
      rid: { visibility: 'clear', text: 'cust-00417' },
    })
    expect(shown({ profile }, null).customer).toBeNull()
  })

  it('lists unclassified fields, but not those of documents, which their cards list', () => {
    const { unclassified } = shown({
      newer: 'x',
      supporting_documents: [{ kind: 'passport', created_at: '2025-01-01T00:00:00Z', mime_type: 'y' }],
    })
    expect(unclassified).toEqual({ names: ['newer'], more: 0 })
  })
})
