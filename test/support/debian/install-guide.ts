import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '../../../docs/install.md')

/** Returns the blocks of commands below a heading of docs/install.md, each with its lines as they stand. */
export function readCommandBlocks(heading: string): readonly (readonly string[])[] {
  const text = readFileSync(guide, 'utf8')
  const [, section] = text.split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`docs/install.md has no heading "${heading}".`)
  const [own = ''] = section.split('\n## ')
  return own
    .split('\n\n')
    .filter((block) => block.trimEnd().startsWith('    '))
    .map((block) =>
      block
        .trimEnd()
        .split('\n')
        .map((line) => line.trim()),
    )
}
