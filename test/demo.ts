import { createServer } from 'node:net'
import { join } from 'node:path'
import { firstLine, start } from './support/stack/children.ts'
import { demoConfig, demoPorts, notifyUrl } from './support/stack/demo-config.ts'

/** The wanted port, or any free one where somebody else listens on it already. */
function freePort(wanted: number): Promise<number> {
  return new Promise((found) => {
    const probe = createServer()
    const port = () => {
      const address = probe.address()
      return typeof address === 'object' && address !== null ? address.port : wanted
    }
    probe.once('error', () => probe.listen(0, '127.0.0.1'))
    probe.once('listening', () => {
      const free = port()
      probe.close(() => found(free))
    })
    probe.listen(wanted, '127.0.0.1')
  })
}

const [app, service, idp] = [
  await freePort(demoPorts.app),
  await freePort(demoPorts.service),
  await freePort(demoPorts.idp),
]
const origin = `http://localhost:${app}`

const withActions = process.env.PAYDESK_DEMO_ACTIONS === 'on'
const sandbox = start([join(import.meta.dirname, 'sandbox/main.ts')], {
  SANDBOX_SERVICE_PORT: String(service),
  SANDBOX_IDP_PORT: String(idp),
  SANDBOX_APP_ORIGIN: origin,
  SANDBOX_NOTIFY_URL: notifyUrl(origin),
  SANDBOX_OPERATOR_ACTIONS: withActions ? 'on' : 'off',
})
const world = JSON.parse(await firstLine(sandbox, (line) => line.startsWith('{"ready"')))
const bff = start([join(import.meta.dirname, '../bff/src/main.ts')], {
  ...demoConfig(origin, world),
  PAYDESK_STAGE_OPERATOR_ACTIONS: withActions ? 'on' : 'off',
})
await firstLine(bff, (line) => line.includes('"listening"'))
// The service has no list of all transactions: an empty product gets to know them by being told.
await fetch(`${world.control}/_sandbox/announce`, { method: 'POST' })

console.log(`
  Paydesk is running with the sandbox: every person, payment and document is invented.

    ${origin}

  Sign in with one click as
    Ana Ruiz       support        Farid Nasser   finance
    Clara Weiss    compliance     Fiona Brandt   finance, one merchant only
    Auden Holt     auditor        Ada Moreau     administrator
    Toni Reyes     two roles      Noor Vale      no role

  Then paste one of these into the box
    cust-00417          a customer with four transactions, one waiting for SCA
    cust-piv-review     a transaction that an operator must review
    cust-five-thousand  a customer with 5,000 transactions
    fault-503           a customer whose parts fail, each in its own way
  docs/demo.md lists them all. Ctrl+C ends everything.
`)
