import type { FieldPermissionsView } from '@paydesk/shared/compliance/field-permissions'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { formatCountOf } from '../../ui/text/format-count.ts'
import styles from './field-permissions.module.css'
import { countVisibility, describeCell } from './filter-field-rows.ts'
import type { FieldPermissionsSearchParams } from './search-params.ts'

interface FieldPermissionChangesProps {
  readonly view: FieldPermissionsView
  readonly onOpen: (cell: { readonly field: string; readonly role: Role }) => void
}

/** Lists deviations from the product’s default field permissions. The server sends looser cells first. */
export function FieldPermissionChanges({ view, onOpen }: FieldPermissionChangesProps): ReactNode {
  const { changes, roles } = view
  if (changes.length === 0) return null
  const loose = changes.filter(({ isLooser }) => isLooser).length
  return (
    <section aria-label="Changed on this installation" className={styles.changes}>
      <h2 className={styles.head}>
        {formatCountOf(changes.length, 'cell is', 'cells are')} changed on this installation
        {loose > 0 ? `, ${loose} of them ${loose === 1 ? 'shows' : 'show'} more than the default` : ''}
      </h2>
      <ul>
        {changes.map(({ field, role, from, to, isLooser }) => (
          <li key={`${field} ${role}`} data-looser={isLooser || undefined}>
            <button type="button" className={styles.change} onClick={() => onOpen({ field, role })}>
              <b>{isLooser ? '▲ Shows more' : '▽ Shows less'}</b>
              <code>{field}</code>
              <span>for {roles.find((one) => one.role === role)?.label ?? role}:</span>
              <span>
                {describeCell(view, from).short} → {describeCell(view, to).short}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Summarises the field access of one role in numbers, or names the two roles being compared. */
export function RoleVisibilitySummary({
  view,
  address,
}: {
  readonly view: FieldPermissionsView
  readonly address: FieldPermissionsSearchParams
}): ReactNode {
  const labelled = (role: Role | undefined) => view.roles.find((one) => one.role === role)
  const [one, other] = [labelled(address.role), labelled(address.with)]
  if (one === undefined) return null
  if (other !== undefined && other !== one)
    return (
      <p className={styles.summary}>
        Where <b>{one.label}</b> and <b>{other.label}</b> do not see the same.
      </p>
    )
  const { full, part, little, none } = countVisibility(view, one.role)
  return (
    <p className={styles.summary}>
      <b>{one.label}</b> sees <b>{full}</b> {full === 1 ? 'field' : 'fields'} in full, <b>{part}</b> in part,
      of <b>{little}</b> no more than that there is something, names or own rows, and nothing of <b>{none}</b>
      . {one.sees}
    </p>
  )
}
