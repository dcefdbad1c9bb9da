import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useMutation } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useToast } from '../../ui/text/toasts.tsx'

/** Downloads the field permissions as a JSON file for an assessor. */
export function useFieldPermissionsExport(env: EnvironmentName) {
  const texts = useMessages('fieldPermissions')
  const client = useApiClient()
  const showToast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.call(endpoints.exportFieldPermissionsJson, { params: { env } }),
    onSuccess(list) {
      const bytes = new Blob([JSON.stringify(list, null, 2)], { type: 'application/json' })
      const address = URL.createObjectURL(bytes)
      const link = document.createElement('a')
      link.href = address
      link.download = 'paydesk-field-permissions.json'
      link.click()
      URL.revokeObjectURL(address)
      showToast({ text: texts.exported })
    },
  })
  return { start: () => mutate(), isPending, error }
}

type JsonExport = ReturnType<typeof useFieldPermissionsExport>

export function FieldPermissionsExportButton({ start, isPending }: JsonExport): ReactNode {
  const texts = useMessages('fieldPermissions')
  return (
    <Button disabled={isPending} onClick={start}>
      <Braces size={14} aria-hidden /> {texts.exportJson}
    </Button>
  )
}

export function FieldPermissionsExportError({ start, error }: JsonExport): ReactNode {
  const texts = useMessages('fieldPermissions')
  return error ? <ProblemNote error={error} retry={start} missing={texts.notExported} /> : null
}
