import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const cache = join(import.meta.dirname, '../../../node_modules/.cache/paydesk')
/** Versions of Debian for which docs/install.md is tried: 12 and 13. */
export type DebianSuite = 'bookworm' | 'trixie'
/** Packages that docs/install.md installs: downloaded before, so that a walk needs no network. */
const downloaded = ['nginx', 'openssl', 'postgresql']

/**
 * Makes the archive of a bare Debian: systemd, and of the packages that are installed later only the files of apt. Keeps
 * it for later runs. Takes minutes and needs Debian's mirror. Returns its path.
 */
export function makeBareDebian(suite: DebianSuite): string {
  const kept = join(cache, `debian-${suite}.tar`)
  if (existsSync(kept)) return kept
  mkdirSync(cache, { recursive: true })
  // Make it beside the target: a run that was interrupted is not taken for a whole one.
  const half = join(cache, `debian-${suite}.half.tar`)
  // mmdebstrap turns recommended packages off; the guide installs them too.
  const install = 'apt-get -o APT::Install-Recommends=true install --yes --download-only'
  const hooks = ['apt-get update', `${install} ${downloaded.join(' ')}`]
  execFileSync(
    'mmdebstrap',
    [
      ...['--variant=minbase', '--include=systemd-sysv,dbus', '--skip=cleanup/apt'],
      ...hooks.map((command) => `--customize-hook=chroot "$1" ${command}`),
      ...[suite, half],
    ],
    { stdio: 'ignore' },
  )
  renameSync(half, kept)
  return kept
}

/** Result of a command that was typed. */
export interface Typed {
  readonly command: string
  readonly code: number
  readonly output: string
  readonly seconds: number
}

/** Process in which systemd runs: the only child of `unshare`, in a namespace of its own. */
async function findInit(parent: number): Promise<number> {
  for (;;) {
    const [child] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
    if (child !== undefined && child !== '' && readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n')
      return Number(child)
    await pause(50)
  }
}

/** Starts a Debian that systemd boots, with the network of this process. It ends with the process that started it. */
export async function bootDebian(archive: string) {
  const root = mkdtempSync(join(tmpdir(), 'paydesk-debian-'))
  execFileSync('tar', ['--numeric-owner', '-xpf', archive, '-C', root])
  const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child']
  const machine = spawn('unshare', [...namespaces, join(import.meta.dirname, 'boot.sh'), root], {
    stdio: 'ignore',
  })
  const init = await findInit(machine.pid ?? 0)
  const place = ['--target', String(init), '--mount', '--pid', '--uts', '--ipc', '--root', '--wd']

  /** Types a command as root, in a shell as after a sign-in; resolves when it has ended. */
  const type = (command: string) =>
    new Promise<Typed>((done) => {
      const begun = performance.now()
      const shell = ['env', '-i', 'HOME=/root', 'TERM=dumb', 'bash', '--login', '-c', `cd /root; ${command}`]
      const options = { maxBuffer: 2 ** 26 }
      const child = execFile('nsenter', [...place, ...shell], options, (_, stdout, stderr) => {
        const seconds = (performance.now() - begun) / 1_000
        done({ command, code: child.exitCode ?? -1, output: stdout + stderr, seconds })
      })
      child.stdin?.end()
    })

  // Degraded is well enough: units of hardware that is not there.
  while (!/running|degraded/.test((await type('systemctl is-system-running')).output)) await pause(200)
  return {
    root,
    type,
    stop() {
      machine.kill('SIGKILL')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
