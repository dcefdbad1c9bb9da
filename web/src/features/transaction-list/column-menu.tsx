import type { ReactNode } from 'react'
import { MultiSelect } from '../../ui/forms/select-menus.tsx'
import type { OptionalTransactionColumn } from './search-params.ts'
import { optionalTransactionColumns } from './search-params.ts'

const columnLabels: Record<OptionalTransactionColumn, string> = {
  merchantId: 'Merchant’s id or reference',
  amount: 'Amount',
  workflow: 'Workflow',
  merchant: 'Merchant',
  seen: 'First seen',
  changed: 'Last change',
  expires: 'Ends',
  finality: 'Final',
}

interface ColumnMenuProps {
  readonly shown: readonly OptionalTransactionColumn[]
  readonly onChoose: (cols: string) => void
}

export function ColumnMenu({ shown, onChoose }: ColumnMenuProps): ReactNode {
  return (
    <MultiSelect
      name="Columns"
      isQuiet
      options={optionalTransactionColumns.map((value) => ({ value, word: columnLabels[value] }))}
      chosen={shown}
      onChoose={(chosen) => onChoose(chosen.length > 0 ? chosen.join(',') : 'none')}
    />
  )
}
