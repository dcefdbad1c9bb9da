import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { generateReference } from '../platform/runtime/reference.ts'
import { type AuthorizationRequest, createAuthorizationSender } from './create-authorization.ts'
import { defaultLimits } from './parsing/limits.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const sending: AuthorizationRequest = {
  body: '{}',
  merchant: 'shop',
  merchantTransactionId: 'pd-ours',
  reference: 'PAY-1',
  members: ['merchant.id', 'transaction.id', 'transaction.reference', 'client.email'],
}

/** What becomes of a request that is answered so. */
async function answered(status: number, body: unknown) {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
  open.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const door = createAuthorizationSender(
    { name: 'stage', baseUrl: `http://${host}`, clientName: 'client', token: 'token-1', merchantIds: [] },
    { ...defaultLimits, connectMs: 10_000, totalMs: 20_000 },
    { hostedHosts: new Set([host]), mayBePlain: true },
  )
  return door(sending, generateReference())
}

const naming = (id: string) => ({ code: 'VALIDATION_ERROR', details: [{ id, message: 'Mara' }] })

describe('a no', () => {
  it.each([400, 401, 403, 404, 405, 413, 415, 422])('%i of the service: nothing was made', async (status) => {
    expect(await answered(status, {})).toMatchObject({ outcome: 'refused', status })
  })

  it.each([402, 408, 409, 410, 418, 423, 424, 425, 429, 451, 460, 499])(
    '%i may be said by whoever stopped waiting: it is found out',
    async (status) => {
      expect(await answered(status, {})).toMatchObject({ outcome: 'unknown', status })
    },
  )

  it('names members of ours, and nothing of the service’s words', async () => {
    const made = await answered(400, naming('client.email'))
    expect(made).toEqual({
      outcome: 'refused',
      status: 400,
      code: 'VALIDATION_ERROR',
      members: ['client.email'],
    })
    expect(await answered(422, naming('Mara Lindqvist'))).toMatchObject({ outcome: 'refused', members: [] })
  })

  it('about an id that we made for this very request: a copy of it may have been taken', async () => {
    for (const id of ['transaction.id', 'id'])
      expect(await answered(400, naming(id))).toMatchObject({ outcome: 'unknown', cause: 'id_refused' })
  })
})
