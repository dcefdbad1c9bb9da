import { type PurposeCode, ticketNumberSchema } from '@paydesk/shared/core/purposes'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { detectPersonalDataInTicket } from './detect-personal-data.ts'
import { choosePurposeByDigit, focusPurposeChoice } from './purpose-choice.tsx'

/** Purpose and ticket as typed. */
interface TypedReason {
  readonly purpose: PurposeCode | null
  readonly caseRef: string
}

/**
 * Ties the fields of purpose and ticket of one form: the form begins at the purpose, whose digit leads to the ticket.
 * `reason` is null until both are there.
 */
export function usePurposeAndTicket(
  { purpose, caseRef }: TypedReason,
  onChoose: (code: PurposeCode) => void,
) {
  const texts = useMessages('lists').missing
  const purposeField = useRef<HTMLFieldSetElement>(null)
  const ticketField = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurposeChoice(purposeField.current), [])
  const ticket =
    detectPersonalDataInTicket(caseRef).length === 0 ? ticketNumberSchema.safeParse(caseRef).data : undefined
  return {
    ...{ purposeField, ticketField },
    isTicket: ticket !== undefined,
    reason: purpose === null || ticket === undefined ? null : { purpose, caseRef: ticket },
    missing: [...(purpose === null ? [texts.reason] : []), ...(ticket === undefined ? [texts.ticket] : [])],
    chooseByDigit(event: KeyboardEvent) {
      choosePurposeByDigit(event, (code) => {
        onChoose(code)
        ticketField.current?.focus()
        ticketField.current?.select()
      })
    },
  }
}
