import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoConfig } from '../support/stack/demo-config.ts'
import { childEnv, importFlags } from '../support/stack/process.ts'

const nowhere = 'http://127.0.0.1:9'

/** Runs the self-check of the server, which builds everything that a start builds; returns the loaded modules. */
async function listModules(changed: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-telemetry-'))
  const list = join(dataDir, 'modules')
  const flags = importFlags([join(import.meta.dirname, '../support/stack/list-modules.ts')])
  const main = join(import.meta.dirname, '../../bff/src/main.ts')
  const config = demoConfig('http://localhost:4480', { service: nowhere, idp: nowhere }, dataDir)
  const env = { ...childEnv, ...config, MODULE_LIST: list, ...changed }
  // The exit code says if there are built pages, which does not matter here.
  await new Promise((done) => execFile(process.execPath, [...flags, main, '--self-check'], { env }, done))
  return readFileSync(list, 'utf8').split('\n')
}

it('loads the code that sends traces only if a collector is configured', async () => {
  const [without, beside] = await Promise.all([
    listModules({}),
    listModules({ OTEL_EXPORTER_OTLP_ENDPOINT: nowhere }),
  ])
  // The library of the metrics loads the interface of OpenTelemetry, which records nothing by itself.
  const isTelemetry = (url: string) => /otlp|opentelemetry\/(?!api)/.test(url.replaceAll('+', '/'))
  expect(without.some((url) => url.endsWith('/app/create-app.ts'))).toBe(true)
  expect(without.filter(isTelemetry)).toEqual([])
  expect(beside.filter(isTelemetry)).toHaveLength(1)
})
