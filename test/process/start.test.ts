import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesOf } from '../architecture/sources.ts'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { standBy } from '../support/stack/process.ts'

/** Starts the product at once in a process of its own; the test observes its outcome. */
function start(env: Readonly<Record<string, string>>) {
  const product = standBy({ env })
  const isReady = product.go()
  // Ignore the rejection here: some processes end before they are ready, as they should.
  isReady.catch(() => undefined)
  running.add(product)
  return { ...product, isReady }
}

/** Resolves when the product is ready; never resolves if the product ends first. */
const becomesReady = ({ isReady }: ReturnType<typeof start>) =>
  isReady.then(
    () => 'ready',
    () => new Promise<never>(() => undefined),
  )

const running = new Set<ReturnType<typeof standBy>>()

/**
 * Kills the products in the order in which they started, so that their ports and folders are free for others.
 */
async function killAll(): Promise<void> {
  await Promise.all([...running].map((product) => product.kill()))
  running.clear()
}

describe('start without configuration', { timeout: 120_000 }, () => {
  it('fails, names everything that is missing at once and prints no value', async () => {
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

  it('contains no code that could offer the sandbox’s people', () => {
    const product = [...sourcesOf('bff/src'), ...sourcesOf('web/src'), ...sourcesOf('shared/src')].filter(
      ({ path }) => !/\.test[.-]/.test(path),
    )
    // Ignore the word of content security policies.
    for (const { path, text } of product)
      expect(text.replaceAll('"sandbox; ', '"'), path).not.toMatch(
        /sandbox|Ana Ruiz|Farid|Fiona|Clara Weiss|Auden|Ada Moreau/i,
      )
  })
})

describe('a running process', { timeout: 180_000 }, () => {
  let sandbox: Sandbox
  let origin: string
  let env: Record<string, string>
  const newFolder = () => mkdtempSync(join(tmpdir(), 'paydesk-process-'))

  beforeAll(async () => {
    origin = `http://localhost:${await freePort()}`
    sandbox = await startSandbox({ appOrigins: [origin] })
    env = demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl }, newFolder())
  })
  afterAll(() => sandbox.stop())

  describe('without its identity provider', () => {
    let first: ReturnType<typeof start>
    beforeAll(async () => {
      first = start({ ...env, OIDC_ISSUER: 'http://localhost:9' })
      await first.isReady
    })
    afterAll(killAll)

    it('is alive and ready', async () => {
      expect((await fetch(`${origin}/livez`)).status).toBe(200)
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      const away = await fetch(`${origin}/auth/sign-in`, { redirect: 'manual' })
      expect(away.headers.get('location')).toMatch(/^\/sign-in\?problem=sign_in_unavailable&reference=PD-/)
    })

    it('rejects oversized headers', async () => {
      const answer = await fetch(`${origin}/livez`, { headers: { 'x-long': 'a'.repeat(20_000) } })
      expect(answer.status).toBe(413)
    })

    it('keeps its port: a second process names the port and ends', async () => {
      const second = start({ ...env, PAYDESK_DATA_DIR: newFolder() })
      expect(await Promise.race([second.ended, becomesReady(second)])).toBe(1)
      expect(second.said()).toContain('EADDRINUSE')
    })

    it('keeps its folder: a second process on the same folder ends, until the first one is gone', async () => {
      const second = start({ ...env, PAYDESK_PORT: String(await freePort()) })
      expect(await Promise.race([second.ended, becomesReady(second)])).toBe(75)
      expect(second.said()).toContain(`The folder ${env.PAYDESK_DATA_DIR} is in use`)
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      await first.kill()
      const third = start(env)
      await third.isReady
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    })
  })

  it('logs on SIGTERM that it stops, takes no new work and ends', async () => {
    const product = start(env)
    const { stop } = await product.isReady
    await fetch(`${origin}/livez`)
    expect(await stop()).toBe(0)
    expect(product.said()).toContain('"stopping"')
    await expect(fetch(`${origin}/livez`)).rejects.toThrow()
    running.clear()
  })
})
