import { createServer } from 'node:http'
import { checkInstallation } from '@paydesk/bff/cli/installation-checks'
import { trySignIn } from '@paydesk/bff/cli/try-sign-in'
import { readConfig } from '@paydesk/bff/config/config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { type CookieJar, followRedirects } from '../../support/stack/browse.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import { freePort, listensOn } from '../../support/stack/ports.ts'
import { people } from '../../support/stack/start.ts'

let sandbox: Sandbox
let env: Record<string, string>
let origin: string
beforeAll(async () => {
  origin = `http://localhost:${await freePort()}`
  sandbox = await startSandbox({ appOrigins: [origin] })
  env = demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl })
})
afterAll(() => sandbox.stop())

/** Checks a configuration with some variables changed; returns the texts of its faults, or warnings, by their check. */
async function findFaults(
  changed: Readonly<Record<string, string>>,
  timeoutMs = 60_000,
  wanted: 'fault' | 'warning' = 'fault',
): Promise<Record<string, string>> {
  const all = { ...env, ...changed }
  const reported: unknown[] = []
  const findings = await checkInstallation(readConfig(all), (finding) => reported.push(finding), timeoutMs)
  expect(reported).toEqual(findings)
  const printed = JSON.stringify(findings)
  for (const [name, value] of Object.entries(all))
    if (/SECRET|TOKEN|KEY|CLIENT_NAME|URL|ISSUER|DATA_DIR/.test(name))
      expect(printed, name).not.toContain(value)
  return Object.fromEntries(
    findings.filter(({ level }) => level === wanted).map(({ check, text }) => [check, text]),
  )
}

/** Origin at which nothing listens. */
const nowhere = 'http://localhost:9'

describe('the check of an installation', () => {
  it('finds no fault in a right one', async () => {
    expect(await findFaults({})).toEqual({})
    expect(Object.keys(await findFaults({}, 60_000, 'warning'))).toEqual(['backups'])
  })

  it.each([
    ['OIDC_CLIENT_SECRET', 'wrong-secret', { 'identity provider': /^client_refused .*OIDC_CLIENT_SECRET/ }],
    [
      'OIDC_ISSUER',
      nowhere,
      { 'identity provider': /^provider_unreachable: OIDC_ISSUER/, 'clock of the identity provider': /./ },
    ],
    [
      'PAYDESK_STAGE_TOKEN',
      'a-wrong-token',
      { 'payment service, stage': /^upstream_auth .*TOKEN are refused/ },
    ],
    ['PAYDESK_STAGE_BASE_URL', nowhere, { 'payment service, stage': /^upstream_unreachable .*BASE_URL/ }],
    ['PAYDESK_ORIGIN', 'https://paydesk.example.test', { proxy: /^PAYDESK_TRUST_PROXY is not set/ }],
    ['PAYDESK_BACKUP_DIR', '/proc/backups', { backups: /^the folder of PAYDESK_BACKUP_DIR is not there/ }],
    ['PAYDESK_DATA_DIR', '/proc/paydesk', { disk: /MB free|cannot be written/ }],
    [
      'DATABASE_URL',
      'postgres://paydesk@127.0.0.1:9/none',
      { database: /does not answer \(ECONNREFUSED\): DATABASE_URL/ },
    ],
  ] as const)('names a wrong %s', async (name, value, expected) => {
    const faults = await findFaults({ [name]: value })
    expect(Object.keys(faults).sort()).toEqual(Object.keys(expected).sort())
    for (const [check, text] of Object.entries(expected)) expect(faults[check]).toMatch(text)
  })

  it.each([
    ['a page', 'text/html', '<h1>Not Found</h1>'],
    ['JSON of a gateway', 'application/json', '{"message":"no Route matched"}'],
  ])('doubts a payment service that answers 404 with %s', async (_, type, body) => {
    const server = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': type }).end(body)
    })
    await listensOn(server, 0)
    const address = server.address()
    const changed = {
      PAYDESK_STAGE_BASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    }
    expect(await findFaults(changed, 60_000, 'warning')).toMatchObject({
      'payment service, stage': expect.stringContaining('BASE_URL'),
    })
    server.close()
  })

  it('names what does not answer, and waits no longer than the time limit', async () => {
    const silent = createServer(() => undefined)
    await listensOn(silent, 0)
    const address = silent.address()
    const at = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const faults = await findFaults(
      { OIDC_ISSUER: at, PAYDESK_STAGE_BASE_URL: at, PAYDESK_ORIGIN: 'https://paydesk.example.test' },
      300,
    )
    expect(faults).toMatchObject({
      'identity provider': 'no answer in time',
      'payment service, stage': 'no answer in time',
    })
    // A finding that needs no answer is reported before.
    expect(Object.keys(faults)[0]).toBe('proxy')
    silent.closeAllConnections()
    silent.close()
  })

  it('names a clock that is off', async () => {
    const server = createServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString()).end()
    })
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const faults = await findFaults({ OIDC_ISSUER: `http://localhost:${port}` })
    expect(faults['clock of the identity provider']).toMatch(
      /^is 3[56]\d\d s ahead of the clock of this machine/,
    )
    server.close()
  })
})

describe('the check of a sign-in', () => {
  /** Signs in as a browser does while the command waits; returns its exit code and what it printed. */
  async function tryAs(person: keyof typeof people, changed: Readonly<Record<string, string>> = {}) {
    const lines: string[] = []
    const isListening = Promise.withResolvers<void>()
    const ended = trySignIn(readConfig({ ...env, ...changed }), (line) => {
      lines.push(line)
      isListening.resolve()
    })
    await isListening.promise
    const jar: CookieJar = new Map()
    const page = await followRedirects(jar, `${origin}/`)
    await followRedirects(jar, page.at, {
      method: 'POST',
      body: new URLSearchParams({ person: people[person] }),
    })
    return { code: await ended, printed: lines.join('\n') }
  }

  it('prints the names of the claims and the roles, and no value of a claim', async () => {
    const { code, printed } = await tryAs('support')
    expect(code).toBe(0)
    expect(printed).toMatch(/^id_token: .*\bsub\b/m)
    expect(printed).toMatch(/^roles: support$/m)
    expect(printed).not.toMatch(/Ruiz|ana\.|@/)
  })

  it('names a wrong claim', async () => {
    const { code, printed } = await tryAs('support', { OIDC_ROLES_CLAIM: 'groups' })
    expect(code).toBe(1)
    expect(printed).toMatch(/\(groups: missing\)/)
    expect(printed).toMatch(/^roles: none \(claim_missing: OIDC_ROLES_CLAIM, OIDC_ROLE_MAP\)$/m)
  })
})
