import { follow, type Jar, request } from '../stack/browse.ts'
import { people, type Stack } from '../stack/start.ts'

/** Cookie names on plain http: `own` for the session, `memory` for a sign-in in progress. */
export const own = 'paydesk_session'
export const memory = 'paydesk_sign_in'

/** Value and attributes of each cookie that an answer sets, by name. */
export function cookiesOf(response: Response): Map<string, { value: string; attributes: string[] }> {
  return new Map(
    response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes }]
    }),
  )
}

/** Signs in up to the redirect back. Returns the URL of the callback without opening it. */
export async function wayBack(stack: Stack, jar: Jar, person: keyof typeof people = 'support'): Promise<URL> {
  const left = await request(jar, `${stack.origin}/auth/sign-in`)
  const page = await follow(jar, left.headers.get('location') ?? '')
  const body = new URLSearchParams({ person: people[person] })
  let response = await request(jar, page.at, { method: 'POST', body })
  let at = page.at
  while (!at.href.includes('/auth/callback?')) {
    at = new URL(response.headers.get('location') ?? '', at)
    if (!at.href.includes('/auth/callback?')) response = await request(jar, at)
  }
  return at
}
