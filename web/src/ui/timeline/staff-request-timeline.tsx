import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { FieldValue } from '../text/field-value.tsx'

/** Number of requests up to which the server lists those of a customer. */
export const maxListedStaffRequests = 100

/** Paragraph with a text of staff, such as a ticket or a comment; nothing without one. */
export function StaffTextParagraph({ text }: { readonly text: MaskedValue | null }): ReactNode {
  if (text === null || text.visibility === 'absent') return null
  return (
    <p>
      <FieldValue value={text} />
    </p>
  )
}
