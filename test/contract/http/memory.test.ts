import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { FaultName } from '../../sandbox/fault-names.ts'
import { identityIdFrom } from '../../sandbox/ids.ts'
import {
  customerHandleOf,
  customerOf,
  identityHandleOf,
  problemIn,
  startOn,
} from '../../support/contract/support.ts'
import type { Stack } from '../../support/stack/start.ts'

const mebibyte = 1024 * 1024
const heavy: readonly FaultName[] = ['large', 'gzip-bomb', 'long-string', 'deep', 'wide', 'huge-header']

/** Starts the sandbox in a process of its own, so that its memory does not count here. */
async function startService() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../sandbox/main.ts')], {
    env: { PATH: process.env.PATH ?? '', SANDBOX_SERVICE_PORT: '0', SANDBOX_IDP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { service } = z.object({ service: z.string() }).parse(JSON.parse(String(line)))
  return {
    url: service,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

// Complements memory-use.test.ts beside the client; faults.test.ts checks the outcome of each such answer.
describe.runIf(isFullRun)('answers of any size', () => {
  let stack: Stack
  let service: Awaited<ReturnType<typeof startService>>

  beforeAll(async () => {
    service = await startService()
    stack = await startOn('embedded', { config: { PAYDESK_STAGE_BASE_URL: `${service.url}/stage` } })
  })
  afterAll(async () => {
    await stack.stop()
    await service.stop()
  })

  it('do not increase the memory of the process', { timeout: 180_000 }, async () => {
    const visitor = await stack.as('compliance')
    const env = 'stage'
    const round = async (fault: FaultName) => {
      const { transaction } = await customerOf(stack, `fault-${fault}`)
      const customer = await customerHandleOf(stack, `fault-list-${fault}`)
      const identity = await identityHandleOf(stack, `fault-${fault}`, identityIdFrom(`faulty|${fault}`))
      const answers = await Promise.all([
        visitor.call(endpoints.showTransaction, { params: { env, transaction: transaction(0) } }),
        visitor.call(endpoints.listSentNotifications, {
          params: { env, transaction: transaction(1) },
        }),
        visitor.call(endpoints.listCustomerTransactions, { params: { env, customer } }),
        visitor.call(endpoints.showIdentity, { params: { env, identity } }),
      ])
      for (const answer of answers) problemIn(answer, 'upstream_bad_response', 'upstream_timeout')
    }
    for (const fault of heavy) await round(fault)
    const before = process.memoryUsage().rss
    let peak = before
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 10)
    for (let nth = 0; nth < 4; nth += 1) for (const fault of heavy) await round(fault)
    clearInterval(sampler)
    // Bounds the growth: the answers offer 6 GB, and a single body read whole would take 200 MB.
    expect((peak - before) / mebibyte).toBeLessThan(96)
  })
})
