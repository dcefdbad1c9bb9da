import type { Plugin } from 'vite'

const ofJsonSchema = /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const ofEnglish = /zod[\\/]v4[\\/]locales[\\/]en\.js$/

/**
 * Drops what no page uses but every schema references: zod's JSON Schema writers, and its English messages. Our own
 * texts say what is wrong with an input.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    transform(code, id) {
      if (ofEnglish.test(id))
        return { code: "export default () => ({ localeError: () => 'invalid' })\n", map: null }
      if (!ofJsonSchema.test(id)) return null
      const own = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
      const all = [...own.map((name) => `absent as ${name}`), ...renamed.map((name) => `absent as ${name}`)]
      return { code: `const absent = () => absent\nexport { ${all.join(', ')} }\n`, map: null }
    },
  }
}
