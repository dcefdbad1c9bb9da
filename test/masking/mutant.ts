import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createApp } from '@paydesk/bff/app/create-app'
import type { FieldAccess } from '@paydesk/bff/platform/access/field-access'
import { type GuardedValue, unwrapGuardedForMasking } from '@paydesk/bff/platform/access/guarded'
import { type Stack, Visitor } from '../support/stack/start.ts'
import type { VisitorsByRole } from './worlds.ts'

/** Possible mistake in the field access of a role, or in what is sent. */
export interface MaskingMistake {
  readonly fieldAccess?: (right: FieldAccess, others: Stack['deps']['fieldAccessFor']) => FieldAccess
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void
}

type Shown = ReturnType<FieldAccess['mask']>

/** Returns field access that shows every value by this rule. */
export function createFaultyFieldAccess(
  right: FieldAccess,
  show: (guarded: GuardedValue, shown: Shown) => Shown,
): FieldAccess {
  return { ...right, mask: (guarded) => show(guarded, right.mask(guarded)) }
}

/** Opens the bare value, as only a mistake would. */
export function unwrapGuarded(guarded: GuardedValue): string {
  return String(unwrapGuardedForMasking(guarded))
}

/** Starts Paydesk a second time on the sessions and the database of the stack, with one mistake at a time. */
export async function startMutant(stack: Stack, eyes: VisitorsByRole) {
  let mistake: MaskingMistake = {}
  const right = stack.deps.fieldAccessFor
  const deps: Stack['deps'] = {
    ...stack.deps,
    fieldAccessFor: (role) => mistake.fieldAccess?.(right(role), right) ?? right(role),
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
    } satisfies VisitorsByRole,
    make(next: MaskingMistake) {
      mistake = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
