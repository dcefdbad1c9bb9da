import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClassNames } from '@paydesk/web/short-class-names.ts'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../../../web/src')
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => join(folder, file))

function nameAll(): Map<string, string> {
  const name = createClassNames(folder)
  return new Map(
    modules.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.([a-z][\w-]*)/gi)].map(([, own = '']) => [
        `${file} ${own}`,
        name(own, file),
      ]),
    ),
  )
}

describe('the class names of the built pages', () => {
  it('differ between files and within a file', () => {
    const names = [...nameAll().values()]
    expect(names.length).toBeGreaterThan(500)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[A-Z]{1,2}[a-z]{1,2}$/)
  })

  it('are the same in the build of the pages and in that of the server', () => {
    expect(nameAll()).toEqual(nameAll())
  })

  it('are refused for a file outside the pages', () => {
    expect(() => createClassNames(folder)('note', '/elsewhere/a.module.css')).toThrow(/no style module/)
  })
})
