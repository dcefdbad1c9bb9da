import type { DescribedFieldPermissions } from '@paydesk/shared/compliance/access-policy-text'
import type { Role } from '@paydesk/shared/core/permissions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './field-permissions.module.css'
import { countFieldsByAccess, describePermissionCell } from './filter-field-rows.ts'
import type { FieldPermissionsSearchParams } from './search-params.ts'

interface FieldPermissionChangesProps {
  readonly view: DescribedFieldPermissions
  readonly onOpen: (cell: { readonly field: string; readonly role: Role }) => void
}

/** Lists deviations from the product’s default field permissions. The server sends looser cells first. */
export function FieldPermissionChanges({ view, onOpen }: FieldPermissionChangesProps): ReactNode {
  const texts = useMessages('fieldPermissions')
  const format = useFormatter()
  const { roles } = useMessages('signIn')
  const { changes } = view
  if (changes.length === 0) return null
  const loose = changes.filter(({ isLooser }) => isLooser).length
  return (
    <section aria-label={texts.changes.label} className={styles.changes}>
      <h2 className={styles.head}>
        {format.text(texts.changes.count, { count: changes.length })}
        {loose > 0 ? `, ${format.text(texts.changes.looser, { count: loose })}` : ''}
      </h2>
      <ul>
        {changes.map(({ field, role, from, to, isLooser }) => (
          <li key={`${field} ${role}`} data-looser={isLooser || undefined}>
            <button type="button" className={styles.change} onClick={() => onOpen({ field, role })}>
              <b>{isLooser ? texts.changes.showsMore : texts.changes.showsLess}</b>
              <code>{field}</code>
              <span>{format.text(texts.changes.forRole, { role: roles[role].label })}</span>
              <span>
                {describePermissionCell(view, from).short} → {describePermissionCell(view, to).short}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Summarises the field access of one role in numbers, or names the two roles being compared. */
export function RoleFieldAccessSummary({
  view,
  address,
}: {
  readonly view: DescribedFieldPermissions
  readonly address: FieldPermissionsSearchParams
}): ReactNode {
  const texts = useMessages('fieldPermissions')
  const format = useFormatter()
  const { roles } = useMessages('signIn')
  const { role, with: other } = address
  if (role === undefined) return null
  if (other !== undefined && other !== role)
    return (
      <p className={styles.summary}>
        {format.parts(texts.comparison, {
          one: <b key="one">{roles[role].label}</b>,
          other: <b key="other">{roles[other].label}</b>,
        })}
      </p>
    )
  const counts = countFieldsByAccess(view, role)
  const countFields = (count: number) => format.text(texts.fields, { count })
  return (
    <p className={styles.summary}>
      {format.parts(texts.visibility, {
        role: <b key="role">{roles[role].label}</b>,
        full: countFields(counts.full),
        part: countFields(counts.part),
        little: countFields(counts.little),
        none: countFields(counts.none),
      })}{' '}
      {roles[role].sees}
    </p>
  )
}
