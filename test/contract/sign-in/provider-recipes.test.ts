import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trySignIn } from '@paydesk/bff/cli/try-sign-in'
import { readConfig } from '@paydesk/bff/config/config'
import { describe, expect, it } from 'vitest'
import { startLyingProvider } from '../../support/contract/lying-provider.ts'
import {
  followRecipe,
  groupOverage,
  type ProviderRecipe,
  providerRecipes,
} from '../../support/contract/provider-recipes.ts'
import { followRedirects } from '../../support/stack/browse.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import { freePort } from '../../support/stack/ports.ts'

type Claims = Readonly<Record<string, unknown>>

interface Attempt {
  readonly env?: Readonly<Record<string, string>>
  /** Further claims of the ID token. */
  readonly claims?: Claims
  readonly clientKey?: ReturnType<typeof generateKeyPairSync>['publicKey']
}

/** Signs in at the provider by the code of Paydesk, as `paydesk check sign-in` does. */
async function tryRecipe(recipe: ProviderRecipe, { env = {}, claims, clientKey }: Attempt = {}) {
  const provider = await startLyingProvider(recipe.path)
  followRecipe(provider.state, recipe, claims)
  provider.state.clientKey = clientKey ?? null
  const origin = `http://localhost:${await freePort()}`
  const { OIDC_MERCHANTS_CLAIM: _, ...config } = demoConfig(origin, { service: origin, idp: provider.issuer })
  const lines: string[] = []
  const isListening = Promise.withResolvers<void>()
  const all = { ...config, OIDC_ISSUER: provider.issuer, ...recipe.env, ...env }
  const ended = trySignIn(readConfig(all), (line) => {
    lines.push(line)
    isListening.resolve()
  })
  await isListening.promise
  await followRedirects(new Map(), `${origin}/`)
  const code = await ended
  await provider.stop()
  return { code, printed: lines.join('\n'), methods: provider.state.authenticated }
}

const [keycloak, entra] = providerRecipes
if (keycloak === undefined || entra === undefined) throw new Error('the recipes are missing')

describe('a sign-in by the recipe of an identity provider', () => {
  it.each(providerRecipes.map((recipe) => [recipe.name, recipe] as const))(
    '%s gives the role',
    async (_, recipe) => {
      const { code, printed } = await tryRecipe(recipe)
      const place = new RegExp(`^${recipe.foundIn}: .*\\(${recipe.env.OIDC_ROLES_CLAIM}: found\\)$`, 'm')
      expect(printed).toMatch(place)
      expect(printed).toMatch(/^roles: finance$/m)
      expect(printed).not.toMatch(/Farid|farid|@|Europe/)
      expect(code).toBe(0)
    },
  )

  it.each(providerRecipes.map((recipe) => [recipe.name, recipe] as const))(
    '%s is documented so',
    (name, recipe) => {
      const text = readFileSync(join(import.meta.dirname, '../../../docs/identity-providers.md'), 'utf8')
      const section = text.split(/^## /m).find((one) => one.startsWith(`${name}\n`)) ?? ''
      for (const [variable, value] of Object.entries(recipe.env)) {
        // People and groups of the example differ from case to case: the role map is named, not repeated.
        expect(section, variable).toContain(variable === 'OIDC_ROLE_MAP' ? variable : `${variable}=${value}`)
      }
    },
  )

  it('says that the provider left the groups out because there are too many', async () => {
    const withoutRoles = { ...entra, idToken: { oid: '0f1e', ver: '2.0' } }
    const { code, printed } = await tryRecipe(withoutRoles, {
      env: { OIDC_ROLES_CLAIM: 'groups' },
      claims: groupOverage,
    })
    expect(printed).toMatch(/^id_token: .*\(groups: elsewhere\)$/m)
    expect(printed).toMatch(/^roles: none \(claim_elsewhere: /m)
    expect(printed).not.toContain('graph.example.com')
    expect(code).toBe(1)
  })

  it.each(['client_secret_basic', 'client_secret_post'])('proves the client by %s', async (method) => {
    const { code, methods } = await tryRecipe(keycloak, { env: { OIDC_CLIENT_AUTH: method } })
    expect([code, methods]).toEqual([0, [method]])
  })

  it.each([
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2_048 })],
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ] as const)(
    'proves the client by private_key_jwt with a key of %s',
    async (_, { privateKey, publicKey }) => {
      const env = {
        OIDC_CLIENT_AUTH: 'private_key_jwt',
        OIDC_CLIENT_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        OIDC_CLIENT_KEY_ID: 'paydesk-2026',
      }
      const { code, methods } = await tryRecipe(keycloak, { env, clientKey: publicKey })
      expect([code, methods]).toEqual([0, ['private_key_jwt']])
      const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
      const refused = await tryRecipe(keycloak, { env, clientKey: other })
      expect(refused.code).toBe(1)
      expect(refused.printed).toContain('client_refused')
    },
  )
})
