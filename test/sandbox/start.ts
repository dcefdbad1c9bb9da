import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { handleControl } from './control.ts'
import { makeSpecimens } from './documents.ts'
import { createIdentityControl, createIdentityProvider, type IdentityControl } from './identity-provider.ts'
import { WebhookNotifier } from './notify.ts'
import { ServiceOutage } from './outage.ts'
import { RequestRecorder } from './recorder.ts'
import { SandboxState } from './sandbox-state.ts'
import { handleService } from './server.ts'

export interface SandboxOptions {
  readonly host?: string
  /** 0 takes any free port. */
  readonly servicePort?: number
  readonly idpPort?: number
  readonly controlPort?: number
  /**
   * Origins of the app, whose sign-in and sign-out addresses are allowed. The first receives back-channel
   * sign-outs.
   */
  readonly appOrigins?: readonly string[]
  /** URL for notifications; `{account}` stands for `stage` or `production`. */
  readonly notifyUrl?: string
  readonly operatorActions?: boolean
  /** Rejects fields that the interface does not name; on by default. */
  readonly strict?: boolean
  /** Factor for the delays between notification retries. */
  readonly retryScale?: number
}

export interface Sandbox {
  readonly serviceUrl: string
  readonly idpUrl: string
  /** Changes of the identity provider while it runs. */
  readonly identities: IdentityControl
  /** URL of the control calls that also works while the payment service is down. */
  readonly controlUrl: string
  stop(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', servicePort = 0, idpPort = 0, appOrigins = ['http://localhost:4480'] } = options
  let sandbox: SandboxState | undefined
  let provide: Handler | undefined
  const servers = [
    serverFor((request, response) =>
      sandbox === undefined ? refuse(response) : handleService(sandbox, request, response),
    ),
    serverFor((request, response) => (provide === undefined ? refuse(response) : provide(request, response))),
    serverFor((_, response) => {
      if (sandbox !== undefined) sandbox.sinkholeHits += 1
      response.end('{}')
    }),
    serverFor((request, response) =>
      sandbox === undefined ? refuse(response) : handleControl(sandbox, request, response),
    ),
  ] as const
  const [service, idp, sinkhole, control] = servers
  const notifier = new WebhookNotifier(options.retryScale ?? 1)
  const stop = async () => {
    notifier.stop()
    sandbox?.driver.stop()
    await Promise.all(servers.map(close))
  }
  try {
    // Listen before the world is created: its records contain the addresses.
    const [serviceAt, idpAt, sinkholeAt, controlAt] = await Promise.all([
      listen(service, host, servicePort),
      listen(idp, host, idpPort),
      listen(sinkhole, host, 0),
      listen(control, host, options.controlPort ?? 0),
    ])
    const serviceUrl = `http://${host}:${serviceAt}`
    const idpUrl = `http://localhost:${idpAt}`
    const settings = {
      notifyUrl: options.notifyUrl,
      operatorActions: options.operatorActions ?? false,
      strict: options.strict ?? true,
    }
    const state = new SandboxState(serviceUrl, settings, {
      notifier,
      recorder: new RequestRecorder(),
      specimens: await makeSpecimens(),
      outage: new ServiceOutage(service, { host, port: serviceAt }),
    })
    state.sinkholeUrl = `http://localhost:${sinkholeAt}`
    const identities = createIdentityControl()
    provide = createIdentityProvider(idpUrl, appOrigins, identities)
    sandbox = state
    return { serviceUrl, idpUrl, identities, controlUrl: `http://${host}:${controlAt}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(503).end()
}

/** Keeps idle connections longer than any client does: on a busy machine both ends would close and send at once. */
const keepAliveTimeoutMs = 65_000

function serverFor(handle: Handler): Server {
  return createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      // A client that disconnects early is normal here; anything else is a bug of the sandbox.
      if (response.destroyed) return
      process.stderr.write(
        `sandbox: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}\n`,
      )
      response.destroy()
    })
  })
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no port'))
      else resolve(address.port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeAllConnections()
  })
}
