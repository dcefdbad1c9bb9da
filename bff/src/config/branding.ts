import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { z } from 'zod'
import type { OrganisationBranding } from '../platform/http/pages/static-pages.ts'

/** Variables of the sign-in page's name and logo. */
export const brandingVariablesSchema = z.object({
  PAYDESK_ORGANISATION: z.string().trim().min(1).max(60).optional(),
  PAYDESK_LOGO: z.string().optional(),
})

const logoTypes: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
const maxLogoBytes = 65_536

/**
 * Reads the name and the logo of the organisation for the sign-in page. Adds one line per error to `problems`,
 * without values.
 */
export function readBranding(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): OrganisationBranding {
  const { data } = brandingVariablesSchema.safeParse(source)
  if (data === undefined) problems.push('PAYDESK_ORGANISATION must be a name of at most 60 characters')
  const organisation = data?.PAYDESK_ORGANISATION ?? null
  const file = data?.PAYDESK_LOGO
  if (file === undefined || file === '') return { organisation, logo: null }
  const type = logoTypes[extname(file).toLowerCase()]
  try {
    const bytes = readFileSync(file)
    if (type !== undefined && bytes.length <= maxLogoBytes) return { organisation, logo: { type, bytes } }
  } catch {
    // Report an unreadable file in the same way as one that is neither SVG nor PNG.
  }
  problems.push('PAYDESK_LOGO must be the path of an SVG or PNG file of at most 64 KB')
  return { organisation, logo: null }
}
