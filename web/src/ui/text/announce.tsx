import type { ReactNode } from 'react'
import { createContext, use, useCallback, useRef } from 'react'

// Two contexts, neither of which ever changes: what announces must not render again with each announcement.
const context = createContext<(text: string) => void>(() => {})
const hostContext = createContext<(host: HTMLElement) => () => void>(() => () => {})

/** Time (ms) within which a dialog that closes takes its last announcement away before it was read out. */
const unreadMs = 1_000

/**
 * Provides one polite live region for the whole application: "copied", "read again", "3 of 40 match". A modal dialog
 * brings its own, because everything below it is inert, for screen readers too.
 */
export function AnnounceProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const region = useRef<HTMLOutputElement>(null)
  const hosts = useRef<HTMLElement[]>([])
  const last = useRef({ words: '', at: Number.NEGATIVE_INFINITY })
  const announce = useCallback((text: string) => {
    const place = hosts.current.at(-1) ?? region.current
    if (!place) return
    last.current = { words: text, at: performance.now() }
    // Append a space to repeated text: screen readers announce only a text that differs.
    place.textContent = place.textContent === text ? `${text}\u00a0` : text
  }, [])
  const addHost = useCallback(
    (host: HTMLElement) => {
      hosts.current.push(host)
      return () => {
        const wasLast = hosts.current.at(-1) === host
        hosts.current = hosts.current.filter((one) => one !== host)
        // The result of an action often closes the dialog in which it was announced.
        const { words: text, at } = last.current
        if (wasLast && text !== '' && performance.now() - at < unreadMs) announce(text)
      }
    },
    [announce],
  )
  return (
    <context.Provider value={announce}>
      <hostContext.Provider value={addHost}>{children}</hostContext.Provider>
      <output ref={region} className="unseen" aria-live="polite" />
    </context.Provider>
  )
}

export function useAnnounce(): (text: string) => void {
  return use(context)
}

/** Returns what makes an element of a modal dialog the live region, until the returned function is called. */
export function useAnnounceHost(): (host: HTMLElement) => () => void {
  return use(hostContext)
}
