import { join } from 'node:path'
import { createListener } from './app/create-app.ts'
import { createDeps } from './app/create-deps.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { FolderInUseError, lockDataDir } from './platform/database/instance-lock.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createStdoutLogger } from './platform/runtime/log.ts'

/** Time (ms) that requests in flight get to finish after the process is told to stop. */
const graceMs = 10_000

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

const config = configured()
const claim = claimFolder()
const log = createStdoutLogger(config.logLevel)
const deps = await createDeps(config, log)
let stopping = false
const app = createListener(deps, {
  pages: join(import.meta.dirname, '../../web/dist'),
  isStopping: () => stopping,
})
const server = createHttpServer(app, log)

server.on('error', (error) => {
  log.fatal({ err: error }, 'cannot listen')
  process.exit(1)
})
server.listen(config.port, config.host, () => {
  log.info({ origin: config.origin.origin, port: config.port }, 'listening')
  deps.startWorkers()
})

function stop(signal: string): void {
  if (stopping) return
  stopping = true
  log.info({ signal }, 'stopping')
  const overdue = setTimeout(() => {
    log.warn('requests were cut at the end of the grace time')
    server.closeAllConnections()
  }, graceMs)
  overdue.unref()
  deps.hub.stop() // closes streams, which do not end by themselves
  server.close(() => {
    deps.close().then(
      () => {
        claim?.release()
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'the database did not close cleanly')
        process.exit(1)
      },
    )
  })
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
