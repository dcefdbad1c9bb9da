import { createApp } from '@paydesk/bff/app/create-app'
import { createDeps } from '@paydesk/bff/app/create-deps'
import { createCaseClaimReleaser } from '@paydesk/bff/features/review/case-claims'
import { createSessionRightsRenewer } from '@paydesk/bff/features/sign-in/session-rights-renewer'
import { createHttpServer } from '@paydesk/bff/platform/http/server'
import { createSessionStore } from '@paydesk/bff/platform/session/session-store'
import { createSessionWatcher } from '@paydesk/bff/platform/session/session-watcher'
import { freePort, listensOn } from '../stack/ports.ts'
import type { Stack } from '../stack/start.ts'
import type { DatabaseName } from './support.ts'

type Deps = Stack['deps']

async function listening(deps: Deps, close: () => Promise<void>) {
  const server = createHttpServer(createApp(deps, { pages: '/nowhere' }), deps.log)
  const port = await freePort()
  await listensOn(server, port, 'localhost')
  return {
    origin: `http://localhost:${port}`,
    deps,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await close()
    },
  }
}

/** Starts another instance over the same database, with its own address; `more` replaces settings. */
export async function startAnother(stack: Stack, more: Partial<Deps['config']> = {}) {
  const deps = await createDeps({ ...stack.deps.config, ...more }, stack.deps.log)
  return listening(deps, () => deps.close())
}

/** Serves a second app over the same store in this process, with the given dependencies. */
export function serveBeside(deps: Deps) {
  return listening(deps, async () => {})
}

/**
 * Starts a second instance on PostgreSQL. The embedded database belongs to one process, so there a second
 * app runs over the same store with its own session cache.
 */
export async function startBeside(stack: Stack, backing: DatabaseName) {
  if (backing === 'postgres') return startAnother(stack)
  const { store, cipher, config, log } = stack.deps
  const sessions = createSessionStore(
    store,
    cipher,
    config,
    Date.now,
    createCaseClaimReleaser({ store, log }),
  )
  const watch = createSessionWatcher(sessions, log)
  const { authorityMs, outageMs } = config
  const authority = createSessionRightsRenewer({ ...stack.deps, sessions, authorityMs, outageMs })
  return listening({ ...stack.deps, sessions, watch, authority }, async () => watch.stop())
}
