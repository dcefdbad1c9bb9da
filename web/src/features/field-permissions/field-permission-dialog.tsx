import type {
  FieldPermissionRow,
  FieldPermissionsView,
  PermissionCellCoverage,
} from '@paydesk/shared/compliance/field-permissions'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './field-permissions.module.css'
import { describeCell } from './filter-field-rows.ts'

interface FieldPermissionDialogProps {
  readonly view: FieldPermissionsView
  readonly row: FieldPermissionRow
  readonly role: Role
  readonly onClose: () => void
}

/** Details of one cell: access, reason, local change and the last masking proof. */
export function FieldPermissionDialog({ view, row, role, onClose }: FieldPermissionDialogProps): ReactNode {
  const words = describeCell(view, row.cells[role], row)
  const label = view.roles.find((one) => one.role === role)?.label ?? role
  const named = view.classes.find((one) => one.class === row.class)
  const change = view.changes.find((one) => one.field === row.field && one.role === role)
  return (
    <Dialog title={`${row.words}, for ${label}`} onClose={onClose}>
      <dl className={styles.detail}>
        <dt>Sees</dt>
        <dd>
          {words.says}
          {row.cells[role] === '-' ? null : <code className={styles.notation}> {row.cells[role]}</code>}
        </dd>
        {words.example ? (
          <>
            <dt>Made-up example</dt>
            <dd>
              <code>{words.example.value}</code> → <code>{words.example.shows}</code>
            </dd>
          </>
        ) : null}
        {change ? (
          <>
            <dt>Changed here</dt>
            <dd data-looser={change.isLooser || undefined}>
              {change.isLooser ? '▲ Shows more than the default: ' : '▽ Shows less than the default: '}
              {describeCell(view, change.from).short} → {describeCell(view, change.to).short}
            </dd>
          </>
        ) : null}
        <dt>Why</dt>
        <dd>{row.why}</dd>
        <dt>Class</dt>
        <dd>
          {named?.label ?? row.class}. {named?.means}
        </dd>
        <dt>In the interface</dt>
        <dd>
          <code>{row.member}</code>, here <code>{row.field}</code>
        </dd>
        <dt>Proof</dt>
        <dd>
          <CellProofDetails view={view} cover={row.covered?.[role] ?? null} />
        </dd>
      </dl>
    </Dialog>
  )
}

/** Shows which checks and exits covered the cell in the last masking proof. */
function CellProofDetails({
  view,
  cover,
}: {
  readonly view: FieldPermissionsView
  readonly cover: PermissionCellCoverage | null
}): ReactNode {
  const { standing, says, proof } = view.proof
  if (cover === null || proof === null) return says
  return (
    <>
      <p>
        {says}
        {standing === 'failed' ? ', ' : ' '}
        <Timestamp at={proof.at} as="full" />: {formatCountOf(cover.pairs, 'pair')} that had to look the same,{' '}
        {formatCountOf(cover.mutants, 'change')} of this cell caught.
      </p>
      <ul className={styles.checks}>
        {view.checks.map(({ check, label, means }) => {
          const isDone = cover.checks.includes(check)
          return (
            <li key={check} data-done={isDone || undefined}>
              <span aria-hidden>{isDone ? '✓' : '–'}</span>
              <span>
                <b>{label}</b>
                {isDone ? '' : ', not for this cell'}. {means}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={styles.quiet}>
        {cover.exits.length === 0
          ? 'No answer of the walk carries this field, so no exit was searched for it.'
          : `Searched: ${view.exits
              .filter(({ exit }) => cover.exits.includes(exit))
              .map(({ label }) => label.toLowerCase())
              .join(', ')}.`}
      </p>
    </>
  )
}
