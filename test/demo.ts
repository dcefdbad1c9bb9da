import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { type GrownGroup, grownId } from './sandbox/grown.ts'
import { readFirstLine, startNode } from './support/stack/children.ts'
import { demoConfig, demoPorts, notifyUrl } from './support/stack/demo-config.ts'
import { fillDemoHistory, historyGroups } from './support/stack/demo-history.ts'

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

/** Lets the sandbox grow the transactions of the history, and returns their groups. */
async function growHistory(): Promise<Record<keyof typeof historyGroups, GrownGroup>> {
  const grow = async (name: keyof typeof historyGroups): Promise<GrownGroup> => {
    const group = { account: 'stage' as const, ...historyGroups[name] }
    const answer = await fetch(`${world.control}/_sandbox/grow`, {
      method: 'POST',
      body: JSON.stringify(group),
    })
    const { first } = z.object({ first: z.int() }).parse(await answer.json())
    return { ...group, first }
  }
  // One after another: numbers continue after the last group.
  const ended = await grow('ended')
  const review = await grow('review')
  return { ended, review, requested: await grow('requested') }
}

const withActions = process.env.PAYDESK_DEMO_ACTIONS === 'on'
const sandbox = startNode([join(import.meta.dirname, 'sandbox/main.ts')], {
  SANDBOX_SERVICE_PORT: String(service),
  SANDBOX_IDP_PORT: String(idp),
  SANDBOX_APP_ORIGIN: origin,
  SANDBOX_NOTIFY_URL: notifyUrl(origin),
  SANDBOX_OPERATOR_ACTIONS: withActions ? 'on' : 'off',
})
const world = JSON.parse(await readFirstLine(sandbox, (line) => line.startsWith('{"ready"')))
// Fill the embedded database before Paydesk opens it; the sandbox knows each of these transactions.
const config = demoConfig(origin, world)
const grown = await growHistory()
if (process.env.DATABASE_URL === undefined)
  await fillDemoHistory({
    dataDir: config.PAYDESK_DATA_DIR,
    dataKey: config.PAYDESK_DATA_KEY,
    issuer: world.idp,
    service: world.service,
    groups: grown,
    now: Date.now(),
  })
const bff = startNode([join(import.meta.dirname, '../bff/src/main.ts')], {
  ...config,
  PAYDESK_STAGE_OPERATOR_ACTIONS: withActions ? 'on' : 'off',
})
await readFirstLine(bff, (line) => line.includes('"listening"'))
// The service has no list of all transactions: Paydesk gets to know the open ones by being told.
await fetch(`${world.control}/_sandbox/announce`, { method: 'POST' })
for (let nth = 0; nth < grown.review.count; nth += 1) {
  const id = grownId(grown.review, grown.review.first + nth)
  await fetch(`${world.control}/_sandbox/transactions/${id}/notify`, { method: 'POST' })
}

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
