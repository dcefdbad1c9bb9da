import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBrowserFilesForSecrets, createSecretScanner } from './browser-files.ts'

const token = 'zq7-token-+/=%-8842'
const search = createSecretScanner([
  ['A_TOKEN', token],
  ['ANOTHER', 'another-secret-5521'],
  ['SHORT', 'short'],
])

describe('credential search', () => {
  it('finds a credential in clear text, in a URL, and in base64 at any offset', () => {
    const printable = fc.string({
      unit: fc.constantFrom(...'abcXYZ0189-_+/=%&'),
      minLength: 12,
      maxLength: 60,
    })
    const around = fc.string({ unit: anyCharacter, maxLength: 20 })
    fc.assert(
      fc.property(
        printable,
        around,
        around,
        fc.constantFrom('clear', 'address', 'base64', 'base64url'),
        (secret, before, after, how) => {
          const find = createSecretScanner([['ONE', secret]])
          const whole = `${before}${secret}${after}`
          const written =
            how === 'clear'
              ? whole
              : how === 'address'
                ? `${encodeURIComponent(secret)}`
                : Buffer.from(whole).toString(how)
          expect(find.findIn(Buffer.from(`<<${written}>>`))).toEqual(['ONE'])
        },
      ),
    )
  })

  it('finds nothing in clean files, and reports credentials that are too short', () => {
    expect(search.findIn(Buffer.from('const a = 1 // short another secret'))).toEqual([])
    expect(search.tooShort).toEqual(['SHORT'])
  })
})

describe('the files served to browsers', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'paydesk-files-'))
    mkdirSync(join(folder, 'assets/deep'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'assets/deep/a.js'), 'export const a = 1')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('contain no credential', async () => {
    expect(await checkBrowserFilesForSecrets(folder, search, 1_000)).toEqual({
      check: 'browser_files',
      status: 'good',
      facts: [
        { code: 'no_secrets', count: 2 },
        { code: 'secrets_too_short', names: ['SHORT'] },
      ],
      checkedAt: '1970-01-01T00:00:01.000Z',
    })
  })

  it.each([
    ['a script', 'assets/deep/a.js', `fetch('/x', { headers: { a: '${token}' } })`],
    ['a map of a script', 'assets/deep/a.js.map', JSON.stringify({ sourcesContent: [`t=${token}`] })],
    ['a packed text', 'index.html', Buffer.from(`{"t":"${token}"}`).toString('base64')],
  ])('contain one in %s: reported by name, without its value or place', async (_, file, text) => {
    writeFileSync(join(folder, file), text)
    const check = await checkBrowserFilesForSecrets(folder, search, 1_000)
    expect(check).toMatchObject({ status: 'bad', facts: [{ code: 'secrets_found', names: ['A_TOKEN'] }] })
  })

  it('are reported as unknown if they are missing', async () => {
    const check = await checkBrowserFilesForSecrets(join(folder, 'none'), search, 1_000)
    expect(check.status).toBe('unknown')
  })
})
