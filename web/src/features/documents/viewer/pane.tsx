import type { ReactNode } from 'react'
import { asFailure } from '../../../lib/api/problem-error.ts'
import { ProofOffer } from '../../../ui/forms/step-up-offer.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import type { Move, Point, Size, View } from '../drawing/geometry.ts'
import { viewWords } from '../drawing/geometry.ts'
import type { Look } from '../drawing/look.ts'
import { lookWords } from '../drawing/look.ts'
import type { Mark } from '../drawing/watermark.ts'
import { whyWords } from '../words.ts'
import styles from './pane.module.css'
import { Stage } from './stage.tsx'
import type { Viewing } from './viewing.ts'

interface PaneProps {
  /** What lies there: `Passport`. */
  readonly word: string
  readonly now: Viewing
  readonly laid: { readonly view: View; readonly look: Look } | null
  readonly mark: Mark
  readonly loupe: Point | null
  readonly isActive: boolean
  /** Own path to come back to from a proof. */
  readonly returnTo: string
  readonly again: () => void
  readonly onSize: (size: Size) => void
  readonly onMove: (move: Move) => void
  readonly onPoint: (at: Point) => void
  readonly onActive: () => void
}

/** One file on the desk: its picture, or in words why there is none. */
export function Pane({ word, now, laid, ...props }: PaneProps): ReactNode {
  switch (now.state) {
    case 'closed':
      return <div className={styles.empty} />
    case 'opening':
      return <Waiting>Opening {word}…</Waiting>
    case 'failed':
      return (
        <Note>
          {asFailure(now.error).id === 'step_up_needed' ? (
            <ProofOffer returnTo={props.returnTo}>
              Documents are shown only to somebody who has just proved once more who they are. Your session
              and your place stay; the ticket is typed again.
            </ProofOffer>
          ) : (
            <ProblemNote error={now.error} retry={props.again} missing={`${word} was not opened`} />
          )}
        </Note>
      )
    case 'open':
      break
  }
  const { content, view } = now
  switch (content.kind) {
    case 'reading':
      return <Waiting>Reading {word}…</Waiting>
    case 'missing':
      return (
        <Note>
          <ProblemNote error={content.error} retry={props.again} missing={`${word} could not be read`} />
        </Note>
      )
    case 'facts_only':
      return (
        <Note>
          <h2>Not shown here</h2>
          <p>
            Nothing of {word} was sent to this browser: {whyWords(view.facts)}. It can be a download at most,
            with a reason and a second person.
          </p>
        </Note>
      )
    case 'undrawable':
      return (
        <Note>
          <h2>Not drawn</h2>
          <p>{content.words} It can be asked for as a download.</p>
        </Note>
      )
    case 'drawn':
      return laid ? (
        <Stage
          {...props}
          picture={content.picture}
          view={laid.view}
          look={laid.look}
          label={paneWords(word, content, laid)}
        />
      ) : null
  }
}

/** `Passport, page 1 of 2, 150 %, turned 90° to the right`. */
export function paneWords(
  word: string,
  content: { readonly page: number; readonly file: { readonly pages: number } },
  laid: { readonly view: View; readonly look: Look },
): string {
  const { pages } = content.file
  return [
    word,
    ...(pages > 1 ? [`page ${content.page} of ${pages}`] : []),
    viewWords(laid.view),
    lookWords(laid.look),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function Waiting({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.empty} aria-busy="true">
      <p className={styles.waiting}>{children}</p>
    </div>
  )
}

function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      <div className={styles.note}>{children}</div>
    </div>
  )
}
