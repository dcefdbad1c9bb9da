import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config/config.ts'
import { FolderInUseError, lockDataDir } from './platform/database/instance-lock.ts'
import { buildInfo } from './platform/runtime/build-info.ts'
import { runShutdown } from './platform/runtime/shutdown.ts'

function configured() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\ndocs/configuration.md says what each variable means.\n`)
    process.exit(78)
  }
}

/**
 * Locks the data folder for the life of the process. PostgreSQL needs no lock: several processes may share
 * it.
 */
function claimFolder() {
  if (config.databaseUrl !== null) return null
  try {
    return lockDataDir(config.dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(75)
  }
}

/** Ends the process without a stack trace if the database does not answer or belongs to a newer version. */
async function openDeps() {
  try {
    return await createDeps(config, log)
  } catch (error) {
    const isTooNew = error instanceof SchemaTooNewError
    if (!isTooNew && !isDatabaseFailure(error)) throw error
    log.fatal({ err: error }, 'the database cannot be used')
    process.stderr.write(`${isTooNew ? error.message : 'The database does not answer.'}\n`)
    process.exit(isTooNew ? 66 : 69)
  }
}

/** True for `--self-check`: an upgrade asks whether this version works on the migrated database. */
const isSelfCheck = process.argv[2] === '--self-check'
const config = configured()
const claim = claimFolder()
// Load the rest only now: on a busy machine that takes seconds, and a wrong configuration is named before.
const [
  { createRequestListener },
  { createDeps },
  { isDatabaseFailure },
  { SchemaTooNewError },
  { createHttpServer, createServerDrain },
  { createStdoutLogger },
] = await Promise.all([
  import('./app/create-app.ts'),
  import('./app/create-deps.ts'),
  import('./platform/database/database.ts'),
  import('./platform/database/migrations/migrations.ts'),
  import('./platform/http/server.ts'),
  import('./platform/runtime/log.ts'),
])
const log = createStdoutLogger(config.logLevel)
log.info(buildInfo, 'starting')
const deps = await openDeps()
let stopping = false
const pages = join(import.meta.dirname, '../../web/dist')
const app = createRequestListener(deps, {
  pages,
  isStopping: () => stopping,
})
const server = createHttpServer(app, log)

server.on('error', (error) => {
  log.fatal({ err: error }, 'cannot listen')
  process.exit(1)
})
server.listen(isSelfCheck ? 0 : config.port, isSelfCheck ? '127.0.0.1' : config.host, () => {
  if (isSelfCheck) return void checkSelf()
  log.info({ origin: config.origin.origin, port: config.port }, 'listening')
  deps.startWorkers()
})

/** Ends the process with code 0 if the server answers as ready and serves its pages; does no background work. */
async function checkSelf(): Promise<void> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const isReady = await new Promise<boolean>((told) => {
    get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (answer) => {
      answer.resume()
      told(answer.statusCode === 200)
    }).once('error', () => told(false))
  })
  const isWell = isReady && existsSync(join(pages, 'index.html'))
  await deps.close()
  claim?.release()
  process.exit(isWell ? 0 : 1)
}

const drain = createServerDrain(server)

function stop(signal: string): void {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  deps.hub.stop() // closes streams, which do not end by themselves
  void deps.stopWorkers() // begins now, so that reads in progress end beside the requests
  runShutdown({
    drain,
    cut() {
      log.warn('requests were cut at the end of the grace time')
      server.closeAllConnections()
    },
    close: deps.close,
    exit(code, reason, error) {
      if (reason === 'late') log.error('stopped before everything was closed')
      if (reason === 'failed') log.error({ err: error }, 'the database did not close cleanly')
      if (code === 0) claim?.release()
      process.exit(code)
    },
  })
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
