import type { ReactNode } from 'react'
import { describeFailure } from '../../../lib/api/problem-error.ts'
import { ReauthenticationPrompt } from '../../../ui/forms/reauthentication-prompt.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import type { ImageTransform, Point, Size, TransformAction } from '../drawing/geometry.ts'
import { describeTransform } from '../drawing/geometry.ts'
import type { ImageAdjustments } from '../drawing/image-adjustments.ts'
import { describeAdjustments } from '../drawing/image-adjustments.ts'
import type { WatermarkLines } from '../drawing/watermark.ts'
import { describeNotShownReasons } from '../labels.ts'
import type { DocumentViewState } from './document-view.ts'
import { ImageStage } from './image-stage.tsx'
import styles from './pane.module.css'

interface ViewerPaneProps {
  /** Label of the file, such as `Passport`. */
  readonly word: string
  readonly now: DocumentViewState
  readonly laid: { readonly view: ImageTransform; readonly look: ImageAdjustments } | null
  readonly mark: WatermarkLines
  readonly loupe: Point | null
  readonly isActive: boolean
  /** Path to return to after re-authentication. */
  readonly returnTo: string
  readonly again: () => void
  readonly onSize: (size: Size) => void
  readonly onMove: (move: TransformAction) => void
  readonly onPoint: (at: Point) => void
  readonly onActive: () => void
}

/** Shows one file: its picture, or a message why there is none. */
export function ViewerPane({ word, now, laid, ...props }: ViewerPaneProps): ReactNode {
  switch (now.state) {
    case 'closed':
      return <div className={styles.empty} />
    case 'opening':
      return <PendingPane>Opening {word}…</PendingPane>
    case 'failed':
      return (
        <PaneNote>
          {describeFailure(now.error).id === 'reauthentication_needed' ? (
            <ReauthenticationPrompt returnTo={props.returnTo}>
              Documents are shown only to somebody who has just proved once more who they are. Your session
              and your place stay; the ticket is typed again.
            </ReauthenticationPrompt>
          ) : (
            <ProblemNote error={now.error} retry={props.again} missing={`${word} was not opened`} />
          )}
        </PaneNote>
      )
    case 'open':
      break
  }
  const { content, view } = now
  switch (content.kind) {
    case 'reading':
      return <PendingPane>Reading {word}…</PendingPane>
    case 'missing':
      return (
        <PaneNote>
          <ProblemNote error={content.error} retry={props.again} missing={`${word} could not be read`} />
        </PaneNote>
      )
    case 'facts_only':
      return (
        <PaneNote>
          <h2>Not shown here</h2>
          <p>
            Nothing of {word} was sent to this browser: {describeNotShownReasons(view.facts)}. It can be a
            download at most, with a reason and a second person.
          </p>
        </PaneNote>
      )
    case 'undrawable':
      return (
        <PaneNote>
          <h2>Not drawn</h2>
          <p>{content.words} It can be asked for as a download.</p>
        </PaneNote>
      )
    case 'drawn':
      return laid ? (
        <ImageStage
          {...props}
          picture={content.picture}
          view={laid.view}
          look={laid.look}
          label={describePane(word, content, laid)}
        />
      ) : null
  }
}

/** Returns a text such as `Passport, page 1 of 2, 150 %, turned 90° to the right`. */
export function describePane(
  word: string,
  content: { readonly page: number; readonly file: { readonly pages: number } },
  laid: { readonly view: ImageTransform; readonly look: ImageAdjustments },
): string {
  const { pages } = content.file
  return [
    word,
    ...(pages > 1 ? [`page ${content.page} of ${pages}`] : []),
    describeTransform(laid.view),
    describeAdjustments(laid.look),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function PendingPane({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.empty} aria-busy="true">
      <p className={styles.waiting}>{children}</p>
    </div>
  )
}

function PaneNote({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.empty}>
      <div className={styles.note}>{children}</div>
    </div>
  )
}
