import type { ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { useMessages } from '../lib/messages/messages-context.tsx'
import type { LocalizedEnvironment } from '../lib/session-context.tsx'
import styles from './favicon-choice.module.css'

const icons = { stage: '/icon-stage.svg', production: '/icon-production.svg', plain: '/icon-none.svg' }

/** Tab icon of the environment; the user may choose a plain icon, for example to share a screen. */
export function FaviconChoice({
  environment: { kind },
}: {
  readonly environment: LocalizedEnvironment
}): ReactNode {
  const id = useId()
  const texts = useMessages('shell')
  const [plain, setPlain] = useState(false)
  useEffect(() => {
    const link = document.querySelector('link[rel="icon"]')
    link?.setAttribute('href', plain ? icons.plain : icons[kind])
  }, [kind, plain])
  return (
    <p className={styles.choice}>
      <label htmlFor={id}>{texts.tabIcon}</label>
      <select
        id={id}
        value={plain ? 'plain' : 'environment'}
        onChange={(event) => setPlain(event.target.value === 'plain')}
      >
        <option value="environment">{texts.tabIcons.environment}</option>
        <option value="plain">{texts.tabIcons.plain}</option>
      </select>
    </p>
  )
}
