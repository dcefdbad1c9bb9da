import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useAnnounce } from './announce.tsx'
import styles from './copy-button.module.css'

/** Copies exactly what is shown: a masked value stays masked. */
export function useCopyToClipboard(): (text: string, what: string) => Promise<boolean> {
  const announce = useAnnounce()
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(text)
      announce(`${what} copied`)
      return true
    } catch {
      announce(`${what} could not be copied`)
      return false
    }
  }
}

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  const copy = useCopyToClipboard()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1_600)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={async () => setDone(await copy(text, what))}
    >
      {done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  )
}
