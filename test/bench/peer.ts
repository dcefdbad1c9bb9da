import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

/** The peer: a proxy that checks, masks and records nothing, with connections kept alive as ours are. */
const { Agent } = await import('node:http')
const app = express()
app.use(
  createProxyMiddleware({
    target: process.env.TARGET ?? '',
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
  }),
)
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
