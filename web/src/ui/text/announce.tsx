import type { ReactNode } from 'react'
import { createContext, use, useCallback, useRef } from 'react'

const context = createContext<(words: string) => void>(() => {})

/** One polite live region for the whole application: "copied", "read again", "3 of 40 match". */
export function AnnounceProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const region = useRef<HTMLOutputElement>(null)
  const announce = useCallback((words: string) => {
    if (!region.current) return
    // The same words twice in a row are only said twice if the text differs.
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
