import { openTestService, testReference, testTransactionId } from './fault-server.test-kit.ts'

/**
 * Process of its own that reads hostile bodies and prints its memory growth in MiB and the longest block of
 * its event loop in ms.
 */
const url = process.argv[2] ?? ''
const times = Number(process.argv[3])
const { service } = openTestService(url)
const read = () => service.readState(testTransactionId, { reference: testReference, fresh: true })
for (let i = 0; i < 20; i += 1) await read()
globalThis.gc?.()
const before = process.memoryUsage.rss()
let most = before
let held = 0
// CPU time of this thread, so that other processes on a small machine do not count.
const spent = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
let last = spent()
const sample = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
  held = Math.max(held, spent() - last)
  last = spent()
}, 5)
const causes = new Set<string>()
const hostile = async (count: number): Promise<number> => {
  for (let i = 0; i < count; i += 1) {
    const outcome = await read()
    causes.add(outcome.outcome === 'failed' ? outcome.cause : outcome.outcome)
  }
  most = Math.max(most, process.memoryUsage.rss())
  return (most - before) / 1_048_576
}
const afterFew = await hostile(8)
const afterMany = await hostile(times)
clearInterval(sample)
await service.close()
process.stdout.write(JSON.stringify({ afterFew, afterMany, heldMs: held, causes: [...causes] }))
