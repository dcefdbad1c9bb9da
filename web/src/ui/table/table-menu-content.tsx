import type { DataTableName } from '@paydesk/shared/administration/settings'
import { ArrowLeft, ArrowRight, Minus, Plus, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useSession } from '../../lib/session-context.tsx'
import { useChangeSettings } from '../../lib/settings-context.ts'
import { Button } from '../forms/button.tsx'
import { SegmentButton, SegmentedControl } from '../forms/segmented-control.tsx'
import { IconButton } from '../text/icon-button.tsx'
import type { DataColumn } from './data-table-types.ts'
import { columnWidthLimitsPx, useTableLayout } from './table-layout.ts'
import styles from './table-menu-content.module.css'

export interface TableMenuProps {
  readonly list: DataTableName
  /** All columns, in their order on screen. */
  readonly columns: readonly Pick<DataColumn<never>, 'id' | 'header' | 'label'>[]
  readonly shown: readonly string[]
  readonly fixed: readonly string[]
  /** Receives the columns to show, and the one that was shown or hidden. */
  readonly onShow: (ids: readonly string[], column: string) => void
  /** Width of a column on screen (px). */
  readonly measure: (id: string) => number
}

const densities = ['compact', null, 'roomy'] as const

/** Columns with their order and width, the height of rows, and printing: loaded when the menu opens. */
export function TableMenuContent({
  list,
  columns,
  shown,
  fixed,
  onShow,
  measure,
}: TableMenuProps): ReactNode {
  const texts = useMessages('lists').table
  const { density } = useSession().settings
  const changeSettings = useChangeSettings()
  const { reset } = useTableLayout(list)
  return (
    <>
      <p className={styles.title}>{texts.columns}</p>
      <ul className={styles.columns}>
        {columns.map((column, at) => (
          <ColumnLine key={column.id} {...{ list, column, columns, at, shown, onShow, measure, fixed }} />
        ))}
      </ul>
      <p className={styles.title}>{texts.density}</p>
      <SegmentedControl legend={texts.density}>
        {densities.map((value) => (
          <SegmentButton
            key={value}
            isChosen={density === value}
            onChoose={() => changeSettings({ density: value })}
          >
            {texts.densities[value ?? 'normal']}
          </SegmentButton>
        ))}
      </SegmentedControl>
      <p className={styles.foot}>
        <Button look="quiet" onClick={reset}>
          {texts.reset}
        </Button>
        <Button look="quiet" onClick={() => window.print()}>
          <Printer size={14} aria-hidden /> {texts.print}
        </Button>
      </p>
    </>
  )
}

interface ColumnLineProps extends TableMenuProps {
  readonly column: TableMenuProps['columns'][number]
  readonly at: number
}

/** Shows or hides a column, moves it, and sets its width. */
function ColumnLine({
  list,
  column,
  columns,
  at,
  shown,
  fixed,
  onShow,
  measure,
}: ColumnLineProps): ReactNode {
  const texts = useMessages('lists').table
  const format = useFormatter()
  const { change } = useTableLayout(list)
  const { id, header, label = header } = column
  const isShown = shown.includes(id)
  function move(by: number) {
    const order = columns.map((one) => one.id)
    change({ column: id, order: order.toSpliced(at, 1).toSpliced(at + by, 0, id) })
  }
  function resize(by: number) {
    const width = Math.min(
      columnWidthLimitsPx.max,
      Math.max(columnWidthLimitsPx.min, Math.round(measure(id)) + by),
    )
    change({ widths: { [id]: width } })
  }
  const button = (text: string, icon: ReactNode, isDisabled: boolean, onClick: () => void) => {
    const name = format.text(text, { column: label })
    return (
      <IconButton
        className={styles.step}
        label={name}
        title={name}
        // Keeps the focus, unlike `disabled`, when the end is reached.
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onClick()}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <li className={styles.column}>
      <label className={styles.name}>
        <input
          type="checkbox"
          checked={isShown}
          disabled={fixed.includes(id) || (isShown && shown.length === 1)}
          onChange={() => onShow(isShown ? shown.filter((one) => one !== id) : [...shown, id], id)}
        />
        <span title={label}>{label}</span>
      </label>
      {button(texts.forward, <ArrowLeft size={13} aria-hidden />, at === 0, () => move(-1))}
      {button(texts.back, <ArrowRight size={13} aria-hidden />, at === columns.length - 1, () => move(1))}
      {button(texts.narrower, <Minus size={13} aria-hidden />, !isShown, () =>
        resize(-columnWidthLimitsPx.step),
      )}
      {button(texts.wider, <Plus size={13} aria-hidden />, !isShown, () => resize(columnWidthLimitsPx.step))}
    </li>
  )
}
