import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useShortcutList } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'
import styles from './help-dialog.module.css'

const glossaryEntries = [
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
    word: 'Proved',
    means:
      'Final, and sure: a notification whose origin is proved and a read that began after it gave the same state.',
  },
  { word: 'Two reads', means: 'Final by two reads apart in time, because no notification came.' },
  {
    word: 'In review',
    means:
      'An operator of the service must decide. A decision made here is a record and a work order for that.',
  },
  {
    word: 'Owner',
    means:
      'Who took an item. It is theirs for some minutes, as long as they work on it, and then free again.',
  },
  {
    word: 'Second person',
    means: 'Another person, whatever the role, who confirms a decision before it counts.',
  },
  {
    word: 'Agreed time',
    means: 'From the first sight in review to a decision: kept, near its end, or over.',
  },
  {
    word: 'Stands',
    means: 'A decision stands once the second person has confirmed it, or at once where nobody has to.',
  },
  {
    word: 'Payment request',
    means: 'A payment that this office asked the service for. One form makes one, however often it is sent.',
  },
  {
    word: 'Not known yet',
    means:
      'Of a payment request: it may have reached the service, and no answer came that says whether it was created. It is found out, and never sent again.',
  },
  { word: 'Put off', means: 'Not listed in the queue until a time that somebody named.' },
  {
    word: 'Covers',
    means:
      'The service has no list of all transactions. A list here holds what this office was told, looked up or imported, and says so.',
  },
  {
    word: 'First seen, last change',
    means:
      'Times of this office: the service gives none. A change lies between two looks at it, so it is an interval.',
  },
  { word: 'Sweep', means: 'Every few minutes what is open or not proved is read again by itself.' },
  {
    word: 'Difference',
    means:
      'Record, notifications and what this office knows do not fit together. It is explained by a person, and closed by the facts alone.',
  },
  {
    word: 'Seen between',
    means: 'The facts came to differ at some time between two looks; nobody knows more exactly when.',
  },
  { word: 'Gap', means: 'The service says that it sent more notifications than were received here.' },
  {
    word: 'Late',
    means: 'A notification with an older state than one already known. It changes nothing: only reads do.',
  },
  { word: 'Isolated', means: 'A notification that could not be worked on; it may be worked on again.' },
  {
    word: 'Refused',
    means: 'Without a right proof of origin, too large or empty: counted and never stored.',
  },
  {
    word: 'Broken glass',
    means:
      'Wider sight for some minutes in an emergency. Compliance is told at once, and a report is owed afterwards.',
  },
  { word: 'Masked', means: 'A part of the value, as much as your role needs. Copying copies what you see.' },
  { word: 'Not shown to your role', means: 'Says nothing about the value, not even whether there is one.' },
  { word: 'Not given by the service', means: 'The record has no such value.' },
  {
    word: 'System, key',
    means:
      'A program of the merchant creates and reads payments with a key of one merchant. The key is shown once.',
  },
  {
    word: 'Entry, chain',
    means:
      'What is kept of each read, refusal and decision. Each entry holds the hash of the one before, so that a change shows.',
  },
  { word: 'Reference', means: 'PD- and ten characters: quote it and the event can be found.' },
]

/** Lists the shortcuts of what is on screen, and explains the terms of the pages. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { actions, on, setOn } = useShortcutList()
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
        <dt>In the box: ids that begin so, take one, leave them</dt>
        <dd>
          <Kbd keys="↑ ↓ ↵ Esc" />
        </dd>
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={on} onChange={(event) => setOn(event.target.checked)} />
        Single-letter keys (until this window is closed)
      </label>
      <h3 className={styles.head}>Words</h3>
      <dl className={styles.words}>
        {glossaryEntries.map(({ word, means }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
