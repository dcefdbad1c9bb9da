import { openTestService, testReference } from '../../payment-service/fault-server.test-kit.ts'
import { inspectDocumentFile } from './inspect.ts'

/**
 * Runs alone in a process: fetches large documents one after the other as a view does. Prints the verdict on
 * each document, by how many MiB the process grew at most for each, and by how many in the end.
 */
const url = process.argv[2] ?? ''
const { service } = openTestService(url)
const fetchAndInspect = async (name: string): Promise<string> => {
  const outcome = await service.readDocument(
    { where: 'here', path: `/${name}` },
    { reference: testReference },
  )
  if (outcome.outcome !== 'found') return outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
  const { facts, shown } = inspectDocumentFile(outcome.value)
  // Touch the content part by part, as it is sent.
  let sum = 0
  for (const piece of shown ?? []) for (const byte of piece.subarray(0, 1)) sum += byte
  outcome.value.release()
  return sum < 0 ? '' : `${facts.type} ${facts.showable}`
}
for (let i = 0; i < 20; i += 1) await fetchAndInspect('small')
globalThis.gc?.()
const before = process.memoryUsage.rss()
let maxRss = before
const sample = setInterval(() => {
  maxRss = Math.max(maxRss, process.memoryUsage.rss())
}, 2)
const verdicts: Record<string, string> = {}
const growthMiB: Record<string, number> = {}
for (const name of (process.argv[3] ?? '').split(',')) {
  // Measure the growth of each document by itself; the memory left by
  // earlier documents counts together in `left`.
  const begun = process.memoryUsage.rss()
  maxRss = begun
  verdicts[name] = await fetchAndInspect(name)
  growthMiB[name] = Math.round((Math.max(maxRss, process.memoryUsage.rss()) - begun) / 1_048_576)
}
globalThis.gc?.()
const left = Math.round((process.memoryUsage.rss() - before) / 1_048_576)
clearInterval(sample)
await service.close()
process.stdout.write(JSON.stringify({ judged: verdicts, grown: growthMiB, left }))
