import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoConfig } from '../support/stack/demo-config.ts'
import { childEnv, importFlags } from '../support/stack/process.ts'

const nowhere = 'http://127.0.0.1:9'
const sources = join(import.meta.dirname, '../../bff/src')

/** Runs a program of the server with some variables changed; returns its exit code and the loaded modules. */
async function listModules(
  args: readonly string[],
  changed: Readonly<Record<string, string>>,
): Promise<{ code: number; modules: readonly string[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-modules-'))
  const list = join(dataDir, 'modules')
  const flags = importFlags([join(import.meta.dirname, '../support/stack/list-modules.ts')])
  const [program = '', ...more] = args
  const config = demoConfig('http://localhost:4480', { service: nowhere, idp: nowhere }, dataDir)
  const env = { ...childEnv, ...config, MODULE_LIST: list, ...changed }
  const code = await new Promise<number>((done) => {
    const child = execFile(process.execPath, [...flags, join(sources, program), ...more], { env })
    child.once('close', (ended) => done(ended ?? -1))
  })
  return { code, modules: readFileSync(list, 'utf8').split('\n') }
}

it('loads the code that sends traces only if a collector is configured', async () => {
  // The self-check builds everything that a start builds. Its exit code says if there are built pages.
  const [without, beside] = await Promise.all([
    listModules(['main.ts', '--self-check'], {}),
    listModules(['main.ts', '--self-check'], { OTEL_EXPORTER_OTLP_ENDPOINT: nowhere }),
  ])
  // The library of the metrics loads the interface of OpenTelemetry, which records nothing by itself.
  const isTelemetry = (url: string) => /otlp|opentelemetry\/(?!api)/.test(url.replaceAll('+', '/'))
  expect(without.modules.some((url) => url.endsWith('/app/create-app.ts'))).toBe(true)
  expect(without.modules.filter(isTelemetry)).toEqual([])
  expect(beside.modules.filter(isTelemetry)).toHaveLength(1)
})

it.each([['main.ts'], ['cli/check.ts']])(
  '%s names a wrong configuration before it loads more',
  async (program) => {
    const { code, modules } = await listModules([program], { PAYDESK_TRUST_PROXI: 'loopback' })
    expect(code).toBe(78)
    expect(modules.some((url) => url.endsWith('/config/config.ts'))).toBe(true)
    // A busy machine takes seconds for the code of requests, the database and the services.
    expect(modules.filter((url) => /\/(kysely|pg|undici|express|openid-client)\//.test(url))).toEqual([])
  },
)
