import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../sandbox/start.ts'
import { demoConfig } from '../support/stack/demo-config.ts'
import { freePort } from '../support/stack/ports.ts'
import { buildPresentRelease } from '../support/stack/releases.ts'
import { Visitor } from '../support/stack/start.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../bff/release/build-image.ts')
/** Largest image (bytes), compressed. */
const maxBytes = 90_000_000

const blobSchema = z.object({ digest: z.string() })
const imageConfigSchema = z.object({
  config: z.object({
    User: z.string().regex(/^[1-9]\d*:[1-9]\d*$/),
    Env: z.array(z.string()),
    Entrypoint: z.array(z.string()),
    Cmd: z.array(z.string()),
    Healthcheck: z.object({ Test: z.tuple([z.literal('CMD'), z.string(), z.string()]) }),
    Volumes: z.record(z.string(), z.object({})),
  }),
})

// The layers have the owners of the image, which only root can give to files.
describe.runIf(isFullRun && process.getuid?.() === 0)('the image that build-image.ts makes', () => {
  let image: string
  let rootFolder: string
  let config: z.output<typeof imageConfigSchema>['config']
  const endings: (() => unknown)[] = []
  const readBlob = (digest: string) => join(image, 'blobs', digest.replace(':', '/'))
  const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

  beforeAll(async () => {
    const release = await buildPresentRelease()
    endings.push(release.remove)
    await run(process.execPath, [script, '--release', release.folder])
    image = `${release.folder}.oci`
    const index = z.object({ manifests: z.tuple([blobSchema]) }).parse(readJson(join(image, 'index.json')))
    const manifest = z
      .object({ config: blobSchema, layers: z.array(blobSchema) })
      .parse(readJson(readBlob(index.manifests[0].digest)))
    config = imageConfigSchema.parse(readJson(readBlob(manifest.config.digest))).config
    rootFolder = mkdtempSync(join(tmpdir(), 'paydesk-image-root-'))
    endings.push(() => rmSync(rootFolder, { recursive: true, force: true }))
    for (const { digest } of manifest.layers)
      execFileSync('tar', ['--numeric-owner', '-xzpf', readBlob(digest), '-C', rootFolder])
    // bubblewrap runs as the user of the image and enters the folder.
    execFileSync('chmod', ['0755', rootFolder])
  }, 900_000)
  afterAll(async () => {
    for (const end of endings.reverse()) await end()
  })

  it('is small enough, compressed', () => {
    const blobs = readdirSync(join(image, 'blobs/sha256')).map((name) => join(image, 'blobs/sha256', name))
    const bytes = blobs.reduce((sum, blob) => sum + statSync(blob).size, 0)
    console.log(`image: ${(bytes / 1e6).toFixed(1)} MB compressed`)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
  })

  it('runs as an ordinary user on a read-only root, is healthy, and signs a person in', async () => {
    const [dataDir = ''] = Object.keys(config.Volumes)
    const [user = 0, group = 0] = config.User.split(':').map(Number)
    const owned = statSync(join(rootFolder, dataDir))
    expect([owned.uid, owned.gid, owned.mode & 0o777]).toEqual([user, group, 0o700])
    const data = mkdtempSync(join(tmpdir(), 'paydesk-image-data-'))
    endings.push(() => rmSync(data, { recursive: true, force: true }))
    chownSync(data, user, group)

    const origin = `http://localhost:${await freePort()}`
    const sandbox = await startSandbox({ appOrigins: [origin] })
    endings.push(() => sandbox.stop())
    const world = { service: sandbox.serviceUrl, idp: sandbox.idpUrl }
    const own = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s)))
    const env: Record<string, string> = { ...demoConfig(origin, world, dataDir), ...own }
    /** Arguments that run a command as a container would: other namespaces, no capability, only the data is written. */
    const confine = (command: readonly string[]) => [
      ...['--reuid', String(user), '--regid', String(group), '--clear-groups', '--no-new-privs', 'bwrap'],
      ...['--unshare-all', '--share-net', '--die-with-parent', '--ro-bind', rootFolder, '/'],
      // A runtime mounts the names of hosts.
      ...['--ro-bind', '/etc/hosts', '/etc/hosts'],
      ...['--bind', data, dataDir, '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev', '--clearenv'],
      ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
      ...command,
    ]
    const attempt = ['/bin/sh', '-c', 'cat /proc/self/status; : >/opt/paydesk/mark']
    const tried = await run('setpriv', confine(attempt)).catch((error: unknown) => error)
    expect(tried).toMatchObject({
      stdout: expect.stringMatching(new RegExp(`^Uid:\\t${user}\\t[^]*^CapEff:\\t0+$`, 'm')),
      stderr: expect.stringContaining('Read-only file system'),
    })
    const isWell = () =>
      run('setpriv', confine(config.Healthcheck.Test.slice(1))).then(
        () => true,
        () => false,
      )
    expect(await isWell()).toBe(false)
    const product = spawn('setpriv', confine([...config.Entrypoint, ...config.Cmd]), { stdio: 'ignore' })
    endings.push(() => product.kill('SIGKILL'))
    await expect.poll(isWell, { timeout: 120_000 }).toBe(true)
    const visitor = new Visitor(origin)
    await visitor.signIn('support')
    expect((await visitor.get(endpoints.showCurrentSession)).role).toBe('support')
    const page = await visitor.send('GET', '/', { headers: { accept: 'text/html' } })
    expect(page.text).toContain('<script type="module"')
    expect(existsSync(join(data, 'paydesk.db'))).toBe(true)
  })
})
