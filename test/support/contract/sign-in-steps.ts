import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type CookieJar, followRedirects, requestWithJar } from '../stack/browse.ts'
import { people, type Stack } from '../stack/start.ts'

/** Cookie name on plain http. */
export const sessionCookieName = 'paydesk_session'

/** Returns the name of the cookie of a sign-in in progress, by the `state` in an address; plain http. */
export function memoryOf(at: URL): string {
  const digest = createHash('sha256')
    .update(at.searchParams.get('state') ?? '')
    .digest('hex')
  return `paydesk_sign_in_${digest.slice(0, 16)}`
}

/** Value and attributes of each cookie that an answer sets, by name. */
export function cookiesOf(
  response: Pick<Response, 'headers'>,
): Map<string, { value: string; attributes: string[] }> {
  return new Map(
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes }]
    }),
  )
}

/** Signs in up to the redirect back. Returns the URL of the callback without opening it. */
export async function wayBack(
  stack: Stack,
  jar: CookieJar,
  person: keyof typeof people = 'support',
): Promise<URL> {
  const left = await requestWithJar(jar, `${stack.origin}/auth/sign-in`)
  const page = await followRedirects(jar, left.headers.get('location') ?? '')
  const body = new URLSearchParams({ person: people[person] })
  let response = await requestWithJar(jar, page.at, { method: 'POST', body })
  let at = page.at
  while (!at.href.includes('/auth/callback?')) {
    at = new URL(response.headers.get('location') ?? '', at)
    if (!at.href.includes('/auth/callback?')) response = await requestWithJar(jar, at)
  }
  return at
}

/** Cause of a failed sign-in in the log, by the reference that the person sees; undefined without such a line. */
export function causeOf(stack: Stack, reference: string | null): unknown {
  const line = stack.logged.findLast((one) => one.includes('"cause"') && one.includes(`"${reference}"`))
  return line === undefined ? undefined : loggedCause.parse(JSON.parse(line)).cause
}

const loggedCause = z.object({ cause: z.string() })

/** Makes the rights of a person's sessions this old (ms), and drops the rows that the instance has cached. */
export async function ageRights(
  { deps: { store, sessions } }: Stack,
  subject: string,
  ms: number,
): Promise<void> {
  const change = store.db.updateTable('sessions').set({ authority_at: Date.now() - ms })
  await change.where('subject', '=', subject).execute()
  // Drop the cached rows: any change through the instance clears its cache.
  await sessions.revokeBreakGlass({ issuer: 'nobody', subject: 'nobody' })
}
