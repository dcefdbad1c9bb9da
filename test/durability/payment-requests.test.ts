import { join } from 'node:path'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { describe, expect, it } from 'vitest'
import type { BackingName } from '../support/stack/backing.ts'
import { freePort } from '../support/stack/ports.ts'
import { newLabBacking, startLab, waitUntilHolds } from './harness.ts'
import { clickThrough, compareRequests, type SendFailure, sendFailures } from './payment-requests.ts'

const backings: readonly BackingName[] = ['embedded', 'postgres']

/** Failures between sending and recording: the planted bugs can only show there. */
const lateKills: readonly SendFailure[] = [
  { killed: 300, fault: 'hang', carriesOut: true, onItsWay: true },
  { fault: 'reset', carriesOut: true },
]

const few: readonly SendFailure[] = [
  {},
  { killed: 50, fault: 'hang', carriesOut: true, onItsWay: true },
  { fault: 'reset', carriesOut: true },
  { fault: '503', carriesOut: false },
  { database: true },
]

interface Asked {
  readonly name: BackingName
  readonly runs: number
  readonly seed: number
  readonly troubles: readonly SendFailure[]
  readonly plant?: string
}

async function run({ name, runs, seed, plant, ...asked }: Asked) {
  const begun = Date.now()
  const backing = await newLabBacking(name)
  const lab = await startLab(backing, {
    PAYDESK_SERVICE_DEADLINE_MS: '1500',
    PAYDESK_REQUEST_ABSENT_MS: '1500',
    PAYDESK_REQUESTS_PER_MINUTE: '100000',
  })
  try {
    // Start one instance on the embedded database: only one process may use it.
    const second = name === 'postgres' ? [await freePort()] : []
    const ports = [Number(new URL(lab.origin).port), ...second]
    const preload = plant === undefined ? [] : [join(import.meta.dirname, 'plants', plant)]
    const { rids, stop } = await clickThrough({
      ...{ backing, lab, ports, runs, seed, preload },
      troubles: asked.troubles,
    })
    const open = `select id, status from payment_requests where status in ('sending', 'unknown')`
    await waitUntilHolds(async () => (await backing.rows(open)).map((row) => JSON.stringify(row)), 30_000)
    const verdict = await compareRequests(lab, backing, rids)
    await stop()
    const seconds = Math.round((Date.now() - begun) / 1_000)
    return { ...verdict, damage: await backing.damage(), seconds }
  } finally {
    await lab.sandbox.stop()
    backing.remove()
  }
}

describe.concurrent.each(backings)(
  'failure at every point between a click and its stored answer (%s)',
  (name) => {
    it('makes no payment twice, loses none and leaves none unknown', { timeout: 1_800_000 }, async () => {
      const runs = pickByRunLength(few.length, 500)
      const all = pickByRunLength(few, sendFailures)
      const { twice, wrong, damage, ...counts } = await run({ name, runs, seed: 1, troubles: all })
      console.log(`payment requests, ${runs} runs (${name}): ${JSON.stringify(counts)}`)
      expect(twice).toEqual([])
      expect(wrong).toEqual([])
      expect(damage).toEqual([])
      expect(counts.created + counts.absent).toBe(runs)
      expect(counts.created).toBeGreaterThan(runs / 2)
      expect(counts.absent).toBeGreaterThan(0)
    })

    it.runIf(isFullRun).each(['request-again.ts', 'request-marked-late.ts'])(
      'the same run detects the planted bug %s',
      { timeout: 300_000 },
      async (plant) => {
        const { twice } = await run({ name, runs: 4, seed: 2, troubles: lateKills, plant })
        console.log(`payment requests, ${plant} (${name}): ${twice.length} twice`)
        expect(twice.length).toBeGreaterThan(0)
      },
    )
  },
)
