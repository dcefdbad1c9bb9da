import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/**
 * Serves a payment service whose every transaction is in review, with another reason at each read, so that
 * each read of the BFF changes its case.
 */
const sample = readFileSync(join(import.meta.dirname, 'record.json'), 'utf8')
const reasons = ['MANUAL_REVIEW', 'RISK_REVIEW', 'PIV_REVIEW', 'MANUAL_HOLD']
const merchants = ['demo-merchant', 'demo-merchant', 'demo-outlet']
const hour = 3_600_000
const reads = new Map<string, number>()

function bodyOf(id: string): string {
  const nth = Number.parseInt(id.slice(-12), 10) || 0
  const read = (reads.get(id) ?? nth) + 1
  reads.set(id, read)
  const reason = reasons[read % reasons.length] ?? ''
  return sample
    .replace('the-id', id)
    .replace('"demo-merchant"', `"${merchants[nth % merchants.length]}"`)
    .replace('"cust-00417"', `"cust-${nth % 4_000}"`)
    .replace(
      /"expires_at": "[^"]*"/,
      `"expires_at": "${new Date(Date.now() + ((nth % 72) + 1) * hour).toISOString()}"`,
    )
    .replace(/"state": "[^"]*"/, '"state": "PENDING"')
    .replace(/"compound_state": "[^"]*"/, `"compound_state": "PENDING.${reason}"`)
}

let answered = 0
createServer((request, response) => {
  const last = request.url?.split('/').at(-1) ?? ''
  // Answer the benchmark itself, not the BFF.
  const body = last === 'answered' ? String(answered) : bodyOf(last)
  if (last !== 'answered') answered += 1
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
