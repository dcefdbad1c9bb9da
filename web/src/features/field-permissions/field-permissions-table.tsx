import type {
  DescribedFieldPermission,
  DescribedFieldPermissions,
  DescribedPermissionCell,
} from '@paydesk/shared/compliance/access-policy-text'
import type { Role } from '@paydesk/shared/core/permissions'
import type { KeyboardEvent, ReactNode } from 'react'
import { Fragment, useRef, useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './field-permissions.module.css'
import { describePermissionCell } from './filter-field-rows.ts'

interface FieldPermissionsTableProps {
  readonly view: DescribedFieldPermissions
  readonly rows: readonly DescribedFieldPermission[]
  readonly roles: readonly Role[]
  /** Shows the meaning of a cell in words; there is room only with few roles. */
  readonly isWordy: boolean
  readonly onOpen: (field: string, role: Role) => void
}

interface CellPosition {
  readonly row: number
  readonly column: number
}

const steps: Readonly<Record<string, CellPosition>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -10, column: 0 },
  PageDown: { row: 10, column: 0 },
}

const clampIndex = (at: number, count: number) => Math.max(0, Math.min(at, count - 1))

/** Field permissions table with one Tab stop: arrow keys move between cells, Enter opens a cell. */
export function FieldPermissionsTable({
  view,
  rows,
  roles,
  isWordy,
  onOpen,
}: FieldPermissionsTableProps): ReactNode {
  const texts = useMessages('fieldPermissions')
  const labels = useMessages('signIn').roles
  const body = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<CellPosition>({ row: 0, column: 0 })
  const here = { row: clampIndex(at.row, rows.length), column: clampIndex(at.column, roles.length) }
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const row = clampIndex(here.row + step.row, rows.length)
    const column = clampIndex(here.column + step.column, roles.length)
    setAt({ row, column })
    body.current?.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroller} aria-label={texts.table} tabIndex={0}>
      <table ref={body} className={styles.matrix} data-wordy={isWordy || undefined} onKeyDown={onKeyDown}>
        <caption className="unseen">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.field}>
              {texts.field}
            </th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {labels[role].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={row.field}>
              {rows[index - 1]?.group === row.group ? null : (
                <tr>
                  <th scope="colgroup" colSpan={roles.length + 1} className={styles.groupHead}>
                    <span>{row.groupLabel}</span>
                  </th>
                </tr>
              )}
              <tr>
                <FieldHead row={row} />
                {roles.map((role, column) => (
                  <td key={role} data-changed={findCellChange(view, row, role)}>
                    <PermissionCell
                      words={describePermissionCell(view, row.cells[role], row)}
                      change={findCellChange(view, row, role)}
                      place={`${index} ${column}`}
                      isHere={index === here.row && column === here.column}
                      isWordy={isWordy}
                      onFocus={() => setAt({ row: index, column })}
                      onOpen={() => onOpen(row.field, role)}
                    />
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CellChange = 'looser' | 'tighter' | undefined

function findCellChange(
  { changes }: DescribedFieldPermissions,
  { field }: DescribedFieldPermission,
  role: Role,
): CellChange {
  const change = changes.find((one) => one.field === field && one.role === role)
  return change === undefined ? undefined : change.isLooser ? 'looser' : 'tighter'
}

function FieldHead({ row }: { readonly row: DescribedFieldPermission }): ReactNode {
  const { classes, ownField } = useMessages('accessPolicy')
  const messagesOf = classes[row.class]
  const source = row.interfaceField ?? ownField
  return (
    <th scope="row" className={styles.field}>
      <span className={styles.words}>{row.label}</span>
      <span className={styles.member}>
        <code title={source}>{source}</code>
        <span className={styles.class} data-class={row.class} title={messagesOf.meaning}>
          {messagesOf.label}
        </span>
      </span>
    </th>
  )
}

const tones: Readonly<Record<DescribedPermissionCell['kind'], string>> = {
  full: 'full',
  mask: 'part',
  reveal: 'part',
  step_up: 'part',
  presence: 'little',
  names: 'little',
  own: 'little',
  no: 'none',
}
const marks: Readonly<Partial<Record<DescribedPermissionCell['kind'], string>>> = {
  reveal: 'R',
  step_up: 'R+',
}

interface PermissionCellProps {
  readonly words: DescribedPermissionCell
  readonly change: CellChange
  readonly place: string
  readonly isHere: boolean
  readonly isWordy: boolean
  readonly onFocus: () => void
  readonly onOpen: () => void
}

function PermissionCell({
  words,
  change,
  place,
  isHere,
  isWordy,
  onFocus,
  onOpen,
}: PermissionCellProps): ReactNode {
  const texts = useMessages('fieldPermissions')
  const mark = marks[words.kind]
  return (
    <button
      type="button"
      className={styles.cell}
      data-tone={tones[words.kind]}
      data-at={place}
      tabIndex={isHere ? 0 : -1}
      aria-haspopup="dialog"
      onFocus={onFocus}
      onClick={onOpen}
    >
      <span className={styles.short}>
        {words.short}
        {mark ? <abbr title={words.description}>{mark}</abbr> : null}
        {change ? <b> {change === 'looser' ? texts.more : texts.less}</b> : null}
      </span>
      {words.example && !isWordy ? <span className={styles.shows}>{words.example.shows}</span> : null}
      {isWordy ? (
        <span className={styles.says}>
          {words.description}
          {words.example ? (
            <>
              {' '}
              <code>{words.example.value}</code> → <code>{words.example.shows}</code>
            </>
          ) : null}
        </span>
      ) : null}
    </button>
  )
}
