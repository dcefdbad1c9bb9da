import { csrfHeader } from '@paydesk/shared/endpoints'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../problem/problem.ts'
import { readSourceAddress, rejectCrossSiteRequest, trustProxies } from './origin.ts'

/** Returns the result of both functions for a real request with these headers, behind these proxies. */
async function of(headers: Readonly<Record<string, string>>, proxies: string[] = []) {
  const app = trustProxies(express(), proxies)
  let seen: { refused: boolean; address: string | null } | undefined
  app.get('/', (request, response) => {
    let refused = false
    try {
      rejectCrossSiteRequest(request, 'https://paydesk.example.test')
    } catch (thrown) {
      refused = thrown instanceof ProblemError && thrown.id === 'cross_site'
    }
    seen = { refused, address: readSourceAddress(request) }
    response.end()
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  await fetch(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`, {
    headers,
  })
  server.closeAllConnections()
  server.close()
  return seen
}

const own = { [csrfHeader.name]: csrfHeader.value }

describe('rejectCrossSiteRequest', () => {
  it.each([
    [own, false],
    [{ ...own, 'sec-fetch-site': 'same-origin', origin: 'https://paydesk.example.test' }, false],
    [{}, true],
    [{ [csrfHeader.name]: '' }, true],
    [{ [csrfHeader.name]: '0' }, true],
    [{ ...own, 'sec-fetch-site': 'cross-site' }, true],
    [{ ...own, 'sec-fetch-site': 'same-site' }, true],
    [{ ...own, 'sec-fetch-site': 'none' }, true],
    [{ ...own, 'sec-fetch-site': '' }, true],
    [{ ...own, origin: 'null' }, true],
    [{ ...own, origin: 'https://paydesk.example.test.evil.test' }, true],
    [{ ...own, origin: 'http://paydesk.example.test' }, true],
    [{ ...own, origin: 'https://paydesk.example.test:444' }, true],
    [{ ...own, origin: 'https://PAYDESK.example.test' }, true],
  ])('%j: rejected %s', async (headers, refused) => {
    expect((await of(headers))?.refused).toBe(refused)
  })
})

describe('readSourceAddress', () => {
  it.each<[Record<string, string>, string[], string | null]>([
    [{}, [], '127.0.0.1'],
    // Ignore the header of a sender that is not a trusted proxy.
    [{ 'x-forwarded-for': '192.0.2.7' }, [], '127.0.0.1'],
    [{ 'x-forwarded-for': '192.0.2.7' }, ['loopback'], '192.0.2.7'],
    [{ 'x-forwarded-for': '198.51.100.1, 192.0.2.7' }, ['loopback'], '192.0.2.7'],
    [{ 'x-forwarded-for': '2001:db8::7' }, ['loopback'], '2001:db8::7'],
    // Accept the text of a proxy only if it is an address.
    [{ 'x-forwarded-for': 'Mara Lindqvist' }, ['loopback'], null],
    // Some proxies add the port of the connection.
    [{ 'x-forwarded-for': '192.0.2.7:4711' }, ['loopback'], '192.0.2.7'],
    [{ 'x-forwarded-for': '198.51.100.1:80, 192.0.2.7:4711' }, ['loopback'], '192.0.2.7'],
    [{ 'x-forwarded-for': '[2001:db8::7]:4711' }, ['loopback'], '2001:db8::7'],
    [{ 'x-forwarded-for': '[2001:db8::7]' }, ['loopback'], '2001:db8::7'],
    // Two proxies, of which the inner one has a port; the last address that is no proxy is the caller.
    [{ 'x-forwarded-for': '192.0.2.7:4711, 10.0.0.2:5555' }, ['loopback', '10.0.0.0/8'], '192.0.2.7'],
    [{ 'x-forwarded-for': '192.0.2.7, 10.0.0.2:5555' }, ['loopback', '10.0.0.0/8'], '192.0.2.7'],
    [{ 'x-forwarded-for': '2001:db8::7, [fd00::2]:5555' }, ['loopback', 'uniquelocal'], '2001:db8::7'],
    [{ 'x-forwarded-for': '192.0.2.7, [::ffff:10.0.0.2]:5555' }, ['loopback', '10.0.0.0/8'], '192.0.2.7'],
    [{ 'x-forwarded-for': '192.0.2.7, 198.51.100.1:80' }, ['loopback', '10.0.0.0/8'], '198.51.100.1'],
    [{ 'x-forwarded-for': '192.0.2.7, 10.0.0.2:5555' }, ['loopback'], '10.0.0.2'],
    [{ 'x-forwarded-for': '192.0.2.7:port' }, ['loopback'], null],
    [{ 'x-forwarded-for': '[Mara]:4711' }, ['loopback'], null],
    [{ 'x-forwarded-for': 'unknown' }, ['loopback'], null],
    [{ 'x-forwarded-for': '_hidden' }, ['loopback'], null],
    [{ 'x-forwarded-for': 'x'.repeat(5_000) }, ['loopback'], null],
  ])('%j behind %j', async (headers, proxies, address) => {
    expect((await of(headers, proxies))?.address).toBe(address)
  })
})
