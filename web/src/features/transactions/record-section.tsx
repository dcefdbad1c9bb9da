import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { RecordJson } from '../../ui/page/record-json.tsx'
import type { TransactionRef } from './queries.ts'
import { transactionQueries } from './queries.ts'

export function TransactionRecordSection({ place }: { readonly place: TransactionRef }): ReactNode {
  const [wanted, setWanted] = useState(false)
  const record = useQuery({ ...transactionQueries(useApiClient()).record(place), enabled: wanted })
  return <RecordJson query={record} open={() => setWanted(true)} reread={() => record.refetch()} />
}
