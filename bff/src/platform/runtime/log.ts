import type { RequestHandler } from 'express'
import pino from 'pino'

export type Logger = pino.Logger

let cachedTime = { ms: 0, text: '' }

/** Caches the text of a timestamp, because many lines fall into the same millisecond. */
function formatLogTime(): string {
  const ms = Date.now()
  if (ms !== cachedTime.ms) cachedTime = { ms, text: `,"time":"${new Date(ms).toISOString()}"` }
  return cachedTime.text
}

/**
 * Creates a logger for codes, durations and references. Reduces errors to name, code and place by an
 * allow-list, because messages and fields of an error can quote what was sent or read.
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: formatLogTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serializeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Codes as Node, PostgreSQL and libraries write them; any other text may come from outside. */
const errorCodePattern = /^(E[A-Z0-9]{2,20}|[A-Z]{2,12}(_[A-Z0-9]{1,20}){1,6}|[0-9A-Z]{5})$/
const errorNamePattern = /^[A-Z][A-Za-z]{0,40}(Error|Exception)$/
/** Captures only the file name and the position of a stack frame. */
const stackFramePattern = /^\s+at .*?([\w.-]{1,60}\.[cm]?[jt]s:\d{1,6}:\d{1,6})\)?$/gm

function listStackPlaces({ stack = '' }: Error): string | undefined {
  const places = [...stack.matchAll(stackFramePattern)].slice(0, 4).map((match) => match[1])
  return places.length === 0 ? undefined : places.join(' < ')
}

/** Creates the log of the process, which writes asynchronously and is flushed when the process ends. */
export function createStdoutLogger(level: string): Logger {
  return createLogger(level, pino.destination({ dest: 1, sync: false }))
}

function serializeError(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const given = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const places = listStackPlaces(error)
  return {
    name: errorNamePattern.test(error.name) ? error.name : 'Error',
    ...(errorCodePattern.test(given) ? { code: given } : {}),
    ...(places === undefined ? {} : { at: places }),
  }
}

/** Logs one line per request: route pattern instead of URL, no query, no header, no body. */
export function createRequestLogger(log: Logger): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now()
    response.once('close', () => {
      const { reference, pattern } = response.locals
      const done = response.writableFinished
      log.info({
        reference,
        method: request.method,
        pattern: pattern ?? 'none',
        status: done ? response.statusCode : 'cut',
        ms: Math.round(performance.now() - begun),
      })
    })
    next()
  }
}
