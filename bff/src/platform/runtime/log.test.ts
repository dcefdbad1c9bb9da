import express, { type ErrorRequestHandler, json } from 'express'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProblemError } from '../problem/problem.ts'
import { createLogger } from './log.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('debug', { write: (line) => void lines.push(line) }))
  return lines.join('')
}
const reducedOf = (error: unknown) =>
  z
    .looseObject({ err: z.record(z.string(), z.string()) })
    .parse(JSON.parse(logged((log) => log.error({ err: error }, 'failed')))).err

const secrets = ['Mara Lindqvist', 'mara@example.test', 'SE4550000000058398257466', 'Lindqvist'] as const

describe('an error in the log', () => {
  it('is reduced to its name, its code and the places in our files', () => {
    const error = Object.assign(new TypeError('x'), { code: 'ECONNRESET' })
    expect(reducedOf(error)).toEqual({
      name: 'TypeError',
      code: 'ECONNRESET',
      at: expect.stringMatching(/^log\.test\.ts:\d+:\d+( < [\w.-]+:\d+:\d+){0,3}$/),
    })
    expect(reducedOf(new ProblemError('not_found')).name).toBe('ProblemError')
  })

  it.each(['ERR_SQLITE_ERROR', '23505', '53100', 'ECONNREFUSED', 'UND_ERR_SOCKET', 'HPE_HEADER_OVERFLOW'])(
    'keeps the code %s',
    (code) => {
      expect(reducedOf(Object.assign(new Error('x'), { code })).code).toBe(code)
    },
  )

  it.each(secrets)('never contains %s, in any part of the error', (secret) => {
    const error = new Error(secret, { cause: new Error(secret) })
    const holders: unknown[] = [
      error,
      Object.assign(new Error('x'), {
        body: secret,
        code: secret,
        type: secret,
        detail: secret,
        where: secret,
        parameters: [secret],
      }),
      Object.assign(new Error('x'), { name: secret }),
      Object.assign(new Error('x'), {
        stack: `Error: ${secret}\n    at ${secret} (file:///${secret}/x.ts:1:2)\n    at ${secret}`,
      }),
      new Error(`x\n    at ${secret} (/srv/x.ts:1:1)\n    at ${secret}`),
      new AggregateError([error], secret),
      z
        .string()
        .email()
        .safeParse(secret === 'mara@example.test' ? 'x' : secret).error,
      new SyntaxError(`Unexpected token in JSON: ${secret}`),
      secret,
      { message: secret, stack: secret },
      Object.assign(() => undefined, { message: secret }),
    ]
    const text = logged((log) => {
      for (const err of holders) log.error({ err }, 'failed')
    })
    expect(text).not.toContain(secret)
    expect(text.split('\n')).toHaveLength(holders.length + 1)
  })

  it('is reduced to short codes and names for any error', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (message, code, name) => {
        const error = Object.assign(new Error(message), { code })
        Object.defineProperty(error, 'name', { value: name })
        const reduced = reducedOf(error)
        expect(Object.keys(reduced).filter((member) => !['name', 'code', 'at'].includes(member))).toEqual([])
        expect(reduced.name).toMatch(/^[A-Z][A-Za-z]{0,50}$/)
        expect(reduced.code ?? 'EXX').toMatch(/^[A-Z0-9_]{3,100}$/)
        expect(reduced.at ?? '').toMatch(/^([\w.-]+:\d+:\d+( < )?)*$/)
      }),
    )
  })

  it('of a parser contains nothing of the body that it could not parse', async () => {
    const lines: string[] = []
    const log = createLogger('debug', { write: (line) => void lines.push(line) })
    const app = express()
    app.use(json())
    app.use(((thrown: unknown, _request, response, _next) => {
      log.error({ err: thrown }, 'failed')
      response.status(400).end()
    }) satisfies ErrorRequestHandler)
    const server = app.listen(0)
    await new Promise((listening) => server.once('listening', listening))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
    for (const body of ['{"name":"Mara Lindqvist",', '{"text":Mara}', 'Mara'])
      await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    server.close()
    server.closeAllConnections()
    expect(lines).toHaveLength(3)
    expect(lines.join('')).not.toMatch(/Mara/)
    expect(lines.join('')).toContain('"name":"SyntaxError"')
  })
})
