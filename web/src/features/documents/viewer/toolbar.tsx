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
import styles from './toolbar.module.css'
import { ToolbarButton } from './toolbar-button.tsx'
import type { ViewerControls } from './use-viewer-controls.ts'

/** Offers every action on the picture by pointer; each action has a shortcut as well. */
export function ViewerToolbar({ desk }: { readonly desk: ViewerControls }): ReactNode {
  const { does, laid, pages, isCompared } = desk
  const isEmpty = laid === null
  const angle = laid?.view.angle ?? 0
  const percent = laid ? `${Math.round(laid.view.zoom * 100)} %` : '–'
  return (
    <section aria-label="Tools of the picture" className={styles.bar}>
      <span className={styles.group}>
        <ToolbarButton label="Zoom out" keys="-" icon={ZoomOut} isDisabled={isEmpty} onPress={does.zoomOut} />
        <ToolbarButton
          label={`${percent}: show at 100 %`}
          keys="1"
          text={percent}
          isDisabled={isEmpty}
          onPress={does.actual}
        />
        <ToolbarButton label="Zoom in" keys="+" icon={ZoomIn} isDisabled={isEmpty} onPress={does.zoomIn} />
        <ToolbarButton
          label="Fit"
          keys="0"
          icon={Scan}
          isPressed={laid?.view.fitMode === 'whole'}
          isDisabled={isEmpty}
          onPress={does.fit}
        />
        <ToolbarButton
          label="Fit width"
          keys="w"
          icon={MoveHorizontal}
          isPressed={laid?.view.fitMode === 'width'}
          isDisabled={isEmpty}
          onPress={does.fitWidth}
        />
      </span>
      <span className={styles.group}>
        <ToolbarButton
          label="Turn left"
          keys="R"
          icon={RotateCcw}
          isDisabled={isEmpty}
          onPress={does.turnLeft}
        />
        <ToolbarButton
          label="−1°: turn a little left"
          keys=","
          text="−1°"
          isDisabled={isEmpty}
          onPress={does.tiltLeft}
        />
        <span className={styles.angle}>{angle}°</span>
        <ToolbarButton
          label="+1°: turn a little right"
          keys="."
          text="+1°"
          isDisabled={isEmpty}
          onPress={does.tiltRight}
        />
        <ToolbarButton
          label="Turn right"
          keys="r"
          icon={RotateCw}
          isDisabled={isEmpty}
          onPress={does.turnRight}
        />
      </span>
      <AdjustmentTools desk={desk} />
      <span className={styles.group}>
        <ToolbarButton
          label="Loupe"
          keys="l"
          icon={CircleDashed}
          isPressed={desk.loupe.at !== null}
          isDisabled={isEmpty}
          onPress={desk.loupe.toggle}
        />
        <ToolbarButton
          label="Full screen"
          keys="f"
          icon={Expand}
          isPressed={desk.isFull}
          onPress={does.full}
        />
      </span>
      <span className={styles.group}>
        <ToolbarButton
          label="Compare two"
          keys="s"
          icon={Columns2}
          isPressed={isCompared}
          isDisabled={!desk.canCompare}
          onPress={does.compare}
        />
        {isCompared ? (
          <ToolbarButton
            label="Zoom and move both together"
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
            label="Page before"
            keys="p"
            text="‹"
            isDisabled={pages.at <= 1}
            onPress={does.pageBack}
          />
          <span className={styles.count}>
            Page {pages.at} of {pages.of}
          </span>
          <ToolbarButton
            label="Next page"
            keys="n"
            text="›"
            isDisabled={pages.at >= pages.of}
            onPress={does.pageOn}
          />
          {pages.words ? <span role="alert">{pages.words}</span> : null}
        </span>
      ) : null}
    </section>
  )
}

function AdjustmentTools({ desk: { does, laid } }: { readonly desk: ViewerControls }): ReactNode {
  const isEmpty = laid === null
  const look = laid?.look
  return (
    <span className={styles.group}>
      <ToolbarButton
        label="Less contrast"
        keys="C"
        text="−"
        isDisabled={isEmpty}
        onPress={does.lessContrast}
      />
      <Contrast size={15} aria-hidden />
      <ToolbarButton
        label="More contrast"
        keys="c"
        text="+"
        isDisabled={isEmpty}
        onPress={does.moreContrast}
      />
      <ToolbarButton label="Darker" keys="B" text="−" isDisabled={isEmpty} onPress={does.darker} />
      <Sun size={15} aria-hidden />
      <ToolbarButton label="Brighter" keys="b" text="+" isDisabled={isEmpty} onPress={does.brighter} />
      <ToolbarButton
        label="Invert"
        keys="i"
        text="Invert"
        isPressed={look?.inverted ?? false}
        isDisabled={isEmpty}
        onPress={does.invert}
      />
      <ToolbarButton
        label="Grey, without colours"
        keys="m"
        text="Grey"
        isPressed={look?.grey ?? false}
        isDisabled={isEmpty}
        onPress={does.grey}
      />
      <ToolbarButton
        label="Show it as it is"
        keys="x"
        icon={Undo2}
        isDisabled={isEmpty}
        onPress={does.plain}
      />
    </span>
  )
}
