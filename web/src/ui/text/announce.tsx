import type { ReactNode } from 'react'
import { createContext, use, useCallback, useRef } from 'react'

const context = createContext<(words: string) => void>(() => {})

/** Provides one polite live region for the whole application: "copied", "read again", "3 of 40 match". */
export function AnnounceProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const region = useRef<HTMLOutputElement>(null)
  const announce = useCallback((words: string) => {
    if (!region.current) return
    // Append a space to repeated text: screen readers announce only a text that differs.
    region.current.textContent = region.current.textContent === words ? `${words}\u00a0` : words
  }, [])
  return (
    <context.Provider value={announce}>
      {children}
      <output ref={region} className="unseen" aria-live="polite" />
    </context.Provider>
  )
}

export function useAnnounce(): (words: string) => void {
  return use(context)
}
