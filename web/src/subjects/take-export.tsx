import type { EnvironmentName } from '@paydesk/shared/ids'
import type { SubjectRequestView } from '@paydesk/shared/subject'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useAnnounce } from '../ui/announce.tsx'
import { Button } from '../ui/button.tsx'
import { eachPiece, saveAs } from '../ui/data-export.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { readRequestsAgain, subjectQueries } from './queries.ts'
import styles from './subjects.module.css'

interface TakeExportProps {
  readonly env: EnvironmentName
  readonly one: SubjectRequestView
}

/** Takes the export as a file: once, whatever becomes of it. */
export function TakeExport({ env, one: { request } }: TakeExportProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const take = useMutation({
    ...subjectQueries(useClient()).take(env),
    // A stream that breaks off fails the whole: half an export is no file.
    async onSuccess(body, id) {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      await eachPiece(body, (piece) => pieces.push(piece))
      saveAs(`paydesk-customer-export-${id}.json`, pieces, 'application/json')
      announce('The export is in your downloads')
    },
    onSettled: () => readRequestsAgain(queryClient, env),
  })
  return (
    <>
      <p className={styles.line}>
        <Button
          look="primary"
          disabled={take.isPending || take.isSuccess}
          onClick={() => take.mutate(request)}
        >
          <Download size={14} aria-hidden /> {take.isPending ? 'Taking…' : 'Take the export'}
        </Button>
        <span className={styles.quiet}>You can take it once. It holds personal data in clear.</span>
      </p>
      {take.error ? (
        <ProblemNote
          error={take.error}
          missing="The export was not taken; once begun, it has to be asked for anew"
        />
      ) : null}
    </>
  )
}
