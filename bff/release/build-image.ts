import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashFile, hashTar, readCommit, writeArchive } from './archive.ts'

/**
 * Makes a container image (OCI layout) of the release in `dist`, or of the folder of `--release`, without a daemon. Its
 * base is what the release needs of Debian: the C and C++ libraries, and a shell. Run `pnpm build` first.
 */
const root = join(import.meta.dirname, '../..')
const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const { values: options } = parseArgs({ options: { release: { type: 'string' } } })
const release = options.release ?? join(root, `dist/paydesk-${version}-linux-${process.arch}`)
const image = `${release}.oci`
const { build, time } = readCommit()
/** Number of the user that runs Paydesk in the image. */
const userId = 10_001
const dataDir = '/var/lib/paydesk'

/** Programs of the shell that `bin/paydesk` calls. */
const shellPrograms = ['sh', 'cat', 'dirname', 'readlink'] as const
const basePackages = ['libc6', 'libgcc-s1', 'libstdc++6', 'busybox-static'] as const

async function makeBase(folder: string): Promise<void> {
  const packages = mkdtempSync(join(tmpdir(), 'paydesk-packages-'))
  execFileSync('apt-get', ['download', ...basePackages], {
    cwd: packages,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const file of readdirSync(packages)) execFileSync('dpkg-deb', ['-x', join(packages, file), folder])
  await rm(packages, { recursive: true })
  const unused = [
    'usr/share/locale',
    'usr/share/lintian',
    'usr/share/man',
    'usr/share/gdb',
    'usr/lib/x86_64-linux-gnu/gconv',
  ]
  for (const one of unused) await rm(join(folder, one), { recursive: true, force: true })
  for (const name of shellPrograms) await symlink('busybox', join(folder, 'bin', name))
  await mkdir(join(folder, 'etc'), { recursive: true })
  // A runtime mounts these on the read-only root.
  for (const name of ['tmp', 'proc', 'dev', 'sys']) await mkdir(join(folder, name), { recursive: true })
  for (const name of ['hosts', 'hostname', 'resolv.conf']) await writeFile(join(folder, 'etc', name), '')
  await writeFile(
    join(folder, 'etc/passwd'),
    `root:x:0:0::/:/bin/sh\npaydesk:x:${userId}:${userId}::${dataDir}:/bin/sh\n`,
  )
  await writeFile(join(folder, 'etc/group'), `root:x:0:\npaydesk:x:${userId}:\n`)
}

interface Blob {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

/** Moves a file to its place among the blobs, which is named by its hash. */
async function storeBlob(file: string, mediaType: string): Promise<Blob> {
  const hash = await hashFile(file)
  const { size } = await stat(file)
  await rename(file, join(image, 'blobs/sha256', hash))
  return { mediaType, digest: `sha256:${hash}`, size }
}

async function storeJson(value: unknown, mediaType: string): Promise<Blob> {
  const file = join(image, 'next')
  await writeFile(file, JSON.stringify(value))
  return storeBlob(file, mediaType)
}

type Layer = Parameters<typeof writeArchive>[1]

async function storeLayer(layer: Layer): Promise<{ blob: Blob; diffId: string }> {
  const file = join(image, 'next')
  await writeArchive(file, layer)
  const blob = await storeBlob(file, 'application/vnd.oci.image.layer.v1.tar+gzip')
  return { blob, diffId: `sha256:${await hashTar(layer)}` }
}

await rm(image, { recursive: true, force: true })
await mkdir(join(image, 'blobs/sha256'), { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'paydesk-image-'))
await makeBase(join(work, 'base'))
await mkdir(join(work, 'state', dataDir), { recursive: true })
const layers: readonly Layer[] = [
  { from: join(work, 'base'), members: ['.'], time },
  {
    from: release,
    members: ['.'],
    time,
    more: ['--transform=s,^\\./,opt/paydesk/,', '--transform=s,^\\.$,opt/paydesk,'],
  },
  // Private, as in the Dockerfile: a new volume takes over owner and mode.
  { from: join(work, 'state'), members: ['var/lib/paydesk'], time, owner: userId, more: ['--mode=0700'] },
]
const stored: Awaited<ReturnType<typeof storeLayer>>[] = []
for (const layer of layers) stored.push(await storeLayer(layer))
await rm(work, { recursive: true })

const created = new Date(time * 1_000).toISOString()
const architecture = process.arch === 'x64' ? 'amd64' : process.arch
const config = await storeJson(
  {
    ...{ created, architecture, os: 'linux' },
    config: {
      User: `${userId}:${userId}`,
      Env: ['PATH=/usr/bin:/bin', 'PAYDESK_HOST=0.0.0.0', `PAYDESK_DATA_DIR=${dataDir}`],
      Entrypoint: ['/opt/paydesk/bin/paydesk'],
      Cmd: ['start'],
      ExposedPorts: { '4480/tcp': {} },
      Volumes: { [dataDir]: {} },
      StopSignal: 'SIGTERM',
      Healthcheck: {
        Test: ['CMD', '/opt/paydesk/bin/paydesk', 'probe'],
        Interval: 15e9,
        Timeout: 3e9,
        StartPeriod: 60e9,
      },
      Labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.revision': build },
    },
    rootfs: { type: 'layers', diff_ids: stored.map(({ diffId }) => diffId) },
  },
  'application/vnd.oci.image.config.v1+json',
)
const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const manifest = await storeJson(
  { schemaVersion: 2, mediaType: manifestType, config, layers: stored.map(({ blob }) => blob) },
  manifestType,
)
const annotations = { 'org.opencontainers.image.ref.name': `paydesk:${version}` }
await writeFile(join(image, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
await writeFile(
  join(image, 'index.json'),
  JSON.stringify({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
)
const bytes = stored.reduce((sum, { blob }) => sum + blob.size, 0)
process.stdout.write(`${image}: ${(bytes / 1e6).toFixed(1)} MB compressed, paydesk:${version} (${build})\n`)
