import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AtHandRow, AtHandWaiting } from '../../ui/page/home-summary.tsx'
import { counted } from '../../ui/text/counted.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { sightQueries } from './queries.ts'

interface ProofAtHandProps {
  readonly env: EnvironmentName
  /** A link to the matrix. */
  readonly link: (words: ReactNode) => ReactNode
}

/** On the home page: when the masking was last proved, and how that stands. */
export function ProofAtHand({ env, link }: ProofAtHandProps): ReactNode {
  const { data, isError } = useQuery(sightQueries(useClient()).proof(env))
  const name = link('Who may see what')
  if (!data) return <AtHandWaiting name={name} keys="g w" isMissing={isError} />
  const { says, proof } = data
  if (proof === null) return <AtHandRow name={name} keys="g w" facts={[says]} />
  const { killed, mutants } = proof.figures
  const facts = [
    says,
    <Timestamp key="at" at={proof.at} as="relative" />,
    `${counted(killed)} of ${counted(mutants)} mutants caught`,
  ]
  return <AtHandRow name={name} keys="g w" facts={facts} />
}
