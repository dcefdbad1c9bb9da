import type { Request, Response } from 'express'

export interface HostCookie {
  read(request: Request): string | undefined
  set(response: Response, value: string, maxAgeMs?: number): void
  clear(response: Response): void
}

/**
 * Creates a cookie that scripts cannot read and other sites cannot send along with a POST. Over https its
 * name carries `__Host-`: no other host can set the cookie, and the cookie never travels in clear.
 */
export function createHostCookie(baseName: string, secure: boolean): HostCookie {
  const name = secure ? `__Host-${baseName}` : baseName
  const options = { httpOnly: true, secure, sameSite: 'lax', path: '/' } as const
  return {
    read(request) {
      for (const part of request.headers.cookie?.split(';') ?? []) {
        const at = part.indexOf('=')
        if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
      }
      return undefined
    },
    set: (response, value, maxAgeMs) =>
      void response.cookie(name, value, maxAgeMs === undefined ? options : { ...options, maxAge: maxAgeMs }),
    clear: (response) => void response.clearCookie(name, options),
  }
}
