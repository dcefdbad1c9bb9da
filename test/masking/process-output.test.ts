import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { Visitor } from '../support/stack/start.ts'
import { failOnce } from './failing.ts'
import { createHandles } from './handles.ts'
import { allCalls, loadNormalizedAnswers } from './harness.ts'
import { Haystack } from './haystack.ts'
import { makeCustomer } from './records.ts'
import { forbiddenToAll, leavesOf } from './response-fields.ts'
import { callSandbox, env, putCustomer } from './service.ts'
import { fieldsStoredInClear, filesUnder } from './traces.ts'
import { failEveryEndpoint, visitEveryEndpoint } from './walk.ts'

const customer = makeCustomer({ seed: 51, rid: 'email' })
const leaves = leavesOf(customer)
const main = join(import.meta.dirname, '../../bff/src/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'paydesk-output-'))

/** Starts Paydesk as in production, and collects every byte of its outputs. */
function startProduct(settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...settings, PAYDESK_LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  const listening = new Promise<void>((ready, failed) => {
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk: Buffer) => {
        said.push(chunk)
        if (Buffer.concat(said).includes('"listening"')) ready()
      })
    }
    child.once('exit', () => failed(new Error(Buffer.concat(said).toString())))
  })
  return { child, said, listening }
}

describe('the server process', () => {
  let sandbox: Sandbox
  let child: ChildProcess
  let said: Buffer[]
  let origin: string

  beforeAll(async () => {
    origin = `http://localhost:${await freePort()}`
    sandbox = await startSandbox({ appOrigins: [origin] })
    const product = startProduct(
      demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl }, join(folder, 'data')),
    )
    ;({ child, said } = product)
    await product.listening
  })
  afterAll(async () => {
    child.kill('SIGKILL')
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('writes no value of a record to its outputs or its folder, even if calls fail', async () => {
    await putCustomer({ sandbox }, customer)
    const [compliance, support] = [new Visitor(origin), new Visitor(origin)]
    await compliance.signIn('compliance')
    await support.signIn('support')
    const subject = await createHandles(compliance, { ...customer, transactions: [customer.transaction] })
    for (const fault of ['none', '500', '400', 'truncated', 'malformed', 'wrong-id', 'redirect']) {
      if (fault !== 'none') {
        for (const id of [customer.transaction, customer.rid, customer.identity])
          await callSandbox({ sandbox }, 'POST', 'faults', { account: env, operation: 'any', id, fault })
      }
      for (const visitor of [compliance, support]) {
        if (isFullRun || (fault === 'none' && visitor === compliance))
          await visitEveryEndpoint(visitor, subject)
        else await loadNormalizedAnswers(visitor, allCalls(subject))
      }
      await callSandbox({ sandbox }, 'DELETE', 'faults')
    }
    const email = String(leaves.find(({ path }) => path === 'identity.profile.email')?.value)
    for (const visitor of pickByRunLength([compliance], [compliance, support]))
      await failEveryEndpoint(visitor, subject, email, failOnce)
    child.kill('SIGTERM')
    expect(await new Promise((ended) => child.once('exit', ended))).toBe(0)
    const traces = [{ what: 'standard output and error', bytes: Buffer.concat(said) }, ...filesUnder(folder)]
    console.log(
      `a process of its own: ${traces.map(({ what, bytes }) => `${what} ${bytes.length}`).join(', ')}`,
    )
    const searched = leaves.filter(({ path }) => !fieldsStoredInClear.test(path))
    expect(new Haystack(traces).leaks(forbiddenToAll(searched, [customer.transaction]))).toEqual([])
    expect(Buffer.concat(said).includes(customer.transaction)).toBe(true)
  })
})
