import { documentHandle, fileNumber } from '@paydesk/shared/compliance/documents'
import { purposeCode } from '@paydesk/shared/core/purpose'
import { z } from 'zod'
import type { FileRef } from './queries.ts'

const place = z
  .string()
  .refine((text) => /^\d{1,2}$/.test(text) && fileNumber.safeParse(Number(text)).success)

/** `file`: place of the file in its document. `with`, `also`: the document beside it and its file. */
export const deskAddress = z.object({
  file: place.optional().catch(undefined),
  with: documentHandle.optional().catch(undefined),
  also: place.optional().catch(undefined),
  /** Chosen before a proof of who one is, so that it is not chosen twice. */
  purpose: purposeCode.optional().catch(undefined),
})
type DeskAddress = z.output<typeof deskAddress>

/** What lies on the desk by the address: the file itself, and the one beside it. */
export function deskOf(document: FileRef['document'], { file, with: other, also }: DeskAddress) {
  return {
    here: { document, file: Number(file ?? 0) },
    beside: other === undefined ? null : { document: other, file: Number(also ?? 0) },
  }
}

/** The address of a desk; what it would be without saying so is left out. */
export function deskSearch({ here, beside }: { readonly here: FileRef; readonly beside: FileRef | null }) {
  const at = (file: number) => (file === 0 ? undefined : String(file))
  return {
    file: at(here.file),
    with: beside?.document,
    also: beside === null ? undefined : at(beside.file),
  }
}
