import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@paydesk/shared/endpoints'
import { startSandbox } from '../../sandbox/start.ts'
import { demoConfig } from '../stack/demo-config.ts'
import { Visitor } from '../stack/start.ts'
import { readCommandBlocks } from './install-guide.ts'
import { bootDebian, type Typed } from './machine.ts'

/**
 * Walks through docs/install.md in a bare Debian: types its commands as they stand, and signs a person in. Runs in a
 * network and with mounts of its own (`unshare --net --mount`), so that the ports are free and nothing is downloaded. The
 * last line of its output is a `WalkResult`.
 *   walk.ts <archive of Debian> <archive of the release> <postgresql | embedded>
 */
export interface WalkResult {
  /** Commands of the guide, and what they gave. */
  readonly typed: readonly Typed[]
  /** Seconds from the first command until the person was signed in. */
  readonly seconds: number
  readonly role: string
  readonly cookies: readonly string[]
  readonly page: number
  /** User of the server, as systemd says. */
  readonly user: string
  readonly backups: readonly string[]
  /** States of the server and of the timer of the backups. */
  readonly states: string
}

const [debian = '', release = '', database = ''] = process.argv.slice(2)
const isEmbedded = database === 'embedded'
const hostName = 'paydesk.example.com'
const origin = `https://${hostName}`
/** A walk that takes longer has failed; the guide promises three minutes on an idle machine. */
const longestMs = 900_000
const headings = { postgresql: 'With PostgreSQL, behind nginx', embedded: 'With the embedded database' }

execFileSync('ip', ['link', 'set', 'lo', 'up'])
const hosts = join(mkdtempSync(join(tmpdir(), 'paydesk-hosts-')), 'hosts')
writeFileSync(hosts, `127.0.0.1 localhost ${hostName}\n`)
execFileSync('mount', ['--bind', hosts, '/etc/hosts'])
// The certificate is of the machine's own making, and only this process accepts it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const sandbox = await startSandbox({ appOrigins: [origin] })
const machine = await bootDebian(debian)
copyFileSync(release, join(machine.root, 'root', basename(release)))
copyFileSync(hosts, join(machine.root, 'etc/hosts'))

/** Puts a program in the place of the editor, which fills in what a person would. */
function prepareEditor(): void {
  const config = demoConfig(origin, { service: sandbox.serviceUrl, idp: sandbox.idpUrl })
  const wanted = Object.entries(config).filter(
    ([name]) => /^(OIDC_|PAYDESK_STAGE_)/.test(name) && !name.endsWith('BANNER'),
  )
  const lines = wanted.map(([name, value]) => `${name}=${value}`)
  const names = wanted.map(([name]) => `-e '/^${name}=/d'`)
  writeFileSync(
    join(machine.root, 'usr/local/bin/editor'),
    `#!/bin/sh\nset -eu\nsed -i ${names.join(' ')} "$1"\ncat >>"$1" <<'TEXT'\n${lines.join('\n')}\nTEXT\n`,
    { mode: 0o755 },
  )
}
prepareEditor()

const [commands = []] = readCommandBlocks(isEmbedded ? headings.embedded : headings.postgresql)
const [, [look = ''] = []] = readCommandBlocks(headings.postgresql)
const last = commands.at(-1) ?? ''
const typed: Typed[] = []
/** Types a command of the guide. The walk ends with the first that fails. */
async function type(command: string): Promise<void> {
  const result = await machine.type(command)
  typed.push(result)
  if (result.code === 0) return
  process.stderr.write(`${command}
ended with code ${result.code}:
${result.output}`)
  machine.stop()
  process.exit(1)
}
const begun = performance.now()
for (const command of commands.slice(0, -1)) await type(command)
await type(look)
await type(last)
if (isEmbedded) {
  // The proxy that is needed all the same, as the guide says.
  await type('apt-get install -y nginx openssl')
  await type(`${commands[1]?.split(' && ')[0]}`)
  await type('systemctl restart nginx')
}
const visitor = new Visitor(origin)
const status = () =>
  visitor.send('GET', '/readyz').then(
    (answer) => answer.status,
    () => 0,
  )
while ((await status()) !== 200) {
  if (performance.now() - begun > longestMs) break
  await pause(100)
}
await visitor.signIn('support')
const seconds = (performance.now() - begun) / 1_000
const { role } = await visitor.get(endpoints.showCurrentSession)
const page = await visitor.send('GET', '/', { headers: { accept: 'text/html' } })
await type('systemctl start paydesk-backup.service')
const asked = await machine.type('systemctl is-active paydesk paydesk-backup.timer')
const user = await machine.type('stat -c %U "/proc/$(systemctl show --property MainPID --value paydesk)"')
const result: WalkResult = {
  ...{ typed, seconds, role, page: page.status, user: user.output.trim() },
  cookies: [...visitor.jar.keys()].filter((name) => name.includes('paydesk')),
  backups: readdirSync(join(machine.root, 'var/backups/paydesk')),
  states: asked.output,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
machine.stop()
await sandbox.stop()
process.exit()
