import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildInfo } from '@paydesk/bff/platform/runtime/build-info'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox } from '../sandbox/start.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { buildPresentRelease, startRelease } from '../support/stack/releases.ts'
import { Visitor } from '../support/stack/start.ts'

const run = promisify(execFile)
const metricsToken = 'metrics-token-of-this-test'

let folder: string
let paydesk: string
/** Ends what the test started, also if it fails in its middle. */
const endings: (() => unknown)[] = []
beforeAll(async () => {
  const release = await buildPresentRelease()
  endings.push(release.remove)
  folder = release.folder
  paydesk = join(folder, 'bin/paydesk')
})
afterAll(async () => {
  for (const end of endings.reverse()) await end()
})

it('starts from its own folder alone, signs a person in and says its version everywhere', async () => {
  const told = (await run(paydesk, ['version'], { env: {} })).stdout.trim()
  const [version = '', build = ''] = told.split(' ')
  expect(version).toBe(buildInfo.version)
  expect(build).toMatch(/^[0-9a-f]{12}(-changed)?$/)
  const origin = `http://localhost:${await freePort()}`
  const sandbox = await startSandbox({ appOrigins: [origin] })
  endings.push(() => sandbox.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-release-data-'))
  const env = {
    // No program but those of the shell is found elsewhere.
    PATH: '/usr/bin:/bin',
    ...demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl }, dataDir),
    PAYDESK_METRICS_TOKEN: metricsToken,
  }
  const checked = await run(paydesk, ['check'], { cwd: dataDir, env })
  expect(checked.stdout).toMatch(/^ok +configuration: complete\n(?:(?:ok|warning) .+\n)+$/)

  const product = await startRelease(folder, env, dataDir)
  endings.push(() => product.stop('SIGKILL'))
  const admin = new Visitor(origin)
  expect((await admin.signIn('admin')).pathname).toBe('/')
  const page = await admin.send('GET', '/', { headers: { accept: 'text/html' } })
  expect(page.text).toContain('<script type="module"')
  const { installation } = await admin.get(endpoints.showHealth)
  const shown = installation?.find(({ check }) => check === 'version')
  expect(shown?.facts.flatMap(({ names }) => names)).toEqual([version, build])
  const headers = { authorization: `Bearer ${metricsToken}` }
  const metrics = await admin.send('GET', '/metrics', { headers })
  expect(metrics.text).toContain(`paydesk_build_info{version="${version}",build="${build}"} 1`)
  expect(JSON.parse(product.output().split('\n')[0] ?? '')).toMatchObject({ version, build, msg: 'starting' })
  await run(paydesk, ['probe'], { env })
  expect(await product.stop()).toBe(0)

  const backups = mkdtempSync(join(tmpdir(), 'paydesk-release-backups-'))
  const made = await run(paydesk, ['backup', '--daily'], { env: { ...env, PAYDESK_BACKUP_DIR: backups } })
  const [, backup = ''] = /^Encrypted, and read back: (.+)$/m.exec(made.stdout) ?? []
  const upgraded = await run(paydesk, ['upgrade'], { cwd: dataDir, env })
  expect(upgraded.stdout).toContain(`Upgraded to ${version} (no table had to change), and checked.`)
  const [, copy = ''] = /^The database before the upgrade: (.+)$/m.exec(upgraded.stdout) ?? []
  for (const file of [copy, backup]) {
    const place = { ...env, PAYDESK_DATA_DIR: mkdtempSync(join(tmpdir(), 'paydesk-release-data-')) }
    const restored = await run(paydesk, ['restore', file], { env: place })
    expect(restored.stdout).toContain('the audit log is whole')
  }
})
