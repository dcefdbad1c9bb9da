import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './copy-button.module.css'
import { IconButton } from './icon-button.tsx'
import { useToast } from './toasts.tsx'

/** Copies exactly what is shown: a masked value stays masked. */
export function useCopyToClipboard(): (text: string, what: string) => Promise<boolean> {
  const showToast = useToast()
  const { copy } = useMessages('ui')
  const format = useFormatter()
  return async (text, noun) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ text: format.text(copy.done, { noun }) })
      return true
    } catch {
      showToast({ text: format.text(copy.failed, { noun }), isProblem: true })
      return false
    }
  }
}

/** Copies the text. `what` is its noun, for the label of the button and the message. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  const copy = useCopyToClipboard()
  const texts = useMessages('ui')
  const label = useFormatter().text(texts.copy.label, { noun: what })
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1_600)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <IconButton
      className={styles.copy}
      label={label}
      title={label}
      onClick={async () => setDone(await copy(text, what))}
    >
      {done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </IconButton>
  )
}
