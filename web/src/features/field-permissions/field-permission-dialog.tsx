import type {
  DescribedFieldPermission,
  DescribedFieldPermissions,
} from '@paydesk/shared/compliance/access-policy-text'
import {
  maskingProofCheckSchema,
  outputChannelSchema,
  type PermissionCellCoverage,
} from '@paydesk/shared/compliance/field-permissions'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './field-permissions.module.css'
import { describePermissionCell } from './filter-field-rows.ts'

interface FieldPermissionDialogProps {
  readonly view: DescribedFieldPermissions
  readonly row: DescribedFieldPermission
  readonly role: Role
  readonly onClose: () => void
}

/** Details of one cell: access, reason, local change and the last masking proof. */
export function FieldPermissionDialog({ view, row, role, onClose }: FieldPermissionDialogProps): ReactNode {
  const texts = useMessages('fieldPermissions').dialog
  const format = useFormatter()
  const words = describePermissionCell(view, row.cells[role], row)
  const { label } = useMessages('signIn').roles[role]
  const { classes, ownField } = useMessages('accessPolicy')
  const messagesOf = classes[row.class]
  const change = view.changes.find((one) => one.field === row.field && one.role === role)
  return (
    <Dialog title={format.text(texts.title, { field: row.label, role: label })} onClose={onClose}>
      <dl className={styles.detail}>
        <dt>{texts.sees}</dt>
        <dd>
          {words.description}
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
                from: describePermissionCell(view, change.from).short,
                to: describePermissionCell(view, change.to).short,
              })}
            </dd>
          </>
        ) : null}
        <dt>{texts.why}</dt>
        <dd>{row.reason}</dd>
        <dt>{texts.class}</dt>
        <dd>
          {messagesOf.label}. {messagesOf.meaning}
        </dd>
        <dt>{texts.interface}</dt>
        <dd>
          {format.parts(texts.here, {
            member: <code key="member">{row.interfaceField ?? ownField}</code>,
            field: <code key="field">{row.field}</code>,
          })}
        </dd>
        <dt>{texts.proof}</dt>
        <dd>
          <CellProofDetails view={view} cover={row.coverage?.[role] ?? null} />
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
  readonly view: DescribedFieldPermissions
  readonly cover: PermissionCellCoverage | null
}): ReactNode {
  const texts = useMessages('fieldPermissions').dialog
  const format = useFormatter()
  const { statuses } = useMessages('fieldPermissionsHome')
  const { checks, channels } = useMessages('accessPolicy')
  const { status, proof } = view.proof
  if (cover === null || proof === null) return statuses[status]
  return (
    <>
      <p>
        {statuses[status]}
        {status === 'failed' ? ', ' : ' '}
        <Timestamp at={proof.at} as="full" />:{' '}
        {format.text(texts.coverage, {
          pairs: format.text(texts.pairs, { count: cover.pairs }),
          changes: format.text(texts.cellChanges, { count: cover.mutants }),
        })}
      </p>
      <ul className={styles.checks}>
        {maskingProofCheckSchema.options.map((check) => {
          const { label, meaning } = checks[check]
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
                . {meaning}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={styles.quiet}>
        {cover.exits.length === 0
          ? texts.noExits
          : format.text(texts.searched, {
              exits: outputChannelSchema.options
                .filter((channel) => cover.exits.includes(channel))
                .map((channel) => channels[channel].label)
                .join(', '),
            })}
      </p>
    </>
  )
}
