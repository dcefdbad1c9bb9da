import express from 'express'
import { describe, expect, it } from 'vitest'
import { createHostCookie } from './cookies.ts'

/** Returns the cookies that an answer sets, and the value read from a header, in a real request. */
async function through(secure: boolean, header?: string): Promise<{ set: string[]; read: string | null }> {
  const cookie = createHostCookie('word', secure)
  const app = express()
  let read: string | undefined
  app.get('/set', (_request, response) => {
    cookie.set(response, 'a.b_c-d')
    cookie.set(response, 'short', 60_000)
    cookie.clear(response)
    response.end()
  })
  app.get('/read', (request, response) => {
    read = cookie.read(request)
    response.end()
  })
  const server = app.listen(0)
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const set = (await fetch(`${origin}/set`)).headers.getSetCookie()
  await fetch(`${origin}/read`, header === undefined ? {} : { headers: { cookie: header } })
  server.close()
  server.closeAllConnections()
  return { set, read: read ?? null }
}

describe('createHostCookie', () => {
  it.each([
    [false, 'word', ''],
    [true, '__Host-word', '; Secure'],
  ])('secure %s: is named %s, for this host and this site only', async (secure, name, mark) => {
    const { set } = await through(secure)
    expect(set[0]).toBe(`${name}=a.b_c-d; Path=/; HttpOnly${mark}; SameSite=Lax`)
    expect(set[1]).toMatch(
      new RegExp(`^${name}=short; Max-Age=60; Path=/; Expires=[^;]+; HttpOnly${mark}; SameSite=Lax$`),
    )
    expect(set[2]).toBe(
      `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly${mark}; SameSite=Lax`,
    )
    for (const one of set) expect(one).not.toMatch(/domain/i)
  })

  it.each([
    ['word=value', 'value'],
    ['other=1; word=value; more=2', 'value'],
    ['other=1;word=value', 'value'],
    ['  word  =  value  ', 'value'],
    ['word=a=b', 'a=b'],
    ['word=', ''],
    ['word=%20x', '%20x'],
    // Read the first value: browsers send the cookie of the longer path first.
    ['word=first; word=second', 'first'],
    ['password=value', null],
    ['word', null],
    ['=value', null],
    ['Word=value', null],
    ['__Host-word=value', null],
    ['__proto__=x; constructor=y', null],
    ['', null],
  ])('reads %j as %j', async (header, value) => {
    expect((await through(false, header)).read).toBe(value)
  })

  it('accepts only the protected name over https', async () => {
    expect((await through(true, 'word=planted; __Host-word=own')).read).toBe('own')
    expect((await through(true, 'word=planted')).read).toBeNull()
    expect((await through(true)).read).toBeNull()
  })
})
