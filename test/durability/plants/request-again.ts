import { registerHooks } from 'node:module'

const once = 'const made = await sendPaymentCreation(sending, requestContext.reference)'
const again = `const first = await sendPaymentCreation(sending, requestContext.reference)
  const made = first.outcome === 'unknown' ? await sendPaymentCreation(sending, requestContext.reference) : first`

/** Planted bug: sends a payment request again if no answer comes. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/payment-requests/send.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(once)) throw new Error('the place for the planted bug has changed')
    return { ...loaded, source: source.replace(once, again) }
  },
})
