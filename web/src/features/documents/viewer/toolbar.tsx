import {
  CircleDashed,
  Columns2,
  Contrast,
  Expand,
  Link2,
  MoveHorizontal,
  RotateCcw,
  RotateCw,
  Scan,
  Sun,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import styles from './toolbar.module.css'
import { ToolbarButton } from './toolbar-button.tsx'
import type { DocumentViewerControls } from './use-viewer-controls.ts'

/** Offers every action on the picture by pointer; each action has a shortcut as well. */
export function DocumentViewerToolbar({ desk }: { readonly desk: DocumentViewerControls }): ReactNode {
  const { drawing, tools } = useMessages('documents')
  const format = useFormatter()
  const { does, laid, pages, isCompared } = desk
  const isEmpty = laid === null
  const angle = laid?.view.angle ?? 0
  const percent = laid ? `${Math.round(laid.view.zoom * 100)} %` : '–'
  return (
    <section aria-label={tools.label} className={styles.bar}>
      <span className={styles.group}>
        <ToolbarButton
          label={tools.zoomOut}
          keys="-"
          icon={ZoomOut}
          isDisabled={isEmpty}
          onPress={does.zoomOut}
        />
        <ToolbarButton
          label={format.text(tools.actualFrom, { percent })}
          keys="1"
          text={percent}
          isDisabled={isEmpty}
          onPress={does.actual}
        />
        <ToolbarButton
          label={tools.zoomIn}
          keys="+"
          icon={ZoomIn}
          isDisabled={isEmpty}
          onPress={does.zoomIn}
        />
        <ToolbarButton
          label={tools.fit}
          keys="0"
          icon={Scan}
          isPressed={laid?.view.fitMode === 'whole'}
          isDisabled={isEmpty}
          onPress={does.fit}
        />
        <ToolbarButton
          label={tools.fitWidth}
          keys="w"
          icon={MoveHorizontal}
          isPressed={laid?.view.fitMode === 'width'}
          isDisabled={isEmpty}
          onPress={does.fitWidth}
        />
      </span>
      <span className={styles.group}>
        <ToolbarButton
          label={tools.rotateLeft}
          keys="R"
          icon={RotateCcw}
          isDisabled={isEmpty}
          onPress={does.turnLeft}
        />
        <ToolbarButton
          label={tools.tiltLeft}
          keys=","
          text="−1°"
          isDisabled={isEmpty}
          onPress={does.tiltLeft}
        />
        <span className={styles.angle}>{angle}°</span>
        <ToolbarButton
          label={tools.tiltRight}
          keys="."
          text="+1°"
          isDisabled={isEmpty}
          onPress={does.tiltRight}
        />
        <ToolbarButton
          label={tools.rotateRight}
          keys="r"
          icon={RotateCw}
          isDisabled={isEmpty}
          onPress={does.turnRight}
        />
      </span>
      <AdjustmentTools desk={desk} />
      <span className={styles.group}>
        <ToolbarButton
          label={tools.magnifier}
          keys="l"
          icon={CircleDashed}
          isPressed={desk.loupe.at !== null}
          isDisabled={isEmpty}
          onPress={desk.loupe.toggle}
        />
        <ToolbarButton
          label={tools.fullScreen}
          keys="f"
          icon={Expand}
          isPressed={desk.isFull}
          onPress={does.full}
        />
      </span>
      <span className={styles.group}>
        <ToolbarButton
          label={tools.compare}
          keys="s"
          icon={Columns2}
          isPressed={isCompared}
          isDisabled={!desk.canCompare}
          onPress={does.compare}
        />
        {isCompared ? (
          <ToolbarButton
            label={tools.lock}
            keys="t"
            icon={Link2}
            isPressed={desk.isLocked}
            onPress={does.lock}
          />
        ) : null}
      </span>
      {pages ? (
        <span className={styles.group}>
          <ToolbarButton
            label={tools.previousPage}
            keys="p"
            text="‹"
            isDisabled={pages.at <= 1}
            onPress={does.pageBack}
          />
          <span className={styles.count}>{format.text(tools.page, { page: pages.at, pages: pages.of })}</span>
          <ToolbarButton
            label={tools.nextPage}
            keys="n"
            text="›"
            isDisabled={pages.at >= pages.of}
            onPress={does.pageOn}
          />
          {pages.failure ? <span role="alert">{drawing[pages.failure]}</span> : null}
        </span>
      ) : null}
    </section>
  )
}

function AdjustmentTools({ desk: { does, laid } }: { readonly desk: DocumentViewerControls }): ReactNode {
  const { tools } = useMessages('documents')
  const isEmpty = laid === null
  const look = laid?.look
  return (
    <span className={styles.group}>
      <ToolbarButton
        label={tools.lessContrast}
        keys="C"
        text="−"
        isDisabled={isEmpty}
        onPress={does.lessContrast}
      />
      <Contrast size={15} aria-hidden />
      <ToolbarButton
        label={tools.moreContrast}
        keys="c"
        text="+"
        isDisabled={isEmpty}
        onPress={does.moreContrast}
      />
      <ToolbarButton label={tools.darker} keys="B" text="−" isDisabled={isEmpty} onPress={does.darker} />
      <Sun size={15} aria-hidden />
      <ToolbarButton label={tools.brighter} keys="b" text="+" isDisabled={isEmpty} onPress={does.brighter} />
      <ToolbarButton
        label={tools.invert}
        keys="i"
        text={tools.invert}
        isPressed={look?.inverted ?? false}
        isDisabled={isEmpty}
        onPress={does.invert}
      />
      <ToolbarButton
        label={tools.greyHelp}
        keys="m"
        text={tools.grey}
        isPressed={look?.grey ?? false}
        isDisabled={isEmpty}
        onPress={does.grey}
      />
      <ToolbarButton label={tools.reset} keys="x" icon={Undo2} isDisabled={isEmpty} onPress={does.plain} />
    </span>
  )
}
