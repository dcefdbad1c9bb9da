import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

// Debian's. The shell draws and scripts as the whole browser does, in about half the time.
const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser's program: `CHROMIUM`, else Debian's. Throws with what to do where there is none. */
export function chromiumProgram(): string {
  const { CHROMIUM } = process.env
  const places = CHROMIUM === undefined ? known : [CHROMIUM]
  const program = places.find((place) => existsSync(place))
  if (program === undefined)
    throw new Error(`No Chromium at ${places.join(' or ')}; run \`bash .ci/prepare\` or set CHROMIUM.`)
  return program
}

/** Quiet: no look-ups of its own, so that every request seen is the product's. */
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
