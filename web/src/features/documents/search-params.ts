import { documentFileNumberSchema, documentHandleSchema } from '@paydesk/shared/compliance/documents'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import { z } from 'zod'
import type { DocumentFileRef } from './queries.ts'

const filePositionSchema = z
  .string()
  .refine((text) => /^\d{1,2}$/.test(text) && documentFileNumberSchema.safeParse(Number(text)).success)

/** `file`: index of the file in its document. `with`, `also`: the document beside it, and its file. */
const viewerSearchSchema = z.object({
  file: filePositionSchema.optional().catch(undefined),
  with: documentHandleSchema.optional().catch(undefined),
  also: filePositionSchema.optional().catch(undefined),
  /** Purpose chosen before re-authentication, so that the user does not choose it twice. */
  purpose: purposeCodeSchema.optional().catch(undefined),
})
export type DocumentViewerSearchParams = z.output<typeof viewerSearchSchema>

export const readDocumentViewerSearchParams = (search: Record<string, unknown>): DocumentViewerSearchParams =>
  viewerSearchSchema.parse(search)

/** Reads from the address the main file and the file beside it. */
export function readDocumentViewerFiles(
  document: DocumentFileRef['document'],
  { file, with: other, also }: DocumentViewerSearchParams,
) {
  return {
    here: { document, file: Number(file ?? 0) },
    beside: other === undefined ? null : { document: other, file: Number(also ?? 0) },
  }
}

/** Builds the address of the viewer without default values. */
export function buildDocumentViewerSearchParams({
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
