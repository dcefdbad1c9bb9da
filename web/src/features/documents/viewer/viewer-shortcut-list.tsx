import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from './viewer.module.css'

const shortcuts: readonly (readonly [keys: string, action: keyof Messages['documents']['shortcuts']])[] = [
  ['+ - 0 w 1', 'zoom'],
  ['r R . ,', 'rotate'],
  ['← ↑ → ↓', 'move'],
  ['l', 'magnifier'],
  ['c C b B', 'light'],
  ['i m x', 'look'],
  ['[ ]', 'document'],
  ['p n', 'page'],
  ['s t o', 'compare'],
  ['f d', 'screen'],
]

/** Lists the viewer's shortcuts beside the picture. */
export function DocumentViewerShortcutList(): ReactNode {
  const { shortcuts: texts } = useMessages('documents')
  return (
    <dl className={styles.keys}>
      {shortcuts.map(([keys, action]) => (
        <div key={keys}>
          <dt>
            <Kbd keys={keys} />
          </dt>
          <dd>{texts[action]}</dd>
        </div>
      ))}
    </dl>
  )
}
