import type { startLyingProvider, TokenClaims } from './lying-provider.ts'
import { tokenBody } from './lying-provider.ts'

type ProviderState = Awaited<ReturnType<typeof startLyingProvider>>['state']

/** Identity provider as docs/identity-providers.md sets it up, with the claims that it gives then. */
export interface ProviderRecipe {
  readonly name: string
  /** Path of the issuer. */
  readonly path: string
  /** Variables of the recipe beside issuer and client. */
  readonly env: Readonly<Record<string, string>>
  readonly authMethods: readonly string[]
  /** Claims of the ID token beside those that every one has, of userinfo, and of an access token that is a JWT. */
  readonly idToken: TokenClaims
  readonly userinfo: TokenClaims
  readonly accessToken?: TokenClaims
  /** Place in which the roles are found. */
  readonly foundIn: 'id_token' | 'userinfo' | 'access_token'
}

const person = { name: 'Farid Nasser', preferred_username: 'farid.nasser', email: 'farid.nasser@example.com' }

export const providerRecipes: readonly ProviderRecipe[] = [
  {
    name: 'Keycloak',
    path: '/realms/office',
    env: { OIDC_ROLES_CLAIM: 'realm_access.roles', OIDC_LOGOUT_TOKEN_TYPES: 'logout+jwt,JWT' },
    authMethods: ['private_key_jwt', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt'],
    // The mapper of realm roles adds them to the access token alone, unless told otherwise.
    idToken: { azp: 'paydesk', sid: 'b1c2', acr: '1', typ: 'ID', email_verified: true, ...person },
    userinfo: { email_verified: true, ...person },
    accessToken: {
      ...{ typ: 'Bearer', azp: 'paydesk', aud: 'account', scope: 'openid profile email' },
      realm_access: { roles: ['offline_access', 'default-roles-office', 'paydesk-finance'] },
    },
    foundIn: 'access_token',
  },
  {
    name: 'Entra ID',
    path: '/8f3e0000-0000-4000-8000-00000000c0de/v2.0',
    env: {
      OIDC_ROLES_CLAIM: 'roles',
      OIDC_SCOPE: 'openid profile email offline_access',
    },
    authMethods: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    idToken: { oid: '0f1e', tid: '8f3e', ver: '2.0', uti: 'x1', roles: ['paydesk-finance'], ...person },
    userinfo: { picture: 'https://graph.example.com/photo', ...person },
    foundIn: 'id_token',
  },
  {
    name: 'Okta',
    path: '/oauth2/default',
    env: {
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_SCOPE: 'openid profile email groups offline_access',
      OIDC_ROLE_MAP: 'Paydesk Support=support,Paydesk Finance=finance',
    },
    authMethods: [
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ],
    // Without a claim of its own in the ID token, groups are at userinfo.
    idToken: { ver: 1, amr: ['pwd'], idp: '00o1', ...person },
    userinfo: { zoneinfo: 'Europe/Berlin', groups: ['Everyone', 'Paydesk Finance'], ...person },
    foundIn: 'userinfo',
  },
  {
    name: 'Google',
    path: '',
    env: {
      OIDC_ROLES_CLAIM: 'email',
      OIDC_ROLE_MAP: 'farid.nasser@example.com=finance,ana.ruiz@example.com=support',
    },
    authMethods: ['client_secret_post', 'client_secret_basic'],
    idToken: { azp: 'paydesk', hd: 'example.com', email_verified: true, at_hash: 'x', ...person },
    userinfo: { hd: 'example.com', email_verified: true, ...person },
    foundIn: 'id_token',
  },
  {
    name: 'Authentik',
    // The issuer ends with a slash.
    path: '/application/o/paydesk/',
    env: {
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_SCOPE: 'openid profile email offline_access',
      OIDC_ROLE_MAP: 'paydesk-support=support,paydesk-finance=finance',
    },
    authMethods: ['client_secret_post', 'client_secret_basic'],
    idToken: {
      acr: 'goauthentik.io/providers/oauth2/default',
      groups: ['office', 'paydesk-finance'],
      ...person,
    },
    userinfo: { groups: ['office', 'paydesk-finance'], nickname: 'farid', ...person },
    foundIn: 'id_token',
  },
]

/** Claims of Entra ID for a person in so many groups that the token names an address to ask instead. */
export const groupOverage: TokenClaims = {
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://graph.example.com/v1.0/users/0f1e/getMemberObjects' } },
}

/** Makes the provider answer as the recipe says; `more` is added to the claims of the ID token. */
export function followRecipe(state: ProviderState, recipe: ProviderRecipe, more: TokenClaims = {}): void {
  state.authMethods = recipe.authMethods
  state.userinfo = recipe.userinfo
  state.token = ({ roles: _, merchants: __, ...claims }, { honest }) => {
    const { accessToken } = recipe
    const given = accessToken === undefined ? {} : { access_token: honest({ ...claims, ...accessToken }) }
    return { body: tokenBody(honest({ ...claims, ...recipe.idToken, ...more }), given) }
  }
}
