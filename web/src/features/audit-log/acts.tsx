import type { TrailAct } from '@paydesk/shared/compliance/trail-seen'
import type { ReactNode } from 'react'
import { countOf } from '../../ui/text/counted.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { Mark } from '../../ui/text/state-mark.tsx'
import styles from './trail.module.css'
import { lowered } from './words.ts'

interface ActsProps {
  readonly acts: readonly TrailAct[]
}

/** What somebody did, each with how often and when last. */
export function Acts({ acts }: ActsProps): ReactNode {
  return (
    <ul className={styles.acts}>
      {acts.map((act, at) => (
        <li key={at}>
          <span className={styles.act} data-result={act.result}>
            {act.result === 'allowed' ? null : <Mark tone={act.result === 'refused' ? 'review' : 'bad'} />}
            {sayingOf(act)}
          </span>
          <span className={styles.last}>
            {act.times > 1 ? `${act.times} ×, ` : ''}
            <RowTime at={act.lastAt} as="exact" />
          </span>
        </li>
      ))}
    </ul>
  )
}

function sayingOf(act: TrailAct): string {
  const { says, words, records, field, purpose, ticket, result } = act
  const several = words !== null && records > 1 ? countOf(records, words) : `the ${words}`
  const whom = words === null ? '' : ` ${several}`
  return [
    `${says}${whom}`,
    ...(field === null ? [] : [`value: ${field}`]),
    ...(purpose === null ? [] : [`reason: ${lowered(purpose.words)}`]),
    ...(ticket === null ? [] : [`ticket ${ticket}`]),
    ...(result === 'allowed' ? [] : [result]),
  ].join(', ')
}
