import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { useLazyDialog } from '../../ui/dialog/use-lazy-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'

const loadDialog = () =>
  import('./record-access-report-dialog.tsx').then((made) => made.RecordAccessReportDialog)

/** Opens the search by a full ID, for roles that see IDs masked in the list. */
export function RecordAccessSearchButton(): ReactNode {
  const texts = useMessages('auditLog').access
  const lazyDialog = useLazyDialog(loadDialog)
  return (
    <>
      <Button {...lazyDialog.button}>
        <Search size={14} aria-hidden /> {texts.searchById}
      </Button>
      {!lazyDialog.isOpen ? null : lazyDialog.Part === null ? (
        <DialogPlaceholder title={texts.searchTitle} onClose={lazyDialog.close} />
      ) : (
        <lazyDialog.Part onClose={lazyDialog.close} />
      )}
    </>
  )
}
