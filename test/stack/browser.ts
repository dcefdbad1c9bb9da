import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const debian = '/usr/bin/chromium'

/** The browser's program: `CHROMIUM`, else Debian's. Throws with what to do where neither is there. */
export function chromiumProgram(): string {
  const program = process.env.CHROMIUM ?? debian
  if (!existsSync(program))
    throw new Error(`No Chromium at ${program}; run \`bash .ci/prepare\` or set CHROMIUM.`)
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
