import { expect, it } from 'vitest'
import { buildJpeg, buildWatermark } from './files.test-kit.ts'
import { inspectDocumentFile } from './inspect.ts'
import { addWatermark } from './watermark.ts'

const bytes = buildJpeg()

function buildPage(person: string): string {
  const mark = buildWatermark(person)
  return Buffer.concat(
    addWatermark({ ...inspectDocumentFile({ bytes, type: undefined }), bytes }, mark),
  ).toString('latin1')
}

/** Text of the first line of the footer as a reader copies it, in the order in which it is drawn. */
function copyFooter(page: string): string {
  const maps = [...page.matchAll(/beginbfchar\n([\s\S]*?)endcmap/g)].map(([, body = '']) => {
    const pairs = [...body.matchAll(/<([0-9a-f]{2})> <([0-9a-f]+)>/g)]
    return new Map(
      pairs.map(([, code = '', text = '']) => [code, Buffer.from(text, 'hex').swap16().toString('utf16le')]),
    )
  })
  const line = /BT 1 0 0 1 12 44 Tm (.*?) ET/.exec(page)?.[1] ?? ''
  return [...line.matchAll(/\/(F|U(\d+)) [\d.]+ Tf <([0-9a-f]*)> Tj/g)]
    .map(([, font, nth, hex = '']) =>
      font === 'F' ? Buffer.from(hex, 'hex').toString('latin1') : (maps[Number(nth)]?.get(hex) ?? '?'),
    )
    .join('')
}

it.each([
  ['Western Europe', 'José Ångström', 'José Ångström'],
  ['Polish', 'Łukasz Żółć', 'Łukasz Żółć'],
  ['Vietnamese, decomposed', 'Nguyễn Ánh'.normalize('NFD'), 'Nguyễn Ánh'],
  ['Cyrillic', 'Юлия Щербакова', 'Юлия Щербакова'],
  ['Greek', 'Αλέξης Παπαδόπουλος', 'Αλέξης Παπαδόπουλος'],
  ['Chinese', '王小明', '王小明'],
  ['Chinese beyond the first plane', '𠮷野', '𠮷野'],
  ['Japanese', '山田 さくら', '山田 さくら'],
  ['Korean', '김민수', '김민수'],
  ['Thai', 'สมชาย ใจดี', 'สมชาย ใจดี'],
  ['Devanagari', 'प्रिया शर्मा', 'प्रिया शर्मा'],
  ['Armenian', 'Արամ', 'Արամ'],
  ['Georgian', 'გიორგი', 'გიორგი'],
  ['Hebrew, from right to left', 'יוסף כהן', [...'יוסף כהן'].reverse().join('')],
  ['Arabic, from right to left', 'محمد علي', [...'محمد علي'].reverse().join('')],
  ['two scripts', 'Anna Юлия', 'Anna Юлия'],
])('a name is drawn in %s', (_, name, drawn) => {
  const page = buildPage(name)
  expect(copyFooter(page)).toBe(`Downloaded from Paydesk by ${drawn}, approved by Mo, now`)
  const glyphs = [...page.matchAll(/stream\n\d+ 0 [-\d ]+ d1 (.*)\nendstream/g)].map(
    ([, outline = '']) => outline,
  )
  // Only a blank within a name has no outline.
  expect(glyphs.filter((outline) => !outline.endsWith(' f')).length).toBeLessThanOrEqual(1)
})

it('joins Arabic letters, and embeds nothing for a name that Helvetica has', () => {
  const outlines = (name: string) => new Set(buildPage(name).match(/d1 .*(?=\nendstream)/g))
  // The same letter alone, at the beginning, in the middle and at the end.
  expect(outlines('ه').size).toBe(1)
  expect(outlines('ههه ه').size).toBeGreaterThanOrEqual(4)
  expect(buildPage('Jo')).not.toContain('/Type3')
})
