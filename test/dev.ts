import { join } from 'node:path'
import { readFirstLine, startNode } from './support/stack/children.ts'
import { demoConfig, demoPorts, notifyUrl } from './support/stack/demo-config.ts'

// The browser talks to Vite, which hands calls on to the BFF: one origin, as in production.
const origin = 'http://localhost:5173'
const root = join(import.meta.dirname, '..')
const sandbox = startNode([join(root, 'test/sandbox/main.ts')], {
  SANDBOX_SERVICE_PORT: String(demoPorts.service),
  SANDBOX_IDP_PORT: String(demoPorts.idp),
  SANDBOX_APP_ORIGIN: origin,
  SANDBOX_NOTIFY_URL: notifyUrl(`http://localhost:${demoPorts.app}`),
})
const world = JSON.parse(await readFirstLine(sandbox, (line) => line.startsWith('{"ready"')))
const bff = startNode(['--watch', '--watch-preserve-output', join(root, 'bff/src/main.ts')], {
  ...demoConfig(origin, world, join(root, '.paydesk/dev')),
  PAYDESK_PORT: String(demoPorts.app),
})
startNode(
  [
    join(root, 'web/node_modules/vite/bin/vite.js'),
    join(root, 'web'),
    '--config',
    join(root, 'web/vite.config.ts'),
  ],
  {},
)
await readFirstLine(bff, (line) => line.includes('"listening"'))
await fetch(`${world.control}/_sandbox/announce`, { method: 'POST' })
console.log(`Paydesk with the sandbox: ${origin} (pages and BFF restart by themselves)`)
