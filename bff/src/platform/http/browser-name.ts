/** Patterns in this order, because many browsers also name the browsers they descend from. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//],
] as const

const operatingSystems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Browser of a session: its name, its version, and its operating system or null if that is unknown. */
interface KnownBrowser {
  readonly name: string
  readonly version: string
  readonly system: string | null
}

/**
 * Returns a short name such as `Firefox 128 on Linux` from the user-agent header: known words and a number,
 * never text from outside. Null for unknown browsers. This is how a session stores its browser; pages put
 * the parts of `parseBrowserName` into words.
 */
export function describeBrowser(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, 400) ?? ''
  for (const [name, form] of browsers) {
    const version = form.exec(text)?.[1]
    if (version === undefined) continue
    const system = operatingSystems.find(([, sign]) => sign.test(text))?.[0]
    return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`
  }
  return null
}

/** Takes a stored name of `describeBrowser` apart. */
export function parseBrowserName(stored: string): KnownBrowser | null {
  const [, name, version, system] = /^(\w+) (\d+)(?: on (\w+))?$/.exec(stored) ?? []
  return name === undefined || version === undefined ? null : { name, version, system: system ?? null }
}
