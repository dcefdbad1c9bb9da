import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { generateSupportReference } from '../platform/runtime/reference.ts'
import { defaultUpstreamLimits } from './parsing/limits.ts'
import { createPaymentCreationSender, type PaymentCreationRequest } from './payment-creation.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

const sending: PaymentCreationRequest = {
  body: '{}',
  merchant: 'shop',
  merchantTransactionId: 'pd-ours',
  reference: 'PAY-1',
  members: ['merchant.id', 'transaction.id', 'transaction.reference', 'client.email'],
}

/** Sends a request to a server that answers with this status and body; returns the result. */
async function answered(status: number, body: unknown) {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
  open.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const sendPaymentCreation = createPaymentCreationSender(
    { name: 'stage', baseUrl: `http://${host}`, clientName: 'client', token: 'token-1', merchantIds: [] },
    { ...defaultUpstreamLimits, connectMs: 10_000, totalMs: 20_000 },
    { hostedHosts: new Set([host]), mayBePlain: true },
  )
  return sendPaymentCreation(sending, generateSupportReference())
}

const naming = (id: string) => ({ code: 'VALIDATION_ERROR', details: [{ id, message: 'Mara' }] })

describe('a refused authorization request', () => {
  it.each([400, 401, 403, 404, 405, 413, 415, 422])('%i proves that nothing was created', async (status) => {
    expect(await answered(status, {})).toMatchObject({ outcome: 'refused', status })
  })

  it.each([402, 408, 409, 410, 418, 423, 424, 425, 429, 451, 460, 499])(
    '%i is unknown, because a proxy may have stopped waiting',
    async (status) => {
      expect(await answered(status, {})).toMatchObject({ outcome: 'unknown', status })
    },
  )

  it('names only the refused fields that we sent, and no text of the payment service', async () => {
    const made = await answered(400, naming('client.email'))
    expect(made).toEqual({
      outcome: 'refused',
      status: 400,
      code: 'VALIDATION_ERROR',
      members: ['client.email'],
    })
    expect(await answered(422, naming('Mara Lindqvist'))).toMatchObject({ outcome: 'refused', members: [] })
  })

  it('is unknown for our own transaction id, which a copy of the request may have used', async () => {
    for (const id of ['transaction.id', 'id'])
      expect(await answered(400, naming(id))).toMatchObject({ outcome: 'unknown', cause: 'id_refused' })
  })
})
