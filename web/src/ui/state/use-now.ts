import { useSyncExternalStore } from 'react'

/** Current time in steps of `step` ms; all watchers of a step share one timer and render together. */
function createTicker(step: number) {
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

const secondTicker = createTicker(1_000)
const halfMinuteTicker = createTicker(30_000)

/** Returns the current time (ms since 1970) and renders again each second. */
export function useNowEverySecond(): number {
  return useSyncExternalStore(secondTicker.subscribe, secondTicker.read, secondTicker.read)
}

/** Returns the current time (ms since 1970) and renders again every 30 seconds: for ages and times left. */
export function useNowEveryHalfMinute(): number {
  return useSyncExternalStore(halfMinuteTicker.subscribe, halfMinuteTicker.read, halfMinuteTicker.read)
}
