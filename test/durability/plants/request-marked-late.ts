import { registerHooks } from 'node:module'

const marked = 'const marked = await markSending(row, reviewed, paymentEnvironment, deps)'
const sent = 'const made = await sendPaymentCreation(sending, requestContext.reference)'
const early = `const early = await sendPaymentCreation({
    ...{ body: kept.body, merchant: row.merchant, members: listPaymentBodyFieldPaths(kept.body) },
    ...{ merchantTransactionId: row.merchant_transaction_id, reference: row.reference },
  }, requestContext.reference)
  ${marked}`

/** Planted bug: sends a payment request first, and commits that it is sent after the answer. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/payment-requests/send.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(marked) || !source.includes(sent))
      throw new Error('the place for the planted bug has changed')
    return { ...loaded, source: source.replace(marked, early).replace(sent, 'const made = early') }
  },
})
