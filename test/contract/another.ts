import { createApp } from '@paydesk/bff/app'
import { makeDeps } from '@paydesk/bff/deps'
import { createHttpServer } from '@paydesk/bff/http/server'
import { freePort } from '../stack/postgres.ts'
import type { Stack } from '../stack/start.ts'

/** Another instance of the product over the same database, with its own address. */
export async function startAnother(stack: Stack) {
  const deps = await makeDeps(stack.deps.config, stack.deps.log)
  const server = createHttpServer(createApp(deps, { pages: '/nowhere' }), deps.log)
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  return {
    origin: `http://localhost:${port}`,
    deps,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await deps.close()
    },
  }
}
