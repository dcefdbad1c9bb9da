import type { Plugin } from 'vite'

/**
 * Returns hooks that run `work` after a build, and nothing after a failed one. A build is closed also if it failed, and an
 * error of `work`, which finds no files then, would be reported instead of the error of the build.
 */
export function runAfterWrite(work: () => Promise<void>): Pick<Plugin, 'writeBundle' | 'closeBundle'> {
  let isWritten = false
  return {
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      if (isWritten) await work()
    },
  }
}
