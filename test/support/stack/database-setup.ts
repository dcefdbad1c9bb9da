import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import type { TestProject } from 'vitest/node'
import { migratedDatabase, startPostgres } from './postgres.ts'
import { newDatabase } from './start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

/** Creates the product's schema in a database. Tests copy that database instead of migrating their own. */
async function migrate(dataDir: string, databaseUrl: string | null): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl, databaseLimits: patientLimits })
  await store.close()
}

/**
 * Serves the databases of one test run: `GET /postgres` starts a cluster on the first request,
 * `GET /embedded` creates a file with the product's schema. A run that needs neither starts neither. The
 * server runs in the process of the test runner because all workers share one cluster.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-migrated-'))
  let cluster: ReturnType<typeof startPostgres> | undefined
  const answers: Record<string, Promise<object> | undefined> = {}
  const start: Record<string, () => Promise<object>> = {
    async '/postgres'() {
      // Pages need not be written whole: a machine that crashes ends the tests too.
      cluster = startPostgres(['full_page_writes=off'])
      const { url } = await cluster
      await migrate(folder, await newDatabase(url, { name: migratedDatabase }))
      return { url, migratedDatabase }
    },
    async '/embedded'() {
      await migrate(folder, null)
      return { migratedFile: join(folder, 'paydesk.db') }
    },
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    answers[path] ??= start[path]?.() ?? Promise.reject(new Error(`no database is served at ${path}`))
    answers[path].then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server of databases has no port')
  project.provide('databaseServer', `http://127.0.0.1:${address.port}`)
  return async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await (await cluster)?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
