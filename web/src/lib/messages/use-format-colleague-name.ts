import type { Colleague } from '@paydesk/shared/core/colleague'
import { useCallback } from 'react'
import { useMessages } from './messages-context.tsx'

/** `subject` stands alone or begins a sentence; `object` follows a preposition such as "by". */
type NameForm = 'subject' | 'object'

export type ColleagueNamer = (person: Colleague, form: NameForm) => string

/** Returns what names a member of staff in a sentence: `You`, the name, or `A colleague` if no name is stored. */
export function useFormatColleagueName(): ColleagueNamer {
  const { you, colleague } = useMessages('ui').people
  return useCallback(({ name, me }, form) => (me ? you[form] : (name ?? colleague[form])), [you, colleague])
}
