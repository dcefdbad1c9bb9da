import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { describeFailure } from '../../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { ReauthenticationPrompt } from '../../../ui/forms/reauthentication-prompt.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import type { ImageTransform, Point, Size, TransformAction } from '../drawing/geometry.ts'
import type { ImageAdjustments } from '../drawing/image-adjustments.ts'
import type { WatermarkLines } from '../drawing/watermark.ts'
import { describeDownloadOnlyReasons } from '../labels.ts'
import type { DocumentViewState } from './document-view.ts'
import { ImageStage } from './image-stage.tsx'
import styles from './pane.module.css'

interface ViewerPaneProps {
  /** Label of the file, such as `Passport`. */
  readonly label: string
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
export function DocumentViewerPane({ label, now, laid, ...props }: ViewerPaneProps): ReactNode {
  const documents = useMessages('documents')
  const { viewer: texts } = documents
  const format = useFormatter()
  const named = { document: label }
  switch (now.state) {
    case 'closed':
      return <div className={styles.empty} />
    case 'opening':
      return <PendingPane>{format.text(texts.opening, named)}</PendingPane>
    case 'failed':
      return (
        <PaneNote>
          {describeFailure(now.error).id === 'reauthentication_needed' ? (
            <ReauthenticationPrompt returnTo={props.returnTo}>
              {texts.reauthentication}
            </ReauthenticationPrompt>
          ) : (
            <ProblemNote
              error={now.error}
              retry={props.again}
              missing={format.text(texts.notOpened, named)}
            />
          )}
        </PaneNote>
      )
    case 'open':
      break
  }
  const { content, view } = now
  switch (content.kind) {
    case 'reading':
      return <PendingPane>{format.text(texts.loading, named)}</PendingPane>
    case 'missing':
      return (
        <PaneNote>
          <ProblemNote
            error={content.error}
            retry={props.again}
            missing={format.text(texts.notLoaded, named)}
          />
        </PaneNote>
      )
    case 'facts_only':
      return (
        <PaneNote>
          <h2>{texts.notShown}</h2>
          <p>
            {format.text(texts.notSent, {
              ...named,
              reasons: describeDownloadOnlyReasons(view.facts, documents),
            })}
          </p>
        </PaneNote>
      )
    case 'undrawable':
      return (
        <PaneNote>
          <h2>{texts.notDrawn}</h2>
          <p>
            {documents.drawing[content.reason]} {texts.requestInstead}
          </p>
        </PaneNote>
      )
    case 'drawn':
      return laid ? (
        <ImageStage
          {...props}
          picture={content.picture}
          view={laid.view}
          look={laid.look}
          label={describePane(label, content, laid, documents.position, format)}
        />
      ) : null
  }
}

/** Returns a text such as `Passport, page 1 of 2, 150 %, turned 90° to the right`. */
export function describePane(
  label: string,
  content: { readonly page: number; readonly file: { readonly pages: number } },
  { view, look }: { readonly view: ImageTransform; readonly look: ImageAdjustments },
  texts: Messages['documents']['position'],
  { text }: Formatter,
): string {
  const { pages } = content.file
  const turned = view.angle > 0 ? texts.right : texts.left
  return [
    label,
    ...(pages > 1 ? [text(texts.page, { page: content.page, pages })] : []),
    text(texts.zoom, { percent: Math.round(view.zoom * 100) }),
    ...(view.angle === 0
      ? []
      : [Math.abs(view.angle) === 180 ? texts.upsideDown : text(turned, { degrees: Math.abs(view.angle) })]),
    ...(look.contrast === 1 ? [] : [text(texts.contrast, { percent: look.contrast * 100 })]),
    ...(look.brightness === 1 ? [] : [text(texts.brightness, { percent: look.brightness * 100 })]),
    ...(look.inverted ? [texts.inverted] : []),
    ...(look.grey ? [texts.grey] : []),
  ].join(', ')
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
