import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClassNames } from '@paydesk/web/short-class-names.ts'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../../../web/src')
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => join(folder, file))

/** Names of all classes and animations by file and name, asked for in the order of the sources or in the opposite one. */
function nameAll(isReversed = false): Record<string, string> {
  const nameClass = createClassNames(folder)
  const asked = modules.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:^\s*\.|@keyframes\s+)([a-z][\w-]*)/gim)].map(
      ([, own = '']) => ({ file, own }),
    ),
  )
  return Object.fromEntries(
    (isReversed ? asked.toReversed() : asked).map(({ file, own }) => [
      `${file} ${own}`,
      nameClass(own, file),
    ]),
  )
}

describe('the class names of the built pages', () => {
  it('differ between files and within a file, and are short', () => {
    const names = Object.values(nameAll())
    expect(names.length).toBeGreaterThan(500)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[A-Z]{1,2}[a-z]{1,2}$/)
  })

  it('depend on no order, so that they are the same in the build of the pages and in that of the server', () => {
    expect(nameAll(true)).toEqual(nameAll())
  })

  it('are refused for a file outside the pages, and for a name that the file does not contain', () => {
    const nameClass = createClassNames(folder)
    expect(() => nameClass('note', '/elsewhere/a.module.css')).toThrow(/no style module/)
    const dialog = resolve(folder, 'ui/dialog/dialog.module.css')
    expect(() => nameClass('nowhere', dialog)).toThrow(/does not contain the name nowhere/)
  })
})
