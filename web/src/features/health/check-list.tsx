import type { Check } from '@paydesk/shared/administration/health'
import type { ReactNode } from 'react'
import type { Tone } from '../../ui/text/state-mark.tsx'
import { Mark } from '../../ui/text/state-mark.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './health-page.module.css'

const statuses: Record<Check['status'], { readonly tone: Tone; readonly word: string }> = {
  good: { tone: 'good', word: 'good' },
  attention: { tone: 'review', word: 'attention' },
  bad: { tone: 'bad', word: 'bad' },
  unknown: { tone: 'unknown', word: 'not known' },
}

/** A mark and a word: never a colour alone. */
export function StatusMark({ status }: Pick<Check, 'status'>): ReactNode {
  const { tone, word } = statuses[status]
  return (
    <span className={styles.status}>
      <Mark tone={tone} />
      {word}
    </span>
  )
}

interface CheckListProps {
  readonly checks: readonly Check[]
  readonly label: string
}

/** What was checked, how it stands, and when that was seen. */
export function CheckList({ checks, label }: CheckListProps): ReactNode {
  if (checks.length === 0) return <p className={styles.quiet}>Nothing to check.</p>
  return (
    <ul aria-label={label} className={styles.list}>
      {checks.map(({ name, status, says, checkedAt }) => (
        <li key={name} className={styles.check} data-status={status}>
          <StatusMark status={status} />
          <span className={styles.name}>{name}</span>
          <span className={styles.says}>{says}</span>
          <span className={styles.time}>
            {checkedAt === null ? 'never checked' : <Timestamp at={checkedAt} as="time" />}
          </span>
        </li>
      ))}
    </ul>
  )
}
