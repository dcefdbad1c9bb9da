import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HealthCheck } from '@paydesk/shared/administration/health'
import { createHealthCheck, createHealthCheckDetail } from './check-format.ts'

/** Finds loaded credentials in bytes. Exposes their names only. */
export interface SecretScanner {
  /** Returns the names of the credentials in these bytes, in clear text or in base64. */
  findIn(bytes: Buffer): string[]
  /** Names of credentials that are too short to be told from other text: they are not searched for. */
  readonly tooShort: readonly string[]
}

const minSecretChars = 8

/** Creates the search. `named`: names of variables with their values. */
export function createSecretScanner(
  named: readonly (readonly [name: string, value: string])[],
): SecretScanner {
  const long = named.filter(([, value]) => value.length >= minSecretChars)
  const needles = long.map(([name, value]) => {
    const bytes = Buffer.from(value)
    // A text has three base64 forms, by its offset; the first and last characters depend on its neighbours.
    const coded = [0, 1, 2].map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .replace(/=+$/, '')
      return text.slice(shift === 0 ? 0 : shift + 1, -1)
    })
    const inAddresses = coded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
    const texts = new Set([value, encodeURIComponent(value), ...coded, ...inAddresses])
    return { name, texts: [...texts].map((text) => Buffer.from(text)) }
  })
  return {
    findIn: (bytes) =>
      needles.filter(({ texts }) => texts.some((text) => bytes.includes(text))).map(({ name }) => name),
    tooShort: named.filter(([, value]) => value.length < minSecretChars).map(([name]) => name),
  }
}

const name = 'browser_files'

/** Searches every file served to browsers for every loaded credential. Never names a place in a file. */
export async function checkBrowserFilesForSecrets(
  folder: string,
  search: SecretScanner,
  now: number,
): Promise<HealthCheck> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  const files = entries?.filter((entry) => entry.isFile()) ?? []
  if (files.length === 0)
    return createHealthCheck(name, 'unknown', [createHealthCheckDetail('no_pages')], now)
  const found = new Set<string>()
  for (const file of files) {
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const one of search.findIn(bytes)) found.add(one)
  }
  if (found.size > 0)
    return createHealthCheck(
      name,
      'bad',
      [createHealthCheckDetail('secrets_found', { names: [...found] })],
      now,
    )
  const { tooShort } = search
  const facts = [
    createHealthCheckDetail('no_secrets', { count: files.length }),
    ...(tooShort.length === 0
      ? []
      : [createHealthCheckDetail('secrets_too_short', { names: [...tooShort] })]),
  ]
  return createHealthCheck(name, 'good', facts, now)
}
