import type { Request, Response } from 'express'

export interface HostCookie {
  read(request: Request): string | undefined
  set(response: Response, value: string, maxAgeMs?: number): void
  clear(response: Response): void
}

const hostPrefix = '__Host-'

function splitCookies(request: Request): [name: string, value: string][] {
  return (request.headers.cookie?.split(';') ?? []).flatMap((part): [string, string][] => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : []
  })
}

/** Lists the base names of the cookies of a request, in the order of the browser. */
export function listCookieNames(request: Request, secure: boolean): string[] {
  const names = splitCookies(request).map(([name]) => name)
  if (!secure) return names
  return names.filter((name) => name.startsWith(hostPrefix)).map((name) => name.slice(hostPrefix.length))
}

/**
 * Creates a cookie that scripts cannot read and other sites cannot send along with a POST. Over https its
 * name carries `__Host-`: no other host can set the cookie, and the cookie never travels in clear.
 */
export function createHostCookie(baseName: string, secure: boolean): HostCookie {
  const name = secure ? hostPrefix + baseName : baseName
  const options = { httpOnly: true, secure, sameSite: 'lax', path: '/' } as const
  return {
    read: (request) => splitCookies(request).find(([own]) => own === name)?.[1],
    set: (response, value, maxAgeMs) =>
      void response.cookie(name, value, maxAgeMs === undefined ? options : { ...options, maxAge: maxAgeMs }),
    clear: (response) => void response.clearCookie(name, options),
  }
}
