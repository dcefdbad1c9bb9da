import type { MaskName, Shown } from '@paydesk/shared/core/masked-value'
import type { Reading } from '@paydesk/shared/core/reading'
import type { CompoundState, StateValue } from '@paydesk/shared/core/state'
import { readCompound, readState } from '@paydesk/shared/core/state'

export const clear = (text: string): Shown => ({ seen: 'clear', text })
export const masked = (text: string, mask: MaskName): Shown => ({ seen: 'masked', text, mask })
export const absent: Shown = { seen: 'absent' }
export const hidden: Shown = { seen: 'hidden' }

export const stateOf = (raw: string): StateValue => readState(raw)
export const compoundOf = (raw: string): CompoundState => readCompound(raw)

/** A reading of this moment: pages say the time alone for today. */
export const readNow = (): Reading => ({ at: new Date().toISOString(), from: 'service' })

export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
