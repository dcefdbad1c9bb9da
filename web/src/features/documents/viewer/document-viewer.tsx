import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { DownloadRequestDialog } from '../download-dialog.tsx'
import type { WatermarkLines } from '../drawing/watermark.ts'
import type { DocumentAccessReason, DocumentFileRef } from '../queries.ts'
import { buildDocumentViewerSearchParams, readDocumentViewerFiles } from '../search-params.ts'
import type { ViewableFile } from '../viewable-files.ts'
import { findAdjacentFile } from '../viewable-files.ts'
import type { DocumentViewState } from './document-view.ts'
import { DocumentFileFacts } from './file-facts.tsx'
import { DocumentFileStrip } from './file-strip.tsx'
import { DocumentViewerPane, describePane } from './pane.tsx'
import { DocumentViewerToolbar } from './toolbar.tsx'
import { useDocumentView } from './use-document-view.ts'
import type { PaneSide } from './use-pane-transforms.ts'
import { useDocumentViewerControls, useDocumentViewerShortcuts } from './use-viewer-controls.ts'
import styles from './viewer.module.css'
import { DocumentViewerShortcutList } from './viewer-shortcut-list.tsx'

const route = getRouteApi('/inside/$env/identities/$identity/documents/$document')

interface ViewerFiles {
  readonly here: DocumentFileRef
  readonly beside: DocumentFileRef | null
}

/** Files that the address names, and the function that shows other files at the same place of the history. */
export function useDocumentViewerFiles() {
  const { env, identity, document } = route.useParams()
  const navigate = route.useNavigate()
  return {
    ...readDocumentViewerFiles(document, route.useSearch()),
    show: (files: ViewerFiles) =>
      void navigate({
        to: '/$env/identities/$identity/documents/$document',
        params: { env, identity, document: files.here.document },
        search: buildDocumentViewerSearchParams(files),
        replace: true,
        resetScroll: false,
      }),
  }
}

interface DocumentViewerProps {
  readonly files: readonly ViewableFile[]
  readonly file: ViewableFile
  readonly beside: ViewableFile | null
  readonly opening: DocumentAccessReason
  readonly record: ReactNode
  /** Called when the page is hidden for good: nothing of a document may stay in memory. */
  readonly onLeave: () => void
}

