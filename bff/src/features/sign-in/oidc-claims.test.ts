import { expect, it } from 'vitest'
import { type OidcClaims, readGrantedRights } from './oidc-claims.ts'

const read = (claims: OidcClaims) =>
  readGrantedRights('00aa11', [['id_token', async () => claims]], {
    rolesClaim: 'roles',
    merchantsClaim: 'merchants',
    roleMap: new Map([['pd-support', 'support']]),
  })

it.each<[unknown, string]>([
  ['Mara Lindqvist', 'Mara Lindqvist'],
  ['M', 'M'],
  ['  Mara\u0000 ', 'Mara'],
  ['客'.repeat(300), '客'.repeat(100)],
  // Never half a character.
  [`${'x'.repeat(99)}𠮷𠮷`, 'x'.repeat(99)],
  ['', '00aa11'],
  ['   ', '00aa11'],
  ['\u200b', '00aa11'],
  [null, '00aa11'],
  [['Mara'], '00aa11'],
])('reads the name %j', async (name, expected) => {
  expect((await read({ roles: 'pd-support', name })).name).toBe(expected)
})

it.each<[unknown, unknown, readonly string[], readonly string[]]>([
  [['pd-support', null, 7], ['demo-merchant', 4711, {}], ['support'], ['demo-merchant', '4711']],
  ['pd-support', 4711, ['support'], ['4711']],
  [[{ name: 'pd-support' }], [1.5, '../x', ['a']], [], []],
  [{ 'pd-support': true }, {}, [], []],
  [['pd-support', 'pd-support'], [], ['support'], []],
])('reads the roles %j and merchants %j', async (roles, merchants, ofRoles, ofMerchants) => {
  const rights = await read({ roles, merchants })
  expect([rights.roles, rights.merchants]).toEqual([ofRoles, ofMerchants])
})
