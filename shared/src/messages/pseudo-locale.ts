import type { PluralText } from '../core/message.ts'

const accented = new Map(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcçnñsšzžCÇNÑSŠZŽ'].flatMap((letter, index, all) =>
    index % 2 === 0 ? [[letter, all[index + 1] ?? letter]] : [],
  ),
)

/** Accents the letters of a text, doubles its vowels, about a third more, and puts it in brackets. */
export function pseudoLocalizeText(text: string): string {
  const long = text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/[a-z]/gi, (letter) => {
            const changed = accented.get(letter) ?? letter
            return /[aeiou]/i.test(letter) ? changed + changed.toLowerCase() : changed
          }),
    )
    .join('')
  return `[${long}]`
}

/** Makes the pseudo-locale of a tree of texts: placeholders and plural rules stay. */
export function pseudoLocalize<Tree extends object>(tree: Tree): Tree {
  return mapTexts(tree) as Tree
}

function mapTexts(node: object): object {
  const { plural } = node as PluralText
  const mapped = Object.entries(node).map(([key, value]) => [
    key,
    typeof value === 'string' ? pseudoLocalizeText(value) : mapTexts(value),
  ])
  return { ...Object.fromEntries(mapped), ...(typeof plural === 'string' ? { plural } : {}) }
}
