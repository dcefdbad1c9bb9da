import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { freePort } from './ports.ts'
import { type Person, type Stack, type StackOptions, startStack, Visitor } from './start.ts'

/** Proxies whose configurations are in `docs/deploy`; `.ci/prepare full` installs both from Debian. */
export const proxyNames = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxyNames)[number]

export const isProxyName = (text: string | undefined): text is ProxyName =>
  proxyNames.some((name) => name === text)

/** True if the program is installed. */
export const hasProxy = (name: ProxyName): boolean =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0

interface Ports {
  readonly https: number
  readonly http: number
  readonly paydesk: number
}

const readShipped = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs/deploy', file), 'utf8')

/** Replaces a text that must be there, so that a change of the shipped file is noticed. */
function replaceIn(text: string, ...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The shipped configuration has no "${from}".`)
    return changed.replaceAll(from, to)
  }, text)
}

/** Arguments of nginx with the shipped site: other ports, and a certificate of its own making. */
function prepareNginx(folder: string, { https, http, paydesk }: Ports): readonly string[] {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key],
      ...['-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const site = replaceIn(
    readShipped('nginx.conf'),
    ['listen 80;', `listen ${http};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen ${https} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['paydesk.example.com', 'localhost'],
    ['127.0.0.1:4480', `127.0.0.1:${paydesk}`],
    ['/etc/paydesk/tls/fullchain.pem', certificate],
    ['/etc/paydesk/tls/key.pem', key],
  )
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  mkdirSync(join(folder, 'temp'))
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off;
  ${places.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join(' ')}
  include ${folder}/site.conf;
}
`,
  )
  return ['-p', folder, '-c', join(folder, 'nginx.conf')]
}

/**
 * Arguments of Caddy with the shipped site: other ports, no change of the trust store of the machine, and a stop that does
 * not wait for live updates to end.
 */
function prepareCaddy(folder: string, { https, http }: Ports): readonly string[] {
  const options = `{
	admin off
	skip_install_trust
	http_port ${http}
	https_port ${https}
	grace_period 1s
	storage file_system ${folder}/storage
}
`
  writeFileSync(join(folder, 'Caddyfile'), options + readShipped('Caddyfile'))
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
}

/** True once the proxy completes a handshake: Caddy listens before it has made its certificate. */
function canConnect(port: number): Promise<boolean> {
  return new Promise((told) => {
    const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }
    const socket = connect(options, () => {
      told(true)
      socket.destroy()
    })
    socket.once('error', () => told(false))
  })
}

async function startProxy(name: ProxyName, ports: Ports): Promise<() => Promise<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), `paydesk-${name}-`))
  const prepare = name === 'nginx' ? prepareNginx : prepareCaddy
  const { PATH = '' } = process.env
  const env = {
    ...{ PATH, HOME: folder },
    ...{ PAYDESK_SITE: `localhost:${ports.https}`, PAYDESK_UPSTREAM: `127.0.0.1:${ports.paydesk}` },
  }
  const child = spawn(name, prepare(folder, ports), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const stopWithTest = () => child.kill('SIGKILL')
  process.once('exit', stopWithTest)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  })
  const ended = new Promise((done) => child.once('close', done))
  while (!(await canConnect(ports.https))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${said}`)
    await new Promise((later) => setTimeout(later, 50))
  }
  return () => {
    process.off('exit', stopWithTest)
    child.kill('SIGTERM')
    return ended
  }
}

/**
 * Starts the whole product behind a proxy that speaks https: `origin` and all visitors are on its side. The process must
 * accept the proxy's own certificate (`NODE_TLS_REJECT_UNAUTHORIZED=0`).
 */
export async function startStackBehind(name: ProxyName, options: StackOptions = {}): Promise<Stack> {
  const ports = { https: await freePort(), http: await freePort() }
  const origin = `https://localhost:${ports.https}`
  const stack = await startStack({
    ...options,
    publicOrigin: origin,
    config: { PAYDESK_TRUST_PROXY: 'loopback', ...options.config },
  })
  const paydesk = Number(new URL(stack.origin).port)
  const stopProxy = await startProxy(name, { ...ports, paydesk })
  return {
    ...stack,
    origin,
    visitor: () => new Visitor(origin),
    async as(person: Person) {
      const visitor = new Visitor(origin)
      await visitor.signIn(person)
      return visitor
    },
    async stop() {
      await stopProxy()
      await stack.stop()
    },
  }
}
