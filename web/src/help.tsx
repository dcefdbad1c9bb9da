import type { ReactNode } from 'react'
import styles from './help.module.css'
import { Dialog } from './ui/dialog.tsx'
import { Kbd } from './ui/kbd.tsx'
import { useKeyList } from './ui/keys.tsx'

const words = [
  {
    word: 'RID',
    means: 'The customer’s id as the merchant gave it. It may have the form of an e-mail address or an IBAN.',
  },
  {
    word: 'State',
    means:
      'What the service says about a transaction. Only this decides; unknown values are shown grey, as they came.',
  },
  { word: 'compound_state', means: 'The state with its reason. For information; it decides nothing.' },
  {
    word: 'Final',
    means: 'The service’s record says that it does not change any more. Not the same as proved.',
  },
  {
    word: 'In review',
    means: 'An operator of the service must decide. There is nothing to press here for that.',
  },
  { word: 'Masked', means: 'A part of the value, as much as your role needs. Copying copies what you see.' },
  { word: 'Not shown to your role', means: 'Says nothing about the value, not even whether there is one.' },
  { word: 'Not given by the service', means: 'The record has no such value.' },
  { word: 'Reference', means: 'PD- and ten characters: quote it and the event can be found.' },
]

/** The keys of what is on screen, and the words of the pages. */
export function Help({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { actions, on, setOn } = useKeyList()
  return (
    <Dialog title="Help" onClose={onClose}>
      <h3 className={styles.head}>Keys of this page</h3>
      <dl className={styles.keys}>
        <dt>Look up, from anywhere</dt>
        <dd>
          <Kbd keys="Ctrl K" />
        </dd>
        {actions.map(({ keys, words: says }) => (
          <div key={keys} className={styles.key}>
            <dt>{says}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
        <dt>In a table: row up, down, open</dt>
        <dd>
          <Kbd keys="↑ ↓ ↵" />
        </dd>
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={on} onChange={(event) => setOn(event.target.checked)} />
        Single-letter keys (until this window is closed)
      </label>
      <h3 className={styles.head}>Words</h3>
      <dl className={styles.words}>
        {words.map(({ word, means }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
