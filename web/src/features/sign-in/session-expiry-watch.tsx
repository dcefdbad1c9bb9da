import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useNowEverySecond } from '../../ui/state/use-now.ts'
import type { IdleClock, SessionExpiry } from './idle-clock.ts'
import styles from './session-expiry-watch.module.css'

interface SessionExpiryWatchProps {
  readonly clock: IdleClock
  readonly renew: () => void
  readonly over: (why: SessionExpiry['why']) => void
}

const warningMs = 60_000

/** Warns before the session ends, and leaves the page when the session has ended. */
export function SessionExpiryWatch({ clock, renew, over }: SessionExpiryWatchProps): ReactNode {
  const now = useNowEverySecond()
  const texts = useMessages('signIn').expiry
  const format = useFormatter()
  const [dismissed, setDismissed] = useState<number | null>(null)
  const ending = clock.ending()
  const left = ending ? Math.ceil((ending.at - now) / 1_000) : Number.POSITIVE_INFINITY
  const isOver = left <= 0
  const why = ending?.why ?? 'session_over'
  useEffect(() => {
    if (isOver) over(why)
  }, [isOver, over, why])
  if (!ending || isOver || left * 1_000 > warningMs || dismissed === ending.at) return null
  const idle = ending.why === 'session_idle'
  const close = idle ? renew : () => setDismissed(ending.at)
  return (
    <Dialog title={idle ? texts.idleTitle : texts.endTitle} onClose={close}>
      <p>
        {idle ? texts.idleDetail : texts.endDetail}{' '}
        <span role="timer" className={styles.left}>
          {format.text(texts.secondsLeft, { count: left })}
        </span>
      </p>
      <p className={styles.actions}>
        <Button look="primary" onClick={close} autoFocus>
          {idle ? texts.stay : texts.understood}
        </Button>
      </p>
    </Dialog>
  )
}
