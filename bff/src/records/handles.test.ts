import { customerHandleSchema, environmentNameSchema, identityHandleSchema } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../platform/database/database.ts'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { createTestStore, databaseKinds, type TestStore } from '../platform/database/test-store.test-kit.ts'
import { Secret } from '../platform/runtime/secret.ts'
import { createHandleStore } from './handles.ts'

const key = new Secret('first-key-first-key-first-key-first-key')
const newer = new Secret('newer-key-newer-key-newer-key-newer-key')
const stage = environmentNameSchema.parse('stage')
const production = environmentNameSchema.parse('production')
const merchant = 'demo-merchant'

describe.each(databaseKinds)('handles (%s)', (backing) => {
  let made: TestStore
  let store: Store
  /** Creates a store with an empty cache, as after a restart of the process. */
  const fresh = (...keys: Secret[]) =>
    createHandleStore(store, createFieldCipher(keys.length === 0 ? [key] : keys))

  beforeAll(async () => {
    made = await createTestStore(backing)
    store = made.store
  })
  afterAll(() => made.remove())

  it('are stable, and distinct per customer, merchant, environment and kind', async () => {
    const handles = fresh()
    const first = await handles.getOrCreateCustomerHandle(stage, merchant, 'cust-1')
    expect(customerHandleSchema.safeParse(first).success).toBe(true)
    for (const one of [handles, fresh()])
      expect(await one.getOrCreateCustomerHandle(stage, merchant, 'cust-1')).toBe(first)
    const identity = await handles.getOrCreateIdentityHandle(stage, merchant, 'cust-1', '_id_1')
    expect(identityHandleSchema.safeParse(identity).success).toBe(true)
    const others = [
      await handles.getOrCreateCustomerHandle(stage, merchant, 'cust-2'),
      await handles.getOrCreateCustomerHandle(stage, merchant, 'CUST-1'),
      await handles.getOrCreateCustomerHandle(stage, 'demo-outlet', 'cust-1'),
      await handles.getOrCreateCustomerHandle(production, merchant, 'cust-1'),
    ]
    expect(new Set([first, identity, ...others]).size).toBe(6)
  })

  it('resolve to the id only in their own environment and kind', async () => {
    const handles = fresh()
    const customer = await handles.getOrCreateCustomerHandle(stage, merchant, 'mara@example.test')
    expect(await handles.resolve(stage, customer)).toEqual({ plaintext: 'mara@example.test', merchant })
    expect(await handles.resolve(production, customer)).toBeNull()
    expect(await handles.resolve(stage, identityHandleSchema.parse(customer.replace(/^c/, 'i')))).toBeNull()
    expect(await handles.resolve(stage, customerHandleSchema.parse('c_00000000000000000000'))).toBeNull()
  })

  it('exist only after the customer was first found', async () => {
    expect(await fresh().hasCustomerHandle(stage, merchant, 'cust-new')).toBe(false)
    await fresh().getOrCreateCustomerHandle(stage, merchant, 'cust-new')
    expect(await fresh().hasCustomerHandle(stage, merchant, 'cust-new')).toBe(true)
    expect(await fresh().hasCustomerHandle(stage, 'demo-outlet', 'cust-new')).toBe(false)
    expect(await fresh().hasCustomerHandle(production, merchant, 'cust-new')).toBe(false)
  })

  it('are created once by many concurrent callers', async () => {
    const makers = Array.from({ length: 20 }, () => fresh())
    const made = await Promise.all(
      makers.map((one) => one.getOrCreateCustomerHandle(stage, merchant, 'cust-parallel')),
    )
    expect(new Set(made).size).toBe(1)
    for (const one of makers)
      expect(await one.getOrCreateCustomerHandle(stage, merchant, 'cust-parallel')).toBe(made[0])
  })

  it('are found under a replaced key, by id and by handle', async () => {
    const before = await fresh(key).getOrCreateCustomerHandle(stage, merchant, 'cust-rotated')
    const rotated = fresh(newer, key)
    expect(await rotated.hasCustomerHandle(stage, merchant, 'cust-rotated')).toBe(true)
    expect(await rotated.getOrCreateCustomerHandle(stage, merchant, 'cust-rotated')).toBe(before)
    expect(await rotated.resolve(stage, before)).toEqual({ plaintext: 'cust-rotated', merchant })
    const after = await rotated.getOrCreateCustomerHandle(stage, merchant, 'cust-after')
    expect(await fresh(newer).resolve(stage, after)).toEqual({ plaintext: 'cust-after', merchant })
    // Expect null: a handle cannot be resolved without its key.
    expect(await fresh(newer).resolve(stage, before)).toBeNull()
  })

  it('never contain the id in clear text', async () => {
    await fresh().getOrCreateCustomerHandle(stage, merchant, 'zqx7@example.test')
    const rows = JSON.stringify(await store.db.selectFrom('handles').selectAll().execute())
    expect(rows).not.toMatch(/zqx7@|mara@|cust-/)
    expect(rows).not.toContain(Buffer.from('zqx7@example.test').toString('base64url').slice(0, 16))
  })

  it('do not resolve if their row was moved to another merchant or environment', async () => {
    const handle = await fresh().getOrCreateCustomerHandle(stage, merchant, 'cust-moved')
    await store.db
      .updateTable('handles')
      .set({ merchant: 'demo-outlet' })
      .where('handle', '=', handle)
      .execute()
    expect(await fresh().resolve(stage, handle)).toBeNull()
    await store.db
      .updateTable('handles')
      .set({ merchant, environment: 'production' })
      .where('handle', '=', handle)
      .execute()
    expect(await fresh().resolve(production, handle)).toBeNull()
  })
})
