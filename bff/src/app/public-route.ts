import type { RequestHandler } from 'express'

export interface PublicRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly why: string
  readonly handler: RequestHandler
}
