import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { DriftFilter } from '@paydesk/shared/work/drift'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AtHandRow, AtHandWaiting } from '../../ui/page/home-summary.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { driftQueries } from './queries.ts'

interface DriftAtHandProps {
  readonly env: EnvironmentName
  /** A link to the differences behind this filter. */
  readonly link: (filter: DriftFilter, words: ReactNode) => ReactNode
}

/** On the home page: how many differences nobody has explained, and what today brought. */
export function DriftAtHand({ env, link }: DriftAtHandProps): ReactNode {
  const { data, isError } = useQuery(driftQueries(useClient()).page(env, {}))
  const name = link({}, 'Reconcile')
  if (!data) return <AtHandWaiting name={name} keys="g x" isMissing={isError} />
  const { open, explained, openedToday, closedToday } = data.figures
  const facts = [
    open === 0 ? 'nothing unexplained' : `${countOf(open, 'difference')} unexplained`,
    ...(explained > 0 ? [link({ status: 'explained' }, `${counted(explained)} explained`)] : []),
    `today ${counted(openedToday)} opened, ${counted(closedToday)} closed`,
  ]
  return <AtHandRow name={name} keys="g x" facts={facts} />
}
