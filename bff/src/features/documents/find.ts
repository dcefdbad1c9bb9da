import type { EnvironmentName, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { FieldRule } from '@paydesk/shared/core/problem'
import type { DocumentElementFile } from '../../payment-service/parsing/document-elements.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Bulkhead } from '../../payment-service/transport/bulkhead.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { StaffRequestDeps } from '../../platform/approvals/staff-requests.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type ListedDocument, readIdentityDocuments } from '../../records/documents.ts'
import type { HandleStore } from '../../records/handles.ts'
import { type InspectedDocumentFile, inspectDocumentFile } from './inspect.ts'

export interface DocumentDeps extends StaffRequestDeps {
  readonly handles: HandleStore
  /** Bulkhead for files held in memory, each of them completely. */
  readonly documentHolds: Bulkhead
  /** Counts the access in the hourly budget of its person. Throws `access_limit_reached`. */
  readonly consumeBudget: (kind: 'document', caller: ScopedActor, about: string) => Promise<unknown>
  readonly config: { readonly documentBytes: number; readonly reauthenticationMs: number }
  service(environment: EnvironmentName): PaymentService
}

/** Time limit (ms) of a call that waits for a file slot. */
const fileMemorySlotTimeoutMs = 5_000

export interface DocumentFileRef {
  readonly identity: IdentityHandle
  readonly document: string
  readonly file: number
}

export interface FoundDocumentFile extends DocumentFileRef {
  readonly merchant: MerchantId
  readonly listedDocument: ListedDocument
  readonly elementFile: DocumentElementFile
}

/**
 * Finds one file of a document in the payment service's current list.
 * Throws `not_found` if the list has changed.
 */
export async function findListedDocumentFile(
  documentFileRef: DocumentFileRef,
  caller: ScopedActor,
  deps: DocumentDeps,
): Promise<FoundDocumentFile> {
  const { documents, merchant } = await readIdentityDocuments(documentFileRef.identity, caller, deps)
  const listed = documents.find(({ document }) => document === documentFileRef.document)
  const elementFile = listed?.element.files[documentFileRef.file]
  if (listed === undefined || elementFile === undefined) throw new ProblemError('not_found')
  return { ...documentFileRef, merchant, listedDocument: listed, elementFile }
}

/** Creates the problem that says why a document is not shown. */
export function createDocumentNotShownProblem(
  name: 'address' | 'size' | 'type' | 'content',
  rule: FieldRule,
  values?: Readonly<Record<string, number>>,
): ProblemError {
  return new ProblemError('document_not_shown', { fields: [{ name, rule, ...(values && { values }) }] })
}

export interface FetchedDocumentFile extends InspectedDocumentFile {
  readonly bytes: Uint8Array
  /** Releases the memory; `bytes` must not be read afterwards. */
  readonly release: () => void
}

/**
 * Fetches a file from the payment service and inspects its type. The file is held completely in memory, so
 * the caller must hold a slot (`acquireFileMemorySlot`). Throws `document_not_shown` for an address outside the
 * payment service and for a file that is too large.
 */
export async function fetchDocumentFile(
  { elementFile }: FoundDocumentFile,
  { actor, scope }: ScopedActor,
  { service, config }: DocumentDeps,
): Promise<FetchedDocumentFile> {
  const { address } = elementFile
  if (address.where !== 'here') throw createDocumentNotShownProblem('address', 'service_url')
  const outcome = await service(scope.environment).readDocument(address, { reference: actor.reference })
  if (outcome.outcome === 'failed' && outcome.cause === 'too_large')
    throw createDocumentNotShownProblem('size', 'max_bytes', { max: config.documentBytes })
  const { value } = unwrapOutcome(outcome)
  return { ...inspectDocumentFile(value), bytes: value.bytes, release: value.release }
}

/**
 * Acquires a slot for one file. The returned function releases the slot and may be
 * called more than once. Throws `upstream_busy`.
 */
export async function acquireFileMemorySlot({
  documentHolds,
}: Pick<DocumentDeps, 'documentHolds'>): Promise<() => void> {
  const leave = await documentHolds.enter(fileMemorySlotTimeoutMs)
  if (leave === null) throw new ProblemError('upstream_busy', { retryAfter: 5 })
  let isOut = false
  return () => {
    if (!isOut) leave()
    isOut = true
  }
}

/** Returns true if the field permissions of the role allow the content of documents. */
export function canSeeDocumentContent(fieldAccess: FieldAccess): boolean {
  const { visibility } = fieldAccess.mask(guardValue('document.content', 'content'))
  return visibility === 'masked' || visibility === 'clear'
}
