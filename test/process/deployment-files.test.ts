import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'docs/deploy')

/** Runs a program; returns its exit code and output. */
function run(
  program: string,
  args: readonly string[],
  cwd = deploy,
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  return { code: status, output: `${stdout}${stderr}` }
}

const service = z.looseObject({
  networks: z.array(z.string()),
  volumes: z.array(z.string()).optional(),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
    .optional(),
  restart: z.literal('unless-stopped'),
})
const confinedService = service.extend({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
})
const compose = z.strictObject({
  services: z.strictObject({
    database: service,
    paydesk: confinedService,
    backup: confinedService.extend({ init: z.literal(true), entrypoint: z.array(z.string()) }),
    proxy: service.extend({ ports: z.array(z.string()) }),
  }),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
  volumes: z.record(z.string(), z.strictObject({ name: z.string() })),
})

it.each(['Dockerfile', 'compose.yaml', 'docs/install.md'])('%s names the present version', (path) => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
  const named = [...read(path).matchAll(/paydesk-(\d+\.\d+\.\d+)/g)].map(([, one]) => one)
  expect(new Set(named)).toEqual(new Set([version]))
})

it('compose.yaml names only networks, volumes and services that it has', () => {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const { services, networks, volumes } = compose.parse(parse(text))
  expect(networks.inner).toEqual({ internal: true })
  for (const one of Object.values(services)) {
    const needed = Array.isArray(one.depends_on) ? one.depends_on : Object.keys(one.depends_on ?? {})
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed))
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(one.networks))
    const named = (one.volumes ?? []).filter((volume) => !volume.startsWith('.'))
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named.map((volume) => volume.split(':')[0])))
  }
  // Data is found again from any folder, by which Compose names the project.
  expect(Object.entries(volumes)).toEqual(
    Object.keys(volumes).map((name) => [name, { name: `paydesk_${name}` }]),
  )
  // The tables are there before they are backed up.
  expect(services.backup.depends_on).toHaveProperty('paydesk', { condition: 'service_healthy' })
  // Only the proxy reaches the outside; the database and Paydesk publish no port.
  expect(Object.entries(services).flatMap(([name, one]) => ('ports' in one ? [name] : []))).toEqual(['proxy'])
  // The server reads the backups; only the service that makes them can change them.
  expect(services.paydesk.volumes).toContain('backups:/var/backups/paydesk:ro')
  expect(services.backup.volumes).toEqual(['backups:/var/backups/paydesk'])
})

describe.runIf(isFullRun)('files of docs/deploy, by the programs that read them', () => {
  it('compose.yaml is one that Compose can parse', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-compose-'))
    cpSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'))
    cpSync(join(deploy, 'paydesk.env.example'), join(folder, 'paydesk.env'))
    expect(run('docker-compose', ['config', '--quiet'], folder).code).not.toBe(0)
    writeFileSync(join(folder, '.env'), 'PAYDESK_DATABASE_PASSWORD=secret\nPAYDESK_SITE=pay.example.org\n')
    expect(run('docker-compose', ['config', '--quiet'], folder)).toEqual({ code: 0, output: '' })
  })

  it.each(['paydesk.service', 'paydesk-backup.service'])('%s is rated OK by systemd-analyze', (unit) => {
    const { code, output } = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
    console.log(output.trim().split('\n').at(-1))
    expect(output).toMatch(/Overall exposure level for paydesk(-backup)?\.service: [01]\.\d OK/)
    expect(code).toBe(0)
  })

  it('the alert rules are right, and fire in the recorded outages', () => {
    expect(run('promtool', ['check', 'rules', 'alerts.yml'])).toMatchObject({ code: 0 })
    expect(run('promtool', ['test', 'rules', 'alerts.test.yml'])).toMatchObject({ code: 0 })
  })

  it.each([
    ['the threshold of errors', 'alerts.yml', /> 0\.05/, '> 5'],
    ['the state of the database', 'alerts.yml', /paydesk_database_up == 0/, 'paydesk_database_up == 2'],
  ])('a rule with a wrong %s fails its test', (_, file, from, to) => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-alerts-'))
    cpSync(deploy, folder, { recursive: true })
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).toMatch(from)
    writeFileSync(join(folder, file), text.replace(from, to))
    expect(run('promtool', ['test', 'rules', 'alerts.test.yml'], folder).code).not.toBe(0)
  })

  it('every query of the dashboard is one that Prometheus can parse', () => {
    const panel = z.looseObject({
      panels: z.array(z.unknown()).optional(),
      targets: z.array(z.looseObject({ expr: z.string() })).optional(),
    })
    const queriesOf = (value: unknown): string[] => {
      const { panels = [], targets = [] } = panel.parse(value)
      return [...targets.map(({ expr }) => expr), ...panels.flatMap(queriesOf)]
    }
    const queries = queriesOf(JSON.parse(readFileSync(join(deploy, 'dashboard.json'), 'utf8')))
    expect(queries.length).toBeGreaterThan(10)
    const rules = queries.map((expr, nth) => ({
      record: `dashboard:query:n${nth}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(mkdtempSync(join(tmpdir(), 'paydesk-dashboard-')), 'rules.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain(
      `${queries.length} rules found`,
    )
  })
})
