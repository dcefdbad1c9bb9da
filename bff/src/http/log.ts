import type { RequestHandler } from 'express'
import pino from 'pino'

export type Log = pino.Logger

/**
 * The log holds codes, durations and references. Errors are reduced to their names by an allow-list:
 * messages and members of an error can quote what was sent or read.
 */
export function makeLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: reduced },
  }
  return destination ? pino(options, destination) : pino(options)
}

function reduced(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(error.code)
      ? { code: error.code }
      : {}
  // The first line of a stack is the message; the frames below it name places in our code only.
  const frames = error.stack
    ?.match(/^\s+at .*$/gm)
    ?.slice(0, 4)
    .map((line) => line.trim().replace(/\(?(file:\/\/)?\/.*\/(?=[^/]+:\d+:\d+)/, '('))
    .join(' < ')
  return { name: error.name.slice(0, 60), ...code, ...(frames === undefined ? {} : { at: frames }) }
}

/** One line for each request: pattern instead of address, no query, no header, no body. */
export function requestLog(log: Log): RequestHandler {
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
