import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort, listensOn } from '../support/stack/ports.ts'
import { buildPresentRelease } from '../support/stack/releases.ts'

/** Longest time (ms) until a fault is named, without the time in which the command got no processor. */
const maxMs = 2_000
const runDelay = join(import.meta.dirname, '../support/stack/print-run-delay.ts')

let paydesk: string
let sandbox: Sandbox
let env: Record<string, string>
/** Origin of a server whose clock is an hour ahead. */
let ahead: string
const times: string[] = []
/** Ends what the test started, also if it fails in its middle. */
const endings: (() => unknown)[] = []
beforeAll(async () => {
  const release = await buildPresentRelease()
  endings.push(release.remove)
  paydesk = join(release.folder, 'bin/paydesk')
  const origin = `http://localhost:${await freePort()}`
  sandbox = await startSandbox({ appOrigins: [origin] })
  endings.push(() => sandbox.stop())
  env = demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl })
  const server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString()).end()
  })
  const port = await freePort()
  await listensOn(server, port, 'localhost')
  endings.push(() => server.close())
  ahead = `http://localhost:${port}`
})
afterAll(async () => {
  console.log(`time until a fault was named, and own time of the whole command, in ms: ${times.join('; ')}`)
  for (const end of endings.reverse()) await end()
})

/** Runs a command of the release with some variables changed, and takes the time until a fault is named. */
async function runCommand(command: string, changed: Readonly<Record<string, string>>, named: RegExp) {
  const all: Record<string, string> = { ...env, ...changed }
  const begun = performance.now()
  const child = spawn(paydesk, [command], {
    env: { PATH: '/usr/bin:/bin', NODE_OPTIONS: `--import=${runDelay}`, ...all },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let namedMs = 0
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (namedMs === 0 && named.test(output)) namedMs = performance.now() - begun
    })
  const code = await new Promise((done) => child.once('close', done))
  const ownMs = performance.now() - begun - Number(/run delay: (\d+)/.exec(output)?.[1]) / 1e6
  const shown = Object.entries(all).filter(
    ([name, value]) =>
      (/SECRET|TOKEN|KEY|CLIENT_NAME|URL|ISSUER|DATA_DIR/.test(name) || name in changed) &&
      output.includes(value),
  )
  return { code, namedMs, ownMs, output, shown: shown.map(([name]) => name) }
}

/** Folder on a file system of its own with too little room; null without root, which alone may mount one. */
function makeFullDisk(): string | null {
  if (process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
  endings.push(() => execFileSync('umount', [folder]))
  return folder
}

it.each<[fault: string, command: string, changed: () => Record<string, string>, code: number, named: RegExp]>(
  [
    [
      'a wrong secret',
      'check',
      () => ({ OIDC_CLIENT_SECRET: 'wrong-secret' }),
      1,
      /^fault +identity provider: client_refused .*OIDC_CLIENT_SECRET/m,
    ],
    [
      'a wrong token',
      'check',
      () => ({ PAYDESK_STAGE_TOKEN: 'a-wrong-token' }),
      1,
      /^fault +payment service, stage: upstream_auth .*TOKEN are refused$/m,
    ],
    [
      'a wrong base address',
      'check',
      () => ({ PAYDESK_STAGE_BASE_URL: 'http://127.0.0.1:9/nowhere' }),
      1,
      /^fault +payment service, stage: upstream_unreachable .*BASE_URL/m,
    ],
    [
      'a clock that is off',
      'check',
      () => ({ OIDC_ISSUER: ahead }),
      1,
      /^fault +clock of the identity provider: is 3[56]\d\d s ahead/m,
    ],
    [
      'a full disk',
      'check',
      () => ({ PAYDESK_DATA_DIR: makeFullDisk() ?? '/proc/paydesk' }),
      1,
      /^fault +disk: (\d MB free for PAYDESK_DATA_DIR|.* cannot be written)/m,
    ],
    [
      'a missing proxy setting',
      'check',
      () => ({ PAYDESK_ORIGIN: 'https://paydesk.example.test' }),
      1,
      /^fault +proxy: PAYDESK_TRUST_PROXY is not set/m,
    ],
    [
      'a misspelt variable',
      'check',
      () => ({ PAYDESK_TRUST_PROXI: 'loopback-value' }),
      78,
      /^fault +configuration: PAYDESK_TRUST_PROXI is no variable .* PAYDESK_TRUST_PROXY\?$/m,
    ],
    [
      'a misspelt variable',
      'start',
      () => ({ PAYDESK_TRUST_PROXI: 'loopback-value' }),
      78,
      /^ +- PAYDESK_TRUST_PROXI is no variable .* PAYDESK_TRUST_PROXY\?$/m,
    ],
  ],
)(
  '%s is named by paydesk %s in time, and no value is shown',
  async (fault, command, changed, code, named) => {
    const result = await runCommand(command, changed(), named)
    times.push(`${fault} (${command}) ${result.namedMs.toFixed(0)}, ${result.ownMs.toFixed(0)}`)
    expect(result.output).toMatch(named)
    expect(result).toMatchObject({ code, shown: [] })
    expect(result.ownMs).toBeLessThan(maxMs)
  },
)
