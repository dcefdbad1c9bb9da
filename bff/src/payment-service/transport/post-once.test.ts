import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postOnce } from './post-once.ts'

const totalMs = 1_000
/** Steps that the two threads signal to each other, in this order. */
const [asked, mayAnswer, answered] = [1, 2, 3]

/** Server in its own thread, so that it can answer while this thread is busy. */
const service = `
  const { parentPort, workerData } = require('node:worker_threads')
  const steps = new Int32Array(workerData)
  const server = require('node:http').createServer((request, response) => {
    Atomics.store(steps, 0, ${asked})
    Atomics.wait(steps, 0, ${asked})
    response.end('{"done":true}', () => Atomics.store(steps, 0, ${answered}))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`
const steps = new Int32Array(new SharedArrayBuffer(4))
const reached = (step: number) => Atomics.load(steps, 0) === step
let thread: Worker
let port: number

beforeEach(async () => {
  Atomics.store(steps, 0, 0)
  thread = new Worker(service, { eval: true, workerData: steps.buffer })
  const [told] = await once(thread, 'message')
  port = Number(told)
})
afterEach(async () => {
  await thread.terminate()
})

const post = () =>
  postOnce({
    ...{ origin: `http://127.0.0.1:${port}`, path: '/', headers: [], body: '{}' },
    ...{ connectMs: 10_000, totalMs, headerBytes: 16_384, maxBytes: 1_000 },
  })

it('does not report an answer as late that arrived while this process was busy', async () => {
  const begun = performance.now()
  const posting = post()
  while (!reached(asked)) await new Promise(setImmediate)
  Atomics.store(steps, 0, mayAnswer)
  Atomics.notify(steps, 0)
  while (!reached(answered) || performance.now() - begun < 1.5 * totalMs);
  expect(await posting).toMatchObject({ kind: 'answer', status: 200 })
})

it('reports a missing answer as lost', async () => {
  expect(await post()).toEqual({ kind: 'lost', status: null, cause: 'deadline' })
})
