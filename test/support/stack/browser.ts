import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

// Paths of Debian's Chromium. The headless shell renders and runs scripts in about half the time of the full
// browser.
const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Path of the browser: `CHROMIUM` if set, else Debian's. Throws if the file does not exist. */
export function chromiumProgram(): string {
  const { CHROMIUM } = process.env
  const places = CHROMIUM === undefined ? known : [CHROMIUM]
  const program = places.find((place) => existsSync(place))
  if (program === undefined)
    throw new Error(`No Chromium at ${places.join(' or ')}; run \`bash .ci/prepare\` or set CHROMIUM.`)
  return program
}

/** Flags that stop the browser's own requests, so that every request seen is the product's. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumProgram(), args: chromiumFlags, headless: true })
}
