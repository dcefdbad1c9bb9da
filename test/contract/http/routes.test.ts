import { authenticatedRoutes, createApp } from '@paydesk/bff/app/create-app'
import { createPublicRoutes } from '@paydesk/bff/app/public-routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callHeadersOf, sendRaw } from '../../support/contract/raw-http.ts'
import {
  askedPaths,
  customerHandleOf,
  forgetRequests,
  problemIn,
  rowsOf,
  startOn,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

describe('the router', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded')
    visitor = await stack.as('compliance')
  })
  afterAll(() => stack.stop())

  it('has exactly these routes without a session', () => {
    expect(
      createPublicRoutes(stack.deps, () => false).map(({ method, path }) => `${method} ${path}`),
    ).toEqual([
      'get /help/problems',
      'get /livez',
      'get /readyz',
      'get /auth/sign-in',
      'get /auth/callback',
      'post /auth/backchannel-logout',
      'post /notify/:env/v1/notification',
      'get /return/:token',
      'get /return/:token/state',
      'post /v1/payments',
      'get /v1/payments/:payment',
      'get /v1',
      'get /v1/openapi.json',
    ])
  })

  it('registers exactly the routes of the two lists', () => {
    const app = createApp(stack.deps, { pages: '/nowhere' })
    const registered = app.router.stack.flatMap(({ route }) =>
      route === undefined ? [] : route.stack.map(({ method }) => `${method} ${route.path}`),
    )
    const listed = [
      ...createPublicRoutes(stack.deps, () => false).map(({ method, path }) => `${method} ${path}`),
      ...authenticatedRoutes.map(({ endpoint }) => `${endpoint.method.toLowerCase()} ${endpoint.path}`),
    ]
    expect(registered.sort()).toEqual(listed.sort())
    // Expects no nested router, because it would hide routes from this list.
    expect(app.router.stack.filter(({ handle }) => 'stack' in handle)).toEqual([])
  })

  const unknown = [
    '/api',
    '/api/',
    '/api/stage',
    '/api/stage/customers',
    '/api/session/other',
    '/auth',
    '/auth/',
    '/auth/sign-out',
    '/v1/authorization/x',
    '/assets/missing.js',
    '/.env',
    '/metrics',
  ]
  it.each(unknown)('finds nothing at %s, with or without a session', async (path) => {
    for (const one of [visitor, stack.visitor()]) problemIn(await one.send('GET', path), 'no_such_page')
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND', 'QUERY'])('gives %s no read', async (method) => {
    await forgetRequests(stack)
    const target = '/api/stage/transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
    const answer = await sendRaw(stack.origin, { method, target, headers: callHeadersOf(visitor) })
    problemIn(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('GET')
    expect(await askedPaths(stack)).toEqual([])
  })

  it.each([
    ['PUT', '/v1/payments', 'POST'],
    ['DELETE', '/return/zqx7', 'GET'],
    ['POST', '/livez', 'GET'],
    ['HEAD', '/api/events', 'GET'],
    ['GET', '/API/stage/search/', 'POST'],
  ])('answers %s %s by the methods that the path has', async (method, target, allow) => {
    const answer = await sendRaw(stack.origin, { method, target })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
  })

  it('answers only requests for its own host, and probes by the address of the machine', async () => {
    const at = (host: string, target = '/api/session') =>
      sendRaw(stack.origin, { target, headers: { ...callHeadersOf(visitor), host } })
    const body = '{}'
    for (const host of [
      'paydesk.example.test',
      'localhost.example.test',
      '10.1.2.3:4480',
      '',
      'a/b',
      'zqx7@localhost',
    ]) {
      const answer = await at(host)
      problemIn(answer, 'wrong_host')
      expect(answer.text).not.toContain('zqx7')
      const target = '/notify/stage/v1/notification'
      problemIn(
        await sendRaw(stack.origin, { method: 'POST', target, headers: { host }, body }),
        'wrong_host',
      )
      for (const probe of ['/livez', '/readyz']) expect((await at(host, probe)).status).toBe(200)
    }
    const own = new URL(stack.origin).host
    for (const host of [own, own.toUpperCase()]) expect((await at(host)).status).toBe(200)
    problemIn(
      await sendRaw(stack.origin, { target: `/api/session`, headers: { host: own, Host: own } }),
      'wrong_host',
    )
  })

  it('grants nothing to a preflight request of another origin', async () => {
    const headers = {
      origin: 'https://evil.example.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-paydesk',
    }
    const answer = await visitor.send('OPTIONS', '/api/stage/search', { headers })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('ignores a method in a header or the query', async () => {
    const headers = { ...callHeadersOf(visitor), 'x-http-method-override': 'POST' }
    problemIn(await visitor.send('GET', '/api/session/end?_method=POST', { headers }), 'method_not_allowed')
    expect((await visitor.send('GET', '/api/session', { headers })).status).toBe(200)
  })

  it('handles HEAD like GET: guarded, recorded, without a body', async () => {
    const target = `/api/stage/customers/${await customerHandleOf(stack, 'cust-00417')}`
    const head = { method: 'HEAD', target }
    const { value, rows } = await rowsOf(stack, () =>
      sendRaw(stack.origin, { ...head, headers: callHeadersOf(visitor) }),
    )
    expect([value.status, value.text]).toEqual([200, ''])
    expect(rows).toMatchObject([{ action: 'customer.viewed', result: 'allowed' }])
    expect((await sendRaw(stack.origin, head)).status).toBe(401)
  })

  it('answers the probes with one word', async () => {
    const stranger = stack.visitor()
    expect((await stranger.send('GET', '/livez')).text).toBe('alive\n')
    expect((await stranger.send('GET', '/readyz')).text).toBe('ready\n')
  })
})
