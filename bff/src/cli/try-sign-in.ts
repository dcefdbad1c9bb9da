import { createServer } from 'node:http'
import type { Config } from '../config/config.ts'
import { createNoRoleError } from '../features/sign-in/oidc-claims.ts'
import { type AuthenticatedPerson, createIdentityProvider } from '../features/sign-in/provider.ts'
import { toSignInError } from '../features/sign-in/sign-in-error.ts'
import { exitCodes } from './run-command.ts'

/** Describes what a sign-in gave: names of claims and roles of Paydesk, but no value of a claim. */
function describePerson(person: AuthenticatedPerson, config: Config['oidc']): string[] {
  const { looked, claimNames, roles, merchants } = person
  const places = Object.entries(looked).map(([place, found]) => {
    const names = Object.entries(claimNames).find(([name]) => name === place)?.[1]
    return `${place}: ${names === undefined ? found : `${names.join(', ')} (${config.rolesClaim}: ${found})`}`
  })
  const none = roles.length === 0 ? createNoRoleError(person).reason : ''
  return [
    ...places,
    `roles: ${roles.length === 0 ? `none (${none}: OIDC_ROLES_CLAIM, OIDC_ROLE_MAP)` : roles.join(', ')}`,
    `merchants: ${merchants === null ? 'all (no OIDC_MERCHANTS_CLAIM)' : String(merchants.length)}`,
    `rights can be renewed: ${person.refreshToken === null ? 'until the access token expires' : 'yes'}`,
  ]
}

/**
 * Listens in the place of the server, sends one browser to the identity provider, and prints what came back. Resolves
 * with an exit code; Paydesk must not run meanwhile, because the browser comes back to its address.
 */
export function trySignIn(config: Config, print: (line: string) => void): Promise<number> {
  const { origin, oidc, host, port } = config
  const provider = createIdentityProvider(oidc, origin)
  const pending = new Map<string, Parameters<typeof provider.completeSignIn>[1]>()
  return new Promise((finish) => {
    const server = createServer(async (request, response) => {
      const { pathname, search, searchParams } = new URL(request.url ?? '/', origin)
      const end = (lines: readonly string[], code: number) => {
        for (const line of lines) print(line)
        response.setHeader('connection', 'close')
        response.end('Done: the result is in the terminal.\n', () => server.close())
        finish(code)
      }
      try {
        if (pathname !== '/auth/callback') {
          const { address, pending: made } = await provider.beginSignIn('/', { as: 'other' })
          pending.set(made.state, made)
          response.writeHead(302, { location: address.href }).end()
          return
        }
        const expected = pending.get(searchParams.get('state') ?? '')
        if (expected === undefined) {
          response.writeHead(400).end('This is no answer to the sign-in of this command.\n')
          return
        }
        const person = await provider.completeSignIn(search, expected)
        end(describePerson(person, oidc), person.roles.length === 0 ? exitCodes.failed : 0)
      } catch (thrown) {
        const { reason, facts } = toSignInError(thrown)
        end([`sign-in failed: ${reason} ${JSON.stringify(facts)}: docs/operations.md explains the cause`], 1)
      }
    })
    server.once('error', () => {
      print('The address of Paydesk is in use: stop Paydesk first, because the browser comes back there.')
      finish(exitCodes.inUse)
    })
    server.listen(port, host, () => print(`Open ${origin.origin}/ in a browser, and sign in.`))
  })
}
