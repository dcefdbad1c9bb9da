import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** Stand-ins for the programs that need root, or that change users, databases and units of the machine. */
const standIns = {
  id: 'echo 0',
  // Owners need root: leave them out.
  install: `for word; do
    shift
    case $word in -o | -g) skip=yes ;; *) [ "\${skip-}" = yes ] || set -- "$@" "$word"; skip= ;; esac
  done
  exec /usr/bin/install "$@"`,
  su: `[ ! -e "$DESTDIR/no-database" ] || exit 2
  cat >"$DESTDIR/sql"`,
  openssl: `[ ! -e "$DESTDIR/no-openssl" ] || { echo "openssl: not found" >&2; exit 127; }
  while [ $# -gt 0 ]; do
    case $1 in -keyout | -out) : >"$2" ;; esac
    shift
  done`,
  systemctl: `echo "$*" >>"$DESTDIR/systemctl"`,
}

let machine: string
let release: string
beforeEach(() => {
  // The script resolves links, also those of the temporary folder.
  machine = realpathSync(mkdtempSync(join(tmpdir(), 'paydesk-machine-')))
  release = join(machine, 'opt/paydesk/paydesk-9.9.9-linux-x64')
  cpSync(join(import.meta.dirname, '../../docs/deploy'), join(release, 'docs/deploy'), { recursive: true })
  for (const folder of ['etc/nginx/sites-enabled', 'etc/systemd/system', 'run/systemd/system', 'bin'])
    mkdirSync(join(machine, folder), { recursive: true })
  for (const [name, text] of Object.entries(standIns))
    writeFileSync(join(machine, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
})
afterEach(() => rmSync(machine, { recursive: true, force: true }))

/** Runs the script as it stands below `from`; returns its exit code and what it reported. */
function runInstall(args: readonly string[], from = release): { code: number | null; errors: string } {
  const env = { PATH: `${machine}/bin:/usr/bin:/bin`, DESTDIR: machine }
  const { status, stderr } = spawnSync(join(from, 'docs/deploy/install.sh'), args, { env, encoding: 'utf8' })
  return { code: status, errors: stderr }
}
const install = (args: readonly string[], from = release) => runInstall(args, from).code

const read = (path: string) => readFileSync(join(machine, path), 'utf8')
const configuration = 'etc/paydesk/paydesk.env'

it('prepares a machine with PostgreSQL, nginx and systemd', () => {
  expect(install(['pay.example.org'])).toBe(0)
  const [, password = ''] = /login password '([\w-]{44})'/.exec(read('sql')) ?? []
  expect(read(configuration)).toContain(`\nDATABASE_URL=postgres://paydesk:${password}@127.0.0.1/paydesk\n`)
  expect(read(configuration)).toContain('\nPAYDESK_ORIGIN=https://pay.example.org\n')
  expect(read(configuration)).toMatch(/^PAYDESK_DATA_KEY=[\w-]{44}$/m)
  expect(read('etc/nginx/sites-enabled/paydesk')).toContain('server_name pay.example.org;')
  expect(readdirSync(join(machine, 'etc/systemd/system'))).toEqual([
    'paydesk-backup.service',
    'paydesk-backup.timer',
    'paydesk.service',
  ])
  expect(read('systemctl')).toBe('daemon-reload\n')
})

it('runs again by the path of the link, and changes neither link nor configuration', () => {
  expect(install(['pay.example.org', 'embedded'])).toBe(0)
  const written = read(configuration)
  expect(written).not.toMatch(/^DATABASE_URL=/m)
  expect(install(['pay.example.org'], join(machine, 'opt/paydesk/current'))).toBe(0)
  expect(readlinkSync(join(machine, 'opt/paydesk/current'))).toBe(release)
  expect(read(configuration)).toBe(written)
})

it('leaves no configuration without a database after a failure, and completes it in the next run', () => {
  writeFileSync(join(machine, 'no-database'), '')
  expect(install(['pay.example.org'])).toBe(2)
  expect(existsSync(join(machine, configuration))).toBe(false)
  rmSync(join(machine, 'no-database'))
  expect(install(['pay.example.org'])).toBe(0)
  expect(read(configuration)).toMatch(/^DATABASE_URL=/m)
})

it('says that openssl is missing, and makes certificate and site in the next run', () => {
  writeFileSync(join(machine, 'no-openssl'), '')
  const { code, errors } = runInstall(['pay.example.org', 'embedded'])
  expect(code).toBe(69)
  expect(errors).toMatch(/^install\.sh: openssl made no certificate.*: openssl: not found\n$/)
  rmSync(join(machine, 'no-openssl'))
  expect(install(['pay.example.org', 'embedded'])).toBe(0)
  expect(readdirSync(join(machine, 'etc/paydesk/tls')).sort()).toEqual(['fullchain.pem', 'key.pem'])
  expect(read('etc/nginx/sites-enabled/paydesk')).toContain('server_name pay.example.org;')
})

it.each([
  [[]],
  [['https://pay.example.org']],
  [['pay.example.org', 'postgres']],
  [['pay.example.org', 'embedded', 'more']],
])('refuses %j before it changes anything', (args) => {
  expect(install(args)).toBe(64)
  expect(existsSync(join(machine, 'etc/paydesk'))).toBe(false)
})
