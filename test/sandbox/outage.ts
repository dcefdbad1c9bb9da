import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorAnswer, sendAnswer } from './answer.ts'

const kinds = ['refused', '503', 'hang'] as const
type Kind = (typeof kinds)[number]

export function isOutage(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value)
}

/** Outage of the whole service. Address and world stay the same when it ends. */
export class ServiceOutage {
  #kind: Kind | undefined
  readonly #service: Server
  readonly #sockets = new Set<Socket>()
  readonly #hanging = new Set<ServerResponse>()
  readonly #at: { readonly host: string; readonly port: number }

  constructor(service: Server, at: { host: string; port: number }) {
    this.#service = service
    this.#at = at
    service.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /**
   * Starts an outage. `refused` stops listening and cuts every connection except the one that requested the
   * outage.
   */
  begin(kind: Kind, from: Socket): void {
    this.end()
    this.#kind = kind
    if (kind !== 'refused') return
    this.#service.close()
    for (const socket of this.#sockets) if (socket !== from) socket.destroy()
  }

  end(): void {
    const kind = this.#kind
    this.#kind = undefined
    for (const response of this.#hanging) response.destroy()
    this.#hanging.clear()
    if (kind === 'refused') this.#service.listen(this.#at.port, this.#at.host)
  }

  /** Returns true if the outage handled the request: with a 503, or by never answering. */
  takes(response: ServerResponse): boolean {
    if (this.#kind === '503')
      sendAnswer(response, errorAnswer(503, 'SERVICE_UNAVAILABLE', 'The service is not available.'))
    if (this.#kind === 'hang') {
      this.#hanging.add(response)
      response.once('close', () => this.#hanging.delete(response))
    }
    return this.#kind !== undefined
  }
}
