import { startSandbox } from './start.ts'

function portFrom(name: string, standard: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return standard
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port number.`)
  return port
}

function scaleFrom(text: string | undefined): number {
  const scale = Number(text ?? '1')
  if (!Number.isFinite(scale) || scale <= 0) throw new Error('SANDBOX_RETRY_SCALE must be a number above 0.')
  return scale
}

const {
  SANDBOX_HOST,
  SANDBOX_APP_ORIGIN,
  SANDBOX_NOTIFY_URL,
  SANDBOX_OPERATOR_ACTIONS,
  SANDBOX_RETRY_SCALE,
  SANDBOX_STRICT,
} = process.env

const sandbox = await startSandbox({
  host: SANDBOX_HOST ?? '127.0.0.1',
  servicePort: portFrom('SANDBOX_SERVICE_PORT', 4481),
  idpPort: portFrom('SANDBOX_IDP_PORT', 4482),
  controlPort: portFrom('SANDBOX_CONTROL_PORT', 0),
  appOrigins: (SANDBOX_APP_ORIGIN ?? 'http://localhost:4480')
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, '')),
  operatorActions: SANDBOX_OPERATOR_ACTIONS === 'on',
  strict: SANDBOX_STRICT !== 'off',
  retryScale: scaleFrom(SANDBOX_RETRY_SCALE),
  ...(SANDBOX_NOTIFY_URL === undefined || SANDBOX_NOTIFY_URL === '' ? {} : { notifyUrl: SANDBOX_NOTIFY_URL }),
})

const stop = () => {
  void sandbox.stop().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

const { serviceUrl: service, idpUrl: idp, controlUrl } = sandbox
process.stdout.write(`${JSON.stringify({ ready: true, service, idp, control: controlUrl })}\n`)
