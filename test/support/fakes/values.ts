import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { MaskedValue, MaskKind } from '@paydesk/shared/core/masked-value'
import type { CompoundState, StateValue } from '@paydesk/shared/core/state'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'

export const buildClearValue = (text: string): MaskedValue => ({ visibility: 'clear', text })
export const buildMaskedValue = (text: string, mask: MaskKind): MaskedValue => ({
  visibility: 'masked',
  text,
  mask,
})
export const absentValue: MaskedValue = { visibility: 'absent' }
export const hiddenValue: MaskedValue = { visibility: 'hidden' }

export const buildState = (raw: string): StateValue => parseTransactionState(raw)
export const buildCompoundState = (raw: string): CompoundState => parseCompoundState(raw)

/** Data read at this moment: pages show only the time for today. */
export const buildDataFreshness = (): DataFreshness => ({ at: new Date().toISOString(), from: 'service' })

export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
