import type { Plugin } from 'vite'

const ofJsonSchema = /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/

/** Drops zod's JSON Schema writers from the bundle: every schema references them, but no page uses them. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    transform(code, id) {
      if (!ofJsonSchema.test(id)) return null
      const own = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
      const all = [...own.map((name) => `absent as ${name}`), ...renamed.map((name) => `absent as ${name}`)]
      return { code: `const absent = () => absent\nexport { ${all.join(', ')} }\n`, map: null }
    },
  }
}
