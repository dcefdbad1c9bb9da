import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createApp } from '@paydesk/bff/app/create-app'
import type { Sight } from '@paydesk/bff/platform/access/field-access'
import { type Guarded, openForSight } from '@paydesk/bff/platform/access/guarded'
import { type Stack, Visitor } from '../support/stack/start.ts'
import type { Eyes } from './worlds.ts'

/** A mistake that somebody could make: in what a role sees, or in what is sent. */
export interface Mistake {
  readonly sight?: (right: Sight, others: Stack['deps']['sight']) => Sight
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void
}

type Shown = ReturnType<Sight['show']>

/** A sight that shows every value by this rule. */
export function showing(right: Sight, show: (guarded: Guarded, shown: Shown) => Shown): Sight {
  return { ...right, show: (guarded) => show(guarded, right.show(guarded)) }
}

/** The bare value, as only a mistake would open it. */
export function bare(guarded: Guarded): string {
  return String(openForSight(guarded))
}

/** The product of this stack once more, with its sessions and database, and one mistake at a time. */
export async function startMutant(stack: Stack, eyes: Eyes) {
  let mistake: Mistake = {}
  const right = stack.deps.sight
  const deps: Stack['deps'] = {
    ...stack.deps,
    sight: (role) => mistake.sight?.(right(role), right) ?? right(role),
  }
  const app = createApp(deps, { pages: `${stack.dataDir}/none` })
  const server = createServer((request, response) => {
    mistake.answer?.(request, response)
    app(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' ? address?.port : 0}`
  const sameAs = ({ jar }: Visitor): Visitor => {
    const visitor = new Visitor(origin)
    for (const [name, value] of jar) visitor.jar.set(name, value)
    return visitor
  }
  return {
    eyes: {
      support: sameAs(eyes.support),
      finance: sameAs(eyes.finance),
      compliance: sameAs(eyes.compliance),
      auditor: sameAs(eyes.auditor),
      admin: sameAs(eyes.admin),
    } satisfies Eyes,
    make(next: Mistake) {
      mistake = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
