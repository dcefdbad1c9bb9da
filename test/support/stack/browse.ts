/** Cookies by name. The app and the identity provider share a jar, because both run on `localhost`. */
export type Jar = Map<string, string>

function remember(jar: Jar, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const gone = attributes.some((one) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(one))
    if (gone) jar.delete(name)
    else jar.set(name, pair.slice(at + 1))
  }
}

/**
 * Sends one request with the jar's cookies and stores the cookies of the response. Does not follow redirects.
 */
export async function request(jar: Jar, url: string | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  // A busy machine sends on a kept connection just when the server closes it: each request gets its own.
  headers.set('connection', 'close')
  const response = await fetch(url, { ...init, headers, redirect: 'manual' })
  remember(jar, response)
  return response
}

/** Follows up to 12 redirects as a browser does. Returns the last response with its URL. */
export async function follow(
  jar: Jar,
  url: string | URL,
  init: RequestInit = {},
): Promise<{ response: Response; at: URL }> {
  let at = new URL(url)
  let response = await request(jar, at, init)
  for (let hops = 0; hops < 12 && response.status >= 300 && response.status < 400; hops += 1) {
    at = new URL(response.headers.get('location') ?? '', at)
    response = await request(jar, at)
  }
  return { response, at }
}
