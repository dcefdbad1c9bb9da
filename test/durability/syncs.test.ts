import { join } from 'node:path'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { describe, expect, it } from 'vitest'
import { controlSandbox } from '../sandbox/test-client.ts'
import { startProduct } from '../support/stack/process.ts'
import { growBodies } from './bodies.ts'
import { newLabBacking, startLab } from './harness.ts'
import { DeliveryLedger } from './ledger.ts'
import { NotificationSender } from './sender.ts'
import { traceCalls, walSyncs, withoutSync } from './syncs.ts'

const posts = pickByRunLength(40, 60)
const unsynced = join(import.meta.dirname, 'plants/commit-unsynced.ts')

/**
 * Sends notifications one by one and expects an acknowledgement each time. The payment service is down, so
 * Paydesk writes nothing else. Returns the number of WAL syncs on PostgreSQL, 0 on the embedded database.
 */
async function postSingly(
  name: 'embedded' | 'postgres',
  planted: boolean,
  { under = [], env = {} }: { under?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
) {
  const backing = await newLabBacking(name)
  const lab = await startLab(backing)
  const bodies = await growBodies(lab.sandbox, posts)
  await controlSandbox(lab.sandbox, 'POST', 'down')
  const before = name === 'postgres' ? await walSyncs(backing) : 0
  const product = await startProduct({
    env: { ...lab.env, ...env },
    preload: planted ? [unsynced] : [],
    under,
  })
  const ledger = new DeliveryLedger(`syncs-${name}`)
  const sender = new NotificationSender({ origins: [product.origin], ledger })
  for (const body of bodies.some(posts)) expect(await sender.send(body)).toBe('ok')
  sender.stop()
  await product.stop()
  const after = name === 'postgres' ? await walSyncs(backing) : 0
  await lab.sandbox.stop()
  backing.remove()
  await ledger.close()
  return after - before
}

describe('acknowledged means synced to disk', { timeout: 180_000 }, () => {
  it('embedded: syncs between any two acknowledgements', async () => {
    const trace = traceCalls()
    await postSingly('embedded', false, trace)
    const found = withoutSync(await trace.lines())
    console.log(`embedded: ${found.syncs} syncs, ${found.acknowledgements} acknowledgements`)
    expect(found.acknowledgements).toBe(posts)
    expect(found.bare).toBe(0)
    expect(found.syncs).toBeGreaterThanOrEqual(posts)
  })

  it.runIf(isFullRun)('embedded: detects a database that syncs less', async () => {
    const trace = traceCalls()
    await postSingly('embedded', true, trace)
    const found = withoutSync(await trace.lines())
    console.log(`embedded, planted: ${found.syncs} syncs, ${found.acknowledgements} acknowledgements`)
    expect(found.acknowledgements).toBe(posts)
    expect(found.bare).toBeGreaterThan(posts / 2)
  })

  it('postgres: the server syncs its log at least once per acknowledgement', async () => {
    const syncs = await postSingly('postgres', false)
    console.log(`postgres: ${syncs} syncs, ${posts} acknowledgements`)
    expect(syncs).toBeGreaterThanOrEqual(posts)
  })

  it('postgres: refuses to start without synchronous commits, and detects missing syncs', async () => {
    const env = { PGOPTIONS: '-c synchronous_commit=off' }
    await expect(postSingly('postgres', false, { env })).rejects.toThrow(/synchronous_commit/)
    if (!isFullRun) return
    const syncs = await postSingly('postgres', true, { env })
    console.log(`postgres, planted: ${syncs} syncs, ${posts} acknowledgements`)
    expect(syncs).toBeLessThan(posts)
  })
})
