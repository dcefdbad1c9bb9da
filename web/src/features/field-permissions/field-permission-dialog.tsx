import type {
  FieldPermissionRow,
  FieldPermissionsView,
  PermissionCellCoverage,
} from '@paydesk/shared/compliance/field-permissions'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
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
  const texts = useMessages('fieldPermissions').dialog
  const format = useFormat()
  const words = describeCell(view, row.cells[role], row)
  const label = view.roles.find((one) => one.role === role)?.label ?? role
  const named = view.classes.find((one) => one.class === row.class)
  const change = view.changes.find((one) => one.field === row.field && one.role === role)
  return (
    <Dialog title={format.text(texts.title, { field: row.words, role: label })} onClose={onClose}>
      <dl className={styles.detail}>
        <dt>{texts.sees}</dt>
        <dd>
          {words.says}
          {row.cells[role] === '-' ? null : <code className={styles.notation}> {row.cells[role]}</code>}
        </dd>
        {words.example ? (
          <>
            <dt>{texts.example}</dt>
            <dd>
              <code>{words.example.value}</code> → <code>{words.example.shows}</code>
            </dd>
          </>
        ) : null}
        {change ? (
          <>
            <dt>{texts.changed}</dt>
            <dd data-looser={change.isLooser || undefined}>
              {format.text(change.isLooser ? texts.showsMore : texts.showsLess, {
                from: describeCell(view, change.from).short,
                to: describeCell(view, change.to).short,
              })}
            </dd>
          </>
        ) : null}
        <dt>{texts.why}</dt>
        <dd>{row.why}</dd>
        <dt>{texts.class}</dt>
        <dd>
          {named?.label ?? row.class}. {named?.means}
        </dd>
        <dt>{texts.interface}</dt>
        <dd>
          {format.parts(texts.here, {
            member: <code key="member">{row.member}</code>,
            field: <code key="field">{row.field}</code>,
          })}
        </dd>
        <dt>{texts.proof}</dt>
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
  const texts = useMessages('fieldPermissions').dialog
  const format = useFormat()
  const { standing, says, proof } = view.proof
  if (cover === null || proof === null) return says
  return (
    <>
      <p>
        {says}
        {standing === 'failed' ? ', ' : ' '}
        <Timestamp at={proof.at} as="full" />:{' '}
        {format.text(texts.coverage, {
          pairs: format.text(texts.pairs, { count: cover.pairs }),
          changes: format.text(texts.cellChanges, { count: cover.mutants }),
        })}
      </p>
      <ul className={styles.checks}>
        {view.checks.map(({ check, label, means }) => {
          const isDone = cover.checks.includes(check)
          return (
            <li key={check} data-done={isDone || undefined}>
              <span aria-hidden>{isDone ? '✓' : '–'}</span>
              <span>
                {isDone ? (
                  <b>{label}</b>
                ) : (
                  format.parts(texts.notForCell, { check: <b key="check">{label}</b> })
                )}
                . {means}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={styles.quiet}>
        {cover.exits.length === 0
          ? texts.noExits
          : format.text(texts.searched, {
              exits: view.exits
                .filter(({ exit }) => cover.exits.includes(exit))
                .map(({ label }) => label)
                .join(', '),
            })}
      </p>
    </>
  )
}
