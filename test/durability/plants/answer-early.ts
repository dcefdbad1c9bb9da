import { IncomingMessage, request, Server, ServerResponse } from 'node:http'

/**
 * Planted bug: acknowledges a notification first and hands it to Paydesk 5 ms later. The bug lives in front
 * of Paydesk, so that Paydesk has no code that could switch it on.
 */
const handOver = Server.prototype.emit
const mark = 'x-planted'

function acknowledgeFirst(incoming: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}')
    const { host = '' } = incoming.headers
    setTimeout(() => {
      const late = request(`http://${host}${incoming.url}`, {
        method: 'POST',
        headers: { ...incoming.headers, [mark]: 'late' },
      })
      late.on('error', () => undefined)
      late.on('response', (answer) => answer.resume())
      late.end(Buffer.concat(chunks))
    }, 5)
  })
}

Server.prototype.emit = function emit(event: string | symbol, ...args: unknown[]): boolean {
  const [incoming, response] = args
  if (
    event === 'request' &&
    incoming instanceof IncomingMessage &&
    response instanceof ServerResponse &&
    incoming.method === 'POST' &&
    incoming.url?.startsWith('/notify/') &&
    incoming.headers[mark] === undefined
  ) {
    acknowledgeFirst(incoming, response)
    return true
  }
  return Reflect.apply(handOver, this, [event, ...args])
}
