import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createIcon } from '@paydesk/web/small-icon.ts'
import { readIcon } from '@paydesk/web/small-icons.ts'
import { describe, expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '../../../web')
const fromWeb = createRequire(join(web, 'package.json'))
const { createElement } = fromWeb('react')
const { renderToStaticMarkup } = fromWeb('react-dom/server')
const folder = join(web, 'node_modules/lucide-react/dist/esm/icons')

type Props = Readonly<Record<string, unknown>>
const draw = (component: unknown, props: Props): string =>
  renderToStaticMarkup(createElement(component, props))
const splitClasses = (svg: string) => /class="([^"]*)"/.exec(svg)?.[1]?.split(' ') ?? []
const dropClasses = (svg: string) => svg.replace(/ class="[^"]*"/, '')

describe('the icons of the built pages', () => {
  it.each<Props>([{ size: 14, 'aria-hidden': true, className: 'mark' }, {}])(
    'look as those of the library with %j',
    async (props) => {
      let count = 0
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.mjs'))) {
        const path = join(folder, file)
        const icon = await readIcon(path)
        if (icon === null) continue
        const theirs = draw((await import(pathToFileURL(path).href)).default, props)
        const ours = draw(createIcon(icon.name, icon.nodes), props)
        expect(dropClasses(ours), file).toBe(dropClasses(theirs))
        expect(splitClasses(theirs), file).toEqual(expect.arrayContaining(splitClasses(ours)))
        count += 1
      }
      expect(count).toBeGreaterThan(1_000)
    },
  )
})
