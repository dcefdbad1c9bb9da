import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that hold one folder for each feature or layer. */
const parents = [
  'bff/src/features',
  'bff/src',
  'bff/src/platform',
  'web/src/features',
  'web/src',
  'test/contract',
]

/** Contracts with tests of their own, by area: they lie in `shared`, in a folder for a group of features. */
const contracts: Readonly<Record<string, string>> = {
  'caller-verification': 'shared/src/compliance/caller-claim',
  reconciliation: 'shared/src/cases/transaction-diff',
  transactions: 'shared/src/core/state',
  search: 'shared/src/core/card-number',
}

/**
 * Returns parts of paths, as vitest matches them, for the tests of an area: a folder of that name in any of
 * `parents`. Throws if there is none.
 */
export function testPaths(root: string, area: string): readonly string[] {
  const folders = parents.map((parent) => `${parent}/${area}/`).filter((path) => existsSync(join(root, path)))
  if (folders.length === 0)
    throw new Error(`There is no area "${area}": name a folder of ${parents.join(', ')}.`)
  const contract = contracts[area]
  return contract === undefined ? folders : [...folders, contract]
}

/** Tests that a new field of the identity record, or another cell of one, can break; the rest never reads a profile. */
export const fieldTests = {
  node: [
    'bff/src/platform/access/',
    'bff/src/payment-service/parsing/',
    'bff/src/features/audit-log/present.test.ts',
    'bff/src/features/field-permissions/',
    'bff/src/features/identities/',
    'bff/src/features/reveals/',
    'shared/src/messages/',
    'test/contract/field-permissions/',
    'test/contract/identities/',
    'test/contract/reveals/',
    'test/contract/subject-access/',
    'test/masking/mutants.test.ts',
    'test/masking/oracle.test.ts',
    'test/masking/presented.test.ts',
    'test/masking/records.test.ts',
    'test/masking/reveals.test.ts',
    'test/masking/scan.test.ts',
    'test/masking/worlds-identity.test.ts',
  ],
  web: ['web/src/features/field-permissions/', 'web/src/features/identities/', 'web/src/features/reveals/'],
} as const
