import type { ReactNode } from 'react'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from './viewer.module.css'

const shortcuts: readonly (readonly [keys: string, words: string])[] = [
  ['+ - 0 w 1', 'zoom in, out, fit, width, 100 %'],
  ['r R . ,', 'turn right, left, by 1°'],
  ['← ↑ → ↓', 'move it, or the loupe'],
  ['l', 'loupe: press, or hold'],
  ['c C b B', 'contrast, brightness'],
  ['i m x', 'invert, grey, as it is'],
  ['[ ]', 'document before, next'],
  ['p n', 'page before, next'],
  ['s t o', 'compare, together, other side'],
  ['f d', 'full screen, ask for a download'],
]

/** Lists the viewer's shortcuts beside the picture. */
export function ViewerShortcutList(): ReactNode {
  return (
    <dl className={styles.keys}>
      {shortcuts.map(([keys, words]) => (
        <div key={keys}>
          <dt>
            <Kbd keys={keys} />
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
