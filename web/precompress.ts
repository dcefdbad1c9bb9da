import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { runAfterWrite } from './run-after-write.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const worthIt = /\.(?:m?js|css|html|svg|wasm|ttf)$/

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses while it answers. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    ...runAfterWrite(async () => {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files.filter((file) => worthIt.test(file)).map((file) => compress(join(folder, file))),
      )
    }),
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
