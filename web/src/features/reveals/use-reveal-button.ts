import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'

/**
 * State of the button that opens the form of a reveal. The form closes once the value is shown; once the value is
 * masked again, that is announced and the button has the focus.
 */
export function useRevealButton(isShown: boolean, what: string) {
  const texts = useMessages('reveals')
  const format = useFormatter()
  const announce = useAnnounce()
  const [isOpened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasShown = useRef(false)
  const tell = useEffectEvent(() => {
    if (isShown) setOpened(false)
    else if (wasShown.current) {
      announce(format.text(texts.masked, { field: what }))
      // Return focus to the button only if the user has not moved focus elsewhere.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
    wasShown.current = isShown
  })
  useEffect(() => tell(), [isShown])
  return { button, isOpened, setOpened }
}
