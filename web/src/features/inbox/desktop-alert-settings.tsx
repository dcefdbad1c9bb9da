import { type InboxEntryKind, inboxEntryKindSchema } from '@paydesk/shared/core/colleague'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useSession } from '../../lib/session-context.tsx'
import { useChangeSettings } from '../../lib/settings-context.ts'
import styles from './desktop-alert-settings.module.css'

const approving: readonly StaffPermission[] = [
  'review.work',
  'document.download',
  'subject_access.export',
  'export.approve',
]

/** Permissions of which one brings entries of a kind. */
const sources: Readonly<Record<InboxEntryKind, readonly StaffPermission[]>> = {
  mention: ['review.read'],
  question: ['question.answer'],
  answer: ['question.ask'],
  approval: approving,
  approval_answer: [...approving, 'records.export'],
  take_over: ['review.work'],
  export_ready: ['records.export', 'document.download', 'subject_access.export'],
}

/** Chooses the inbox entries that also come as an alert; the browser is asked when the person switches one on. */
export function DesktopAlertSettings(): ReactNode {
  const texts = useMessages('inbox').alertSettings
  const {
    permissions,
    settings: { alerts },
  } = useSession()
  const changeSettings = useChangeSettings()
  const [isBlocked, setBlocked] = useState(getPermission() === 'denied')
  const kinds = inboxEntryKindSchema.options.filter((kind) =>
    sources[kind].some((one) => permissions.includes(one)),
  )
  const chosen = alerts ?? []
  async function change(kind: InboxEntryKind, isOn: boolean) {
    if (isOn && getPermission() !== 'granted') {
      const notificationPermission =
        getPermission() === 'unsupported' ? 'denied' : await Notification.requestPermission()
      setBlocked(notificationPermission !== 'granted')
      if (notificationPermission !== 'granted') return
    }
    const next = isOn ? [...chosen, kind] : chosen.filter((one) => one !== kind)
    changeSettings({ alerts: next.length === 0 ? null : next })
  }
  if (kinds.length === 0) return null
  return (
    <fieldset className={styles.alerts}>
      <legend>{texts.legend}</legend>
      <p className={styles.quiet}>{texts.explain}</p>
      {kinds.map((kind) => (
        <label key={kind} className={styles.option}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={({ target }) => void change(kind, target.checked)}
          />
          {texts.kinds[kind]}
        </label>
      ))}
      <p role="status" className={styles.quiet}>
        {isBlocked ? texts.blocked : null}
      </p>
    </fieldset>
  )
}

const getPermission = () => ('Notification' in window ? Notification.permission : 'unsupported')
