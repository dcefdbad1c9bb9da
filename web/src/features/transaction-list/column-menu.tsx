import type { ReactNode } from 'react'
import { ChoiceMenu } from '../../ui/forms/choice-menu.tsx'
import type { OptionalColumn } from './address.ts'
import { optionalColumns } from './address.ts'

const words: Record<OptionalColumn, string> = {
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
  readonly shown: readonly OptionalColumn[]
  readonly onChoose: (cols: string) => void
}

export function ColumnMenu({ shown, onChoose }: ColumnMenuProps): ReactNode {
  return (
    <ChoiceMenu
      name="Columns"
      isQuiet
      options={optionalColumns.map((value) => ({ value, word: words[value] }))}
      chosen={shown}
      onChoose={(chosen) => onChoose(chosen.length > 0 ? chosen.join(',') : 'none')}
    />
  )
}
