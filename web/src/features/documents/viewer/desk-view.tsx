import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { dayAndTime } from '../../../ui/text/time-words.ts'
import { useZone } from '../../../ui/text/zone.tsx'
import { DownloadDialog } from '../download-dialog.tsx'
import type { Mark } from '../drawing/watermark.ts'
import type { ListedFile } from '../files.ts'
import { stepFrom } from '../files.ts'
import type { FileRef, Opening } from '../queries.ts'
import { DeskKeys } from './desk-keys.tsx'
import { FileFacts } from './file-facts.tsx'
import { FileStrip } from './file-strip.tsx'
import { Pane, paneWords } from './pane.tsx'
import { Toolbar } from './toolbar.tsx'
import { useDesk, useDeskKeys } from './use-desk.ts'
import { useViewing } from './use-viewing.ts'
import type { Side } from './use-views.ts'
import styles from './viewer.module.css'
import type { ViewerPageProps } from './viewer-page.tsx'
import type { Viewing } from './viewing.ts'

interface DeskViewProps extends Omit<ViewerPageProps, 'beside'> {
  readonly files: readonly ListedFile[]
  readonly file: ListedFile
  readonly beside: ListedFile | null
  readonly opening: Opening
  /** The page is being left for good: nothing of a document stays behind. */
  readonly onLeave: () => void
}

/** One or two files on a dark ground, with what can be done and what they are. */
export function DeskView(props: DeskViewProps): ReactNode {
  const { place, files, file, beside, opening, onDesk, onLeave } = props
  const area = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const viewings = [useViewing(place, file, opening), useViewing(place, beside, opening)] as const
  const shown = [file, beside] as const
  function put(side: Side, next: ListedFile) {
    const ref = { document: next.document, file: next.file }
    const [left, right] = [refOf(file), beside ? refOf(beside) : null]
    onDesk(side === 0 ? { here: ref, beside: right } : { here: left, beside: ref })
  }
  const desk = useDesk({
    viewings,
    isCompared: beside !== null,
    canCompare: files.length > 1,
    area,
    onStep(side, by) {
      const next = stepFrom(files, shown[side], by, shown[side === 0 ? 1 : 0])
      if (next) put(side, next)
    },
    onCompare() {
      if (beside) return onDesk({ here: refOf(file), beside: null })
      const next = stepFrom(files, file, 1)
      if (next) put(1, next)
    },
  })
  useDeskKeys(desk)
  useKey('d', 'Ask for a download', () => setAsking(true), props.mayDownload)
  useLeaving(() => {
    for (const { end } of viewings) end()
    onLeave()
  })
  const marks = [useMark(viewings[0].now), useMark(viewings[1].now)] as const
  const active = shown[desk.side] ?? file
  const now = viewings[desk.side].now
  const drawn = now.state === 'open' && now.content.kind === 'drawn' ? now.content : null
  useSaid(drawn && desk.laid ? paneWords(active.word, drawn, desk.laid) : '')
  return (
    <div className={styles.desk}>
      <FileStrip
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
          <Toolbar desk={desk} />
          <div className={styles.stages} data-two={beside !== null || undefined}>
            {([0, 1] as const).map((side) => {
              const one = shown[side]
              return one ? (
                <Pane
                  key={side}
                  word={one.word}
                  now={viewings[side].now}
                  laid={desk.views.at(side)}
                  mark={marks[side]}
                  loupe={desk.loupeOn(side)}
                  isActive={beside !== null && desk.side === side}
                  returnTo={props.returnTo(opening.purpose)}
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
        <aside aria-label="The file" className={styles.panel}>
          <h2>{active.word}</h2>
          {now.state === 'open' ? (
            <FileFacts view={now.view} />
          ) : (
            <p className={styles.recorded}>Not open.</p>
          )}
          {props.mayDownload ? (
            <Button onClick={() => setAsking(true)}>
              Ask for a download <Kbd keys="d" />
            </Button>
          ) : null}
          {props.mayDownload ? <p>{props.downloadsLink('Requests for downloads')}</p> : null}
          <DeskKeys />
        </aside>
      </div>
      {isAsking ? (
        <DownloadDialog
          place={place}
          file={active}
          opening={opening}
          listLink={props.downloadsLink}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

const refOf = ({ document, file }: ListedFile): FileRef => ({ document, file })

/** Person, time with its zone, reason and ticket of a view, as its picture carries them. */
function useMark(now: Viewing): Mark {
  const zone = useZone()
  const watermark = now.state === 'open' ? now.view.watermark : null
  return useMemo(
    () =>
      watermark === null
        ? []
        : [
            watermark.person,
            `${dayAndTime(new Date(watermark.at), zone)} ${zone}`,
            `${watermark.purpose} · ${watermark.caseRef}`,
          ],
    [watermark, zone],
  )
}

/** Says how the picture lies once it lies still. */
function useSaid(words: string): void {
  const announce = useAnnounce()
  useEffect(() => {
    if (words === '') return
    const timer = setTimeout(() => announce(words), 600)
    return () => clearTimeout(timer)
  }, [announce, words])
}

/** The page goes, perhaps to be kept by the browser: what it shows must not be. */
function useLeaving(leave: () => void): void {
  const onHide = useEffectEvent(leave)
  useEffect(() => {
    const listener = () => onHide()
    window.addEventListener('pagehide', listener)
    return () => window.removeEventListener('pagehide', listener)
  }, [])
}
