import type { TrailFigures, TrailFilter } from '@paydesk/shared/compliance/trail'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AtHandRow, AtHandWaiting } from '../../ui/page/home-summary.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { trailQueries } from './queries.ts'

interface TrailAtHandProps {
  readonly env: EnvironmentName
  /** A link to the entries behind this filter. */
  readonly link: (filter: TrailFilter, words: ReactNode) => ReactNode
}

/** On the home page: what was refused today, and whether the trail is whole. */
export function TrailAtHand({ env, link }: TrailAtHandProps): ReactNode {
  const { data, isError } = useQuery(trailQueries(useClient()).figures(env))
  const name = link({}, 'Audit')
  if (!data) return <AtHandWaiting name={name} keys="g a" isMissing={isError} />
  const { day, today, sees, verified } = data
  const whose = sees === 'own' ? ' of yours' : ''
  const facts = [
    today.refused === 0
      ? `no refusal${whose} today`
      : link({ result: 'refused', from: day }, `${countOf(today.refused, 'refusal')}${whose} today`),
    `${countOf(today.reveals, 'value')} revealed or checked${sees === 'own' ? ' by you' : ''}`,
    ...(verified === null ? [] : [<Verified key="verified" of={verified} />]),
  ]
  return <AtHandRow name={name} keys="g a" facts={facts} />
}

function Verified({ of }: { readonly of: NonNullable<TrailFigures['verified']> }): ReactNode {
  switch (of.state) {
    case 'never':
      return 'not verified since the start'
    case 'running':
      return 'being verified'
    case 'broken':
      return 'the last verification stopped before its end'
    case 'done':
      return (
        <>
          {of.whole ? 'whole' : '▲ not whole'}, verified <RowTime at={of.endedAt} as="age" />
        </>
      )
  }
}
