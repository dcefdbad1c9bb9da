import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { describe, expect, it } from 'vitest'
import { type BackingName, openBacking } from '../support/stack/backing.ts'
import { copyOf } from '../support/stack/copies.ts'
import { freePort } from '../support/stack/ports.ts'
import { startProduct } from '../support/stack/process.ts'
import { growBodies } from './bodies.ts'
import { newLabBacking, startLab } from './harness.ts'
import { Ledger } from './ledger.ts'
import { pause, Sender } from './sender.ts'

const before = pickByRunLength(60, 20_000)
const perSecond = pickByRunLength(100, 400)

describe.concurrent.each<BackingName>(['embedded', 'postgres'])('backup under load (%s)', (name) => {
  it('is intact, has everything acknowledged before it, and starts', { timeout: 180_000 }, async () => {
    const backing = await newLabBacking(name)
    const lab = await startLab(backing)
    const bodies = await growBodies(lab.sandbox, pickByRunLength(60, 300))
    const product = await startProduct({ env: lab.env })
    const ledger = new Ledger(`copy-${name}`)
    const sender = new Sender({ origins: [product.origin], ledger })
    let over = false
    function* untilOver(): Generator<Buffer> {
      while (!over) yield bodies.next()
    }
    const sending = sender.atRate(untilOver(), perSecond)
    while (ledger.count('ok') < before) await pause(50)

    const begun = Date.now()
    const copied = await copyOf(backing, lab.env)
    const took = Date.now() - begun
    over = true
    await sending
    sender.stop()

    const copy = openBacking({ ...copied })
    expect(await copy.damage()).toEqual([])
    const there = new Set(
      (await copy.rows('select digest from notification_queue')).map((row) => String(row.digest)),
    )
    const due = [...ledger.told].filter(([, one]) => one.firstOkAt !== null && one.firstOkAt < begun)
    console.log(
      `copy (${name}): ${took} ms, ${due.length} acknowledged before, ${there.size} in it, ` +
        `${ledger.count('ok')} acknowledged in all`,
    )
    expect(due.filter(([key]) => !there.has(key))).toEqual([])
    expect(ledger.count('ok')).toBeGreaterThan(due.length)

    const port = String(await freePort())
    const restored = await startProduct({ env: { ...lab.env, ...copied, PAYDESK_PORT: port } })
    expect(await restored.stop()).toBe(0)
    await product.kill()
    await ledger.close()
    await lab.sandbox.stop()
    for (const one of [backing, copy]) one.remove()
  })
})
