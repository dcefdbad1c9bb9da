import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import type { DraftKind } from '@paydesk/shared/administration/drafts'
import { useState } from 'react'
import type { FormDraft } from './draft.tsx'

/** Input of a form that begins with its draft, else with `empty`. A change is saved; an empty form keeps no draft. */
export function useDraftInput<Kind extends DraftKind>(
  draft: FormDraft<Kind>,
  empty: DraftContent<Kind>,
): readonly [DraftContent<Kind>, (part: Partial<DraftContent<Kind>>) => void] {
  const [typed, setTyped] = useState(draft.initial ?? empty)
  function change(part: Partial<DraftContent<Kind>>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(JSON.stringify(next) === JSON.stringify(empty) ? null : next)
  }
  return [typed, change]
}
