import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sourcesOf } from '../architecture/sources.ts'
import { demoConfig } from '../demo-config.ts'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { freePort } from '../stack/ports.ts'

const main = join(import.meta.dirname, '../../bff/src/main.ts')
const running = new Map<ChildProcess, Promise<unknown>>()

function start(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'pipe',
  })
  const said: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  // Closed: everything that it said was heard.
  const ended = new Promise<number | null>((done) => child.once('close', done))
  running.set(child, ended)
  const listening = async () => {
    while (!said.join('').includes('"listening"')) {
      if (child.exitCode !== null) throw new Error(said.join(''))
      await new Promise((later) => setTimeout(later, 20))
    }
  }
  return { child, said: () => said.join(''), ended, listening }
}

// Gone before the next one begins: it listens on the same port and works on the same folder.
afterEach(async () => {
  for (const child of running.keys()) child.kill('SIGKILL')
  await Promise.all(running.values())
  running.clear()
})

describe('start without its configuration', { timeout: 120_000 }, () => {
  it('refuses, names everything that is missing at once and prints no value', async () => {
    const { ended, said } = start({
      PAYDESK_ENVIRONMENTS: 'live',
      PAYDESK_LIVE_TOKEN: 'x9-token-value',
      OIDC_CLIENT_SECRET: 'x9-secret-value',
    })
    expect(await ended).toBe(78)
    for (const name of ['PAYDESK_ORIGIN', 'PAYDESK_DATA_KEY', 'OIDC_ISSUER', 'OIDC_CLIENT_ID'])
      expect(said()).toContain(name)
    expect(said()).not.toContain('x9-')
    expect(said()).not.toMatch(/\bat .*\.ts:\d+/)
  })

  it('has no code that could offer the sandbox’s people', () => {
    const product = [...sourcesOf('bff/src'), ...sourcesOf('web/src'), ...sourcesOf('shared/src')].filter(
      ({ path }) => !/\.test[.-]/.test(path),
    )
    // A word of content policies is none of ours.
    for (const { path, text } of product)
      expect(text.replaceAll('"sandbox; ', '"'), path).not.toMatch(
        /sandbox|Ana Ruiz|Farid|Fiona|Clara Weiss|Auden|Ada Moreau/i,
      )
  })
})

describe('a running process', { timeout: 120_000 }, () => {
  let sandbox: Sandbox
  let origin: string
  let env: Record<string, string>

  beforeAll(async () => {
    origin = `http://localhost:${await freePort()}`
    sandbox = await startSandbox({ appOrigins: [origin] })
    env = demoConfig(
      origin,
      { service: sandbox.serviceUrl, idp: sandbox.idpUrl },
      mkdtempSync(join(tmpdir(), 'paydesk-process-')),
    )
  })
  afterAll(() => sandbox.stop())

  it('is alive and ready, and starts while the identity provider is away', async () => {
    const { listening } = start({ ...env, OIDC_ISSUER: 'http://localhost:9' })
    await listening()
    expect((await fetch(`${origin}/livez`)).status).toBe(200)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const away = await fetch(`${origin}/auth/sign-in`, { redirect: 'manual' })
    expect(away.headers.get('location')).toMatch(/^\/sign-in\?problem=sign_in_unavailable&reference=PD-/)
  })

  it('on SIGTERM says that it stops, takes no new work and ends', async () => {
    const { child, listening, ended, said } = start(env)
    await listening()
    await fetch(`${origin}/livez`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said()).toContain('"stopping"')
    await expect(fetch(`${origin}/livez`)).rejects.toThrow()
  })

  it('names the port when somebody else listens on it', async () => {
    const first = start(env)
    await first.listening()
    const second = start({ ...env, PAYDESK_DATA_DIR: mkdtempSync(join(tmpdir(), 'paydesk-process-')) })
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain('EADDRINUSE')
  })

  it('does not work on a folder that another process works on, and does once that one is gone', async () => {
    const first = start(env)
    await first.listening()
    const port = String(await freePort())
    const second = start({ ...env, PAYDESK_PORT: port })
    expect(await second.ended).toBe(75)
    expect(second.said()).toContain(`The folder ${env.PAYDESK_DATA_DIR} is in use`)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    const third = start(env)
    await third.listening()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  })

  it('closes slow connections and refuses oversized headers', async () => {
    const { listening } = start(env)
    await listening()
    const answer = await fetch(`${origin}/livez`, { headers: { 'x-long': 'a'.repeat(20_000) } })
    expect(answer.status).toBe(413)
  })
})