/** Shows one or two files on a dark background, with toolbar and file facts. */
export function DocumentViewer(props: DocumentViewerProps): ReactNode {
  const { files, file, beside, opening, record, onLeave } = props
  const { position, request, viewer: texts } = useMessages('documents')
  const format = useFormatter()
  const { env, identity, document: shownDocument } = route.useParams()
  const search = route.useSearch()
  const { show } = useDocumentViewerFiles()
  const mayDownload = useMay('document.download')
  const identityRef = { env, identity }
  const area = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const viewings = [
    useDocumentView(identityRef, file, opening),
    useDocumentView(identityRef, beside, opening),
  ] as const
  const shown = [file, beside] as const
  function put(side: PaneSide, next: ViewableFile) {
    const ref = { document: next.document, file: next.file }
    const [left, right] = [toFileRef(file), beside ? toFileRef(beside) : null]
    show(side === 0 ? { here: ref, beside: right } : { here: left, beside: ref })
  }
  const desk = useDocumentViewerControls({
    viewings,
    isCompared: beside !== null,
    canCompare: files.length > 1,
    area,
    onStep(side, by) {
      const next = findAdjacentFile(files, shown[side], by, shown[side === 0 ? 1 : 0])
      if (next) put(side, next)
    },
    onCompare() {
      if (beside) return show({ here: toFileRef(file), beside: null })
      const next = findAdjacentFile(files, file, 1)
      if (next) put(1, next)
    },
  })
  useDocumentViewerShortcuts(desk)
  useShortcut('d', request.title, () => setAsking(true), mayDownload)
  usePageHide(() => {
    for (const { end } of viewings) end()
    onLeave()
  })
  const marks = [useWatermarkLines(viewings[0].now), useWatermarkLines(viewings[1].now)] as const
  const active = shown[desk.side] ?? file
  const now = viewings[desk.side].now
  const drawn = now.state === 'open' && now.content.kind === 'drawn' ? now.content : null
  useDelayedAnnouncement(
    drawn && desk.laid ? describePane(active.label, drawn, desk.laid, position, format) : '',
  )
  const returnSearch = new URLSearchParams({
    ...(search.file === undefined ? {} : { file: search.file }),
    purpose: opening.purpose,
  })
  const returnTo = `/${env}/identities/${identity}/documents/${shownDocument}?${returnSearch}`
  return (
    <div className={styles.desk}>
      <DocumentFileStrip
        files={files}
        here={file}
        beside={beside}
        onChoose={(next) => {
          const other = shown[desk.side === 0 ? 1 : 0]
          if (next !== other) put(desk.side, next)
        }}
      />
      <div className={styles.work}>
        <div ref={area} className={styles.area}>
          <DocumentViewerToolbar desk={desk} />
          <div className={styles.stages} data-two={beside !== null || undefined}>
            {([0, 1] as const).map((side) => {
              const one = shown[side]
              return one ? (
                <DocumentViewerPane
                  key={side}
                  label={one.label}
                  now={viewings[side].now}
                  laid={desk.views.at(side)}
                  mark={marks[side]}
                  loupe={desk.loupeOn(side)}
                  isActive={beside !== null && desk.side === side}
                  returnTo={returnTo}
                  again={viewings[side].again}
                  onSize={(size) => desk.views.sized(side, size)}
                  onMove={(move) => desk.views.move(side, move)}
                  onPoint={desk.loupe.point}
                  onActive={() => desk.choose(side)}
                />
              ) : null
            })}
          </div>
        </div>
        <aside aria-label={texts.panel} className={styles.panel}>
          {record}
          <h2>{active.label}</h2>
          {now.state === 'open' ? (
            <DocumentFileFacts view={now.view} />
          ) : (
            <p className={styles.recorded}>{texts.notOpen}</p>
          )}
          {mayDownload ? (
            <Button aria-keyshortcuts="d" onClick={() => setAsking(true)}>
              {request.title}
            </Button>
          ) : null}
          {mayDownload ? (
            <p>
              <Link to="/$env/document-downloads" params={{ env }}>
                {request.view}
              </Link>
            </p>
          ) : null}
          <DocumentViewerShortcutList />
        </aside>
      </div>
      {isAsking ? (
        <DownloadRequestDialog
          identityRef={identityRef}
          file={active}
          opening={opening}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

const toFileRef = ({ document, file }: ViewableFile): DocumentFileRef => ({ document, file })

/** Returns person, time with time zone, purpose and ticket of a view, as drawn into the picture. */
function useWatermarkLines(now: DocumentViewState): WatermarkLines {
  const { purposes } = useMessages('lists')
  const format = useFormatter()
  const watermark = now.state === 'open' ? now.view.watermark : null
  return useMemo(
    () =>
      watermark === null
        ? []
        : [
            watermark.person,
            `${format.dayAndTime(new Date(watermark.at))} ${format.timeZone}`,
            `${purposes[watermark.purpose]} · ${watermark.caseRef}`,
          ],
    [watermark, purposes, format],
  )
}

/** Announces the position of the picture once it has been still for 600 ms (debounce). */
function useDelayedAnnouncement(text: string): void {
  const announce = useAnnounce()
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => announce(text), 600)
    return () => clearTimeout(timer)
  }, [announce, text])
}

/** Runs `leave` on `pagehide`: the browser may keep the page (bfcache), but must not keep the document. */
function usePageHide(leave: () => void): void {
  const onHide = useEffectEvent(leave)
  useEffect(() => {
    const listener = () => onHide()
    window.addEventListener('pagehide', listener)
    return () => window.removeEventListener('pagehide', listener)
  }, [])
}
