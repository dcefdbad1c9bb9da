import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration } from 'oidc-provider'
import Provider from 'oidc-provider'
import { htmlAnswer, readBody, sendAnswer } from './answer.ts'
import { createIdpStore } from './idp-store.ts'
import { escapeHtml, renderPage } from './page.ts'
import { personBy } from './people.ts'
import { signInPage } from './sign-in-page.ts'
import { signingKey } from './signing-key.ts'

const clientId = 'paydesk'
const clientSecret = 'sandbox-only-oidc-secret'

const hour = 3_600

/** Changes of the provider while it runs. A test sets them back. */
export interface IdentityControl {
  /** Roles and merchants that people have now, by subject, instead of those in `people.ts`. */
  readonly grants: Map<string, { readonly roles?: readonly string[]; readonly merchants?: readonly string[] }>
  /** `down` cuts each connection, `silent` takes requests and never answers. */
  availability: 'there' | 'down' | 'silent'
  /** True: no refresh token is taken, as if the person had been locked. */
  refusesRefresh: boolean
  /** True: a refresh token can be used once; using it again revokes every token of the sign-in. */
  rotatesRefreshTokens: boolean
  /** Age of the person's session at the provider (ms) at a sign-in that asks for no new one. */
  signInAgeMs: number
  /** Number of refresh tokens that were taken. */
  refreshes: number
}

export function createIdentityControl(): IdentityControl {
  return {
    grants: new Map(),
    availability: 'there',
    refusesRefresh: false,
    rotatesRefreshTokens: true,
    signInAgeMs: 0,
    refreshes: 0,
  }
}

/** Creates a real OpenID Connect provider; only the password is replaced by a click. */
export function createIdentityProvider(
  issuer: string,
  appOrigins: readonly string[],
  control: IdentityControl = createIdentityControl(),
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const provider = new Provider(issuer, configuration(appOrigins, control))
  const handle = provider.callback()
  return async (request, response) => {
    if (control.availability === 'down') request.socket.destroy()
    if (control.availability !== 'there') return
    const [path = '', query = ''] = (request.url ?? '').split('?')
    if (path.startsWith('/sign-in/')) await handleSignIn(provider, { appOrigins, control }, request, response)
    else if (path === '/')
      sendAnswer(
        response,
        plainPage(
          'Sandbox sign-in',
          '<h1>Sandbox sign-in</h1><p>This is where the product sends its staff to sign in. Start at the product.</p>',
        ),
      )
    else if (path === '/favicon.ico' && query === '')
      sendAnswer(response, { status: 204, headers: {}, body: '' })
    else await handle(request, response)
  }
}

async function handleSignIn(
  provider: Provider,
  { appOrigins, control }: { readonly appOrigins: readonly string[]; readonly control: IdentityControl },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const interaction = await provider.interactionDetails(request, response)
    const { params } = interaction
    if (request.method !== 'POST') {
      sendAnswer(response, signInPage(params.login_hint, appOrigins))
      return
    }
    const body = await readBody(request, 4_096)
    const person = personBy(new URLSearchParams(body?.toString('utf8')).get('person'))
    if (person !== undefined && interaction.session?.accountId !== person.sub) {
      await forgetFormerPerson(provider, interaction)
    }
    const isForced = String(params.prompt ?? '')
      .split(' ')
      .includes('login')
    const ageMs = isForced ? 0 : control.signInAgeMs
    const ts = Math.floor((Date.now() - ageMs) / 1_000)
    const result =
      person === undefined
        ? { error: 'access_denied', error_description: 'Nobody was chosen' }
        : { login: { accountId: person.sub, remember: true, ts } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  } catch {
    sendAnswer(response, {
      ...plainPage(
        'Sign-in is over',
        '<h1>This sign-in is over</h1><p>It was used already or took too long. Go back to the product and start again.</p>',
      ),
      status: 400,
    })
  }
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/**
 * Ends the previous person's session in this browser before another person signs in; otherwise it would end
 * in the middle of the sign-in.
 */
async function forgetFormerPerson(provider: Provider, interaction: Interaction): Promise<void> {
  const { session } = interaction
  if (session === undefined) return
  const former = await provider.Session.findByUid(session.uid)
  await former?.destroy()
  delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1_000))
}

function plainPage(
  title: string,
  body: string,
  options: Parameters<typeof renderPage>[2] = {},
): ReturnType<typeof htmlAnswer> {
  const { html, policy } = renderPage(
    title,
    `<span class="note">Sandbox: invented people</span>${body}`,
    options,
  )
  return htmlAnswer(200, html, { 'content-security-policy': policy })
}

