import type { ReactNode } from 'react'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useShortcutList } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './help-dialog.module.css'

interface HelpDialogProps {
  readonly areShortcutsOn: boolean
  readonly onSwitch: (on: boolean) => void
  readonly onClose: () => void
}

/** Lists the shortcuts of what is on screen, and explains the terms of the pages. */
export function HelpDialog({ areShortcutsOn, onSwitch, onClose }: HelpDialogProps): ReactNode {
  const texts = useMessages('help')
  // A map, because several tables of a page register the same keys.
  const actions = new Map(
    useShortcutList().map(({ keys, text, help }) => {
      const says = help === undefined ? text : texts[help]
      return [`${keys} ${says}`, { keys, says }] as const
    }),
  )
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <h3 className={styles.head}>{texts.shortcuts}</h3>
      <dl className={styles.keys}>
        {[...actions].map(([key, { keys, says }]) => (
          <div key={key} className={styles.key}>
            <dt>{says}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={areShortcutsOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        {texts.singleKeys}
      </label>
      <h3 className={styles.head}>{texts.glossary}</h3>
      <dl className={styles.words}>
        {Object.entries(texts.terms).map(([key, { term, meaning }]) => (
          <div key={key}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
