import type { InboxCount } from '@paydesk/shared/cases/inbox'
import { type InboxEntryKind, inboxEntryKindSchema } from '@paydesk/shared/core/colleague'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'

interface DesktopAlertsProps {
  readonly env: EnvironmentName
  readonly count: InboxCount
  /** Kinds that the person wants to be alerted of. */
  readonly kinds: readonly InboxEntryKind[]
}

const lockName = 'paydesk-in-front'

/**
 * Alerts on the desktop of a new entry, while no window of Paydesk in this browser is in front. The text names the
 * kind and nothing else: it is the same for every customer and every colleague.
 */
export function DesktopAlerts({ env, count, kinds }: DesktopAlertsProps): null {
  const texts = useMessages('inbox')
  const navigate = useNavigate()
  const previousNewest = useRef(count.newest)
  useHoldInFront()
  const alert = useEffectEvent(async (newest: InboxCount['newest']) => {
    const fresh = inboxEntryKindSchema.options.filter(
      (kind) => kinds.includes(kind) && (newest[kind] ?? '') > (previousNewest.current[kind] ?? ''),
    )
    previousNewest.current = { ...previousNewest.current, ...newest }
    if (fresh.length === 0 || Notification.permission !== 'granted' || (await isPaydeskInFront())) return
    for (const kind of fresh) {
      // Several windows alert of the same entry: the tag makes it one alert.
      const notification = new Notification(texts.alerts[kind], { tag: `paydesk-${kind}` })
      notification.onclick = () => {
        notification.close()
        window.focus()
        void navigate({ to: '/$env/inbox', params: { env }, search: {} })
      }
    }
  })
  useEffect(() => void alert(count.newest), [count.newest])
  return null
}

async function isPaydeskInFront(): Promise<boolean> {
  if (document.hasFocus()) return true
  const { held: lockInfos = [] } = await navigator.locks.query()
  return lockInfos.some(({ name }) => name === lockName)
}

/** Holds a lock while this window is in front, so that the other windows know. */
function useHoldInFront(): void {
  useEffect(() => {
    let release: (() => void) | undefined
    function update() {
      release?.()
      release = undefined
      if (!document.hasFocus()) return
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      void navigator.locks.request(lockName, { mode: 'shared' }, () => held)
    }
    update()
    window.addEventListener('focus', update)
    window.addEventListener('blur', update)
    return () => {
      window.removeEventListener('focus', update)
      window.removeEventListener('blur', update)
      release?.()
    }
  }, [])
}