function configuration(appOrigins: readonly string[], control: IdentityControl): Configuration {
  return {
    adapter: createIdpStore(),
    clients: [client(appOrigins)],
    jwks: { keys: [signingKey] },
    cookies: {
      keys: ['sandbox-only-cookie-key'],
      // Use our own names: cookies are shared between the ports of a host and must not collide with those of
      // the app.
      names: {
        session: 'sandbox_idp_session',
        interaction: 'sandbox_idp_interaction',
        resume: 'sandbox_idp_resume',
      },
    },
    scopes: ['openid', 'profile', 'email', 'paydesk'],
    claims: {
      openid: ['sub'],
      profile: ['name'],
      email: ['email'],
      paydesk: ['roles', 'merchants'],
      acr: null,
      auth_time: null,
      iss: null,
      sid: null,
    },
    // Put the roles into the id token itself, not only behind the user-info endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    findAccount(_, sub, token) {
      const isRefresh = token?.kind === 'RefreshToken'
      if (isRefresh && control.refusesRefresh) return undefined
      if (isRefresh) control.refreshes += 1
      return findAccount(sub, control)
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: () => control.rotatesRefreshTokens,
    interactions: { url: (_, interaction) => `/sign-in/${interaction.uid}` },
    // Grant everything requested: there is no consent page.
    loadExistingGrant: async (ctx) => {
      const { client: asking, provider, session } = ctx.oidc
      const grant = new provider.Grant({
        clientId: asking?.clientId ?? clientId,
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email paydesk')
      await grant.save()
      return grant
    },
    features: features(appOrigins),
    // Bypass the built-in guard against private addresses: it would refuse the app, which runs on this
    // machine.
    fetch: (input, init) => globalThis.fetch(input, withoutDispatcher(init)),
    renderError: showError,
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: 12 * hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 12 * hour,
      Session: 12 * hour,
    },
  }
}

function features(appOrigins: readonly string[]): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    revocation: { enabled: true },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => showSignOut(ctx, form, appOrigins),
      postLogoutSuccessSource: showSignedOut,
    },
  }
}

function showError(ctx: Shown, out: { error: string; error_description?: string | undefined }): void {
  const { body, headers } = plainPage(
    'Sign-in failed',
    `<h1>Sign-in failed</h1><dl><dt>Error</dt><dd>${escapeHtml(out.error)}</dd><dt>Reason</dt><dd>${escapeHtml(out.error_description ?? '')}</dd></dl>`,
  )
  ctx.set({ ...headers })
  ctx.body = body
}

function client(appOrigins: readonly string[]): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: appOrigins.map((origin) => `${origin}/auth/callback`),
    post_logout_redirect_uris: appOrigins.flatMap((origin) => [`${origin}/`, `${origin}/signed-out`]),
    backchannel_logout_uri: `${appOrigins[0] ?? ''}/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    require_auth_time: true,
    // Accepts the secret in the body and in the header alike.
    token_endpoint_auth_method: 'client_secret_post',
    scope: 'openid profile email paydesk',
  }
}

function findAccount(
  sub: string,
  { grants }: IdentityControl,
): ReturnType<NonNullable<Configuration['findAccount']>> {
  const person = personBy(sub)
  if (person === undefined) return undefined
  const { name, roles, merchants } = { ...person, ...grants.get(sub) }
  return {
    accountId: sub,
    claims: () => ({
      sub,
      name,
      email: `${sub}@paydesk.example.test`,
      roles: [...roles],
      merchants: [...merchants],
    }),
  }
}

function withoutDispatcher(init: RequestInit | undefined): RequestInit {
  const { dispatcher: _, ...rest } = { dispatcher: undefined, ...init }
  return rest
}

interface Shown {
  set(headers: Record<string, string>): void
  body: unknown
}

const submitSignOut = "document.getElementById('op.logoutForm').submit();"

/**
 * Submits the sign-out form by script, with a button for browsers without script: no confirmation is needed.
 */
function showSignOut(ctx: Shown, form: string, appOrigins: readonly string[]): void {
  const withAnswer = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')
  const { body, headers } = plainPage(
    'Signing out',
    `<h1>Signing out…</h1>${withAnswer}<p><button form="op.logoutForm">Sign out</button></p>`,
    { formTargets: appOrigins, script: submitSignOut },
  )
  ctx.set({ ...headers })
  ctx.body = body
}

function showSignedOut(ctx: Shown): void {
  const { body, headers } = plainPage(
    'Signed out',
    '<h1>You are signed out</h1><p>You may close this window.</p>',
  )
  ctx.set({ ...headers })
  ctx.body = body
}
