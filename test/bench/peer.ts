import { Agent } from 'node:http'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

/** The peer: a proxy that checks, masks and records nothing, with connections kept alive as ours are or as it comes. */
const target = process.env.TARGET ?? ''
const kept = { target, agent: new Agent({ keepAlive: true, maxSockets: 64 }) }
const app = express()
app.use(createProxyMiddleware(process.env.KEPT === '1' ? kept : { target }))
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
