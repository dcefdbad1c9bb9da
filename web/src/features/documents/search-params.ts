import { documentHandle, fileNumber } from '@paydesk/shared/compliance/documents'
import { purposeCode } from '@paydesk/shared/core/purposes'
import { z } from 'zod'
import type { DocumentFileRef } from './queries.ts'

const filePosition = z
  .string()
  .refine((text) => /^\d{1,2}$/.test(text) && fileNumber.safeParse(Number(text)).success)

/** `file`: place of the file in its document. `with`, `also`: the document beside it and its file. */
export const viewerSearchSchema = z.object({
  file: filePosition.optional().catch(undefined),
  with: documentHandle.optional().catch(undefined),
  also: filePosition.optional().catch(undefined),
  /** Chosen before a proof of who one is, so that it is not chosen twice. */
  purpose: purposeCode.optional().catch(undefined),
})
type ViewerSearchParams = z.output<typeof viewerSearchSchema>

/** What lies on the desk by the address: the file itself, and the one beside it. */
export function readViewerFiles(
  document: DocumentFileRef['document'],
  { file, with: other, also }: ViewerSearchParams,
) {
  return {
    here: { document, file: Number(file ?? 0) },
    beside: other === undefined ? null : { document: other, file: Number(also ?? 0) },
  }
}

/** The address of a desk; what it would be without saying so is left out. */
export function buildViewerSearchParams({
  here,
  beside,
}: {
  readonly here: DocumentFileRef
  readonly beside: DocumentFileRef | null
}) {
  const at = (file: number) => (file === 0 ? undefined : String(file))
  return {
    file: at(here.file),
    with: beside?.document,
    also: beside === null ? undefined : at(beside.file),
  }
}
