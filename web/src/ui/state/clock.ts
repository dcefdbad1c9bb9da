import { useSyncExternalStore } from 'react'

/** Now in whole steps; all watchers of one step share one timer and render together. */
function makeTicker(step: number) {
  const watchers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  return {
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      now = Date.now()
      timer ??= setInterval(() => {
        now = Date.now()
        for (const each of watchers) each()
      }, step)
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    read: () => now,
  }
}

const seconds = makeTicker(1_000)
const halfMinutes = makeTicker(30_000)

export function useSeconds(): number {
  return useSyncExternalStore(seconds.subscribe, seconds.read)
}

export function useHalfMinutes(): number {
  return useSyncExternalStore(halfMinutes.subscribe, halfMinutes.read)
}
