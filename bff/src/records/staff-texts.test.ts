import { expect, it } from 'vitest'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { Secret } from '../platform/runtime/secret.ts'
import { staffTextCipherContext } from './review-cases.ts'
import { presentColleague } from './staff-texts.ts'

const cipher = createFieldCipher([new Secret('staff-texts-key-staff-texts-key-staff-1')])
const oldCipher = createFieldCipher([new Secret('key-that-is-gone-key-that-is-gone-key-1')])
const mara = { issuer: 'https://idp.example', subject: 'mara' }
const session = { issuer: 'https://idp.example', subject: 'farid' }
const nameBy = (used: typeof cipher) => used.seal(staffTextCipherContext, 'Mara Lindqvist')

it('names a colleague, and this person', () => {
  expect(presentColleague({ ...mara, name: nameBy(cipher) }, { session, cipher })).toEqual({
    name: 'Mara Lindqvist',
    me: false,
  })
  expect(presentColleague({ ...mara, name: nameBy(cipher) }, { session: mara, cipher }).me).toBe(true)
})

it('sends no words in place of a name that is not stored, or whose key is gone', () => {
  expect(presentColleague({ ...mara, name: null }, { session, cipher }).name).toBeNull()
  expect(presentColleague({ ...mara, name: nameBy(oldCipher) }, { session, cipher }).name).toBeNull()
})
