import { join } from 'node:path'
import { createListener } from './app/create-app.ts'
import { createDeps } from './app/create-deps.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { FolderInUseError, lockDataDir } from './platform/database/instance-lock.ts'
import { createDrain, createHttpServer } from './platform/http/server.ts'
import { createStdoutLogger } from './platform/runtime/log.ts'
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

const drain = createDrain(server)

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
