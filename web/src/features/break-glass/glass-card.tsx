import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { useHalfMinutes } from '../../ui/state/clock.ts'
import { shownText } from '../../ui/text/masked-value.tsx'
import { useZone } from '../../ui/text/zone.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import styles from './glass-page.module.css'
import { glassQueries } from './queries.ts'
import { whoWords, whyWords } from './words.ts'

/** On the home page of whoever answers for it: what nobody has acknowledged, and reports that are missing. */
export function GlassCard({ link }: { readonly link: (words: ReactNode) => ReactNode }): ReactNode {
  const { data } = useQuery(glassQueries(useClient()).list('waiting'))
  const zone = useZone()
  const now = useHalfMinutes()
  if (!data || data.breaks.length === 0) return null
  return (
    <ul aria-label="Broken glass" className={styles.cards}>
      {data.breaks.map((one) => (
        <li key={one.glass} className={styles.card} data-running={!one.isOver || undefined}>
          <p>
            <b>
              <span aria-hidden>▲</span> {whoWords(one)}
            </b>
            : {whyWords(one, zone, now)}
          </p>
          <p className={styles.text}>{shownText(one.text)}</p>
          <p className={styles.actions}>
            {one.isReportMissing ? <b className={styles.missing}>Report missing</b> : null}
            <AcknowledgeButton one={one} />
            {link('Look at it')}
          </p>
        </li>
      ))}
    </ul>
  )
}
