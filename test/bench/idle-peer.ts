import express from 'express'

/** Peer of the start: Express that listens and is ready. */
const app = express()
app.get('/readyz', (_request, response) => void response.send('ready'))
app.listen(Number(process.env.PORT), 'localhost')
