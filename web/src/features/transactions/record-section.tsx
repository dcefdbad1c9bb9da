import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { RecordJson } from '../../ui/page/record-json.tsx'
import type { TransactionPlace } from './queries.ts'
import { transactionQueries } from './queries.ts'

export function RecordSection({ place }: { readonly place: TransactionPlace }): ReactNode {
  const [wanted, setWanted] = useState(false)
  const record = useQuery({ ...transactionQueries(useClient()).record(place), enabled: wanted })
  return <RecordJson query={record} open={() => setWanted(true)} reread={() => record.refetch()} />
}
