import type { EnvironmentName, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { ElementFile } from '../../payment-service/parsing/document-elements.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Bulkhead } from '../../payment-service/transport/bulkhead.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type ListedDocument, readIdentityDocuments } from '../../records/documents.ts'
import type { HandleStore } from '../../records/handles.ts'
import { type InspectedFile, inspectFile } from './inspect.ts'

export interface DocumentDeps {
  readonly handles: HandleStore
  readonly store: Store
  readonly seal: FieldCipher
  /** Files that are held in memory at a time, each of them whole. */
  readonly documentHolds: Bulkhead
  readonly config: { readonly documentBytes: number; readonly stepUpMs: number }
  service(environment: EnvironmentName): PaymentService
}

export interface DocumentCaller {
  readonly actor: Actor
  readonly scope: Scope
}

/** So long (ms) a call waits until fewer files are held. */
const slotTimeoutMs = 5_000

export interface DocumentFileRef {
  readonly identity: IdentityHandle
  readonly document: string
  readonly file: number
}

export interface FoundFile extends DocumentFileRef {
  readonly merchant: MerchantId
  readonly listedDocument: ListedDocument
  readonly elementFile: ElementFile
}

/** One file of a document as the service lists it now. Throws `not_found` where the list has changed. */
export async function findFile(
  wanted: DocumentFileRef,
  caller: DocumentCaller,
  needs: DocumentDeps,
): Promise<FoundFile> {
  const { documents, merchant } = await readIdentityDocuments(wanted.identity, caller, needs)
  const listed = documents.find(({ document }) => document === wanted.document)
  const named = listed?.element.files[wanted.file]
  if (listed === undefined || named === undefined) throw new ProblemError('not_found')
  return { ...wanted, merchant, listedDocument: listed, elementFile: named }
}

/** What stands in the way, in words of ours. */
export function createNotShownProblem(
  name: 'address' | 'size' | 'type' | 'content',
  expected: string,
): ProblemError {
  return new ProblemError('document_not_shown', { fields: [{ name, expected }] })
}

export interface FetchedFile extends InspectedFile {
  readonly bytes: Uint8Array
  /** Gives the memory back: nothing of it may be read after that. */
  readonly release: () => void
}

/**
 * Fetches a file from the service and looks at what it is. It is held whole by the caller, who has a turn
 * (`takeTurn`). Throws `document_not_shown` for an address that is not asked, and for what is too large.
 */
export async function fetchFile(
  { elementFile }: FoundFile,
  { actor, scope }: DocumentCaller,
  { service, config }: DocumentDeps,
): Promise<FetchedFile> {
  const { address } = elementFile
  if (address.where !== 'here')
    throw createNotShownProblem('address', 'an address of the payment service itself')
  const outcome = await service(scope.environment).readDocument(address, { reference: actor.reference })
  if (outcome.outcome === 'failed' && outcome.cause === 'too_large')
    throw createNotShownProblem('size', `at most ${config.documentBytes} bytes`)
  const { value } = unwrapOutcome(outcome)
  return { ...inspectFile(value), bytes: value.bytes, release: value.release }
}

/** A turn to hold one file; the way out may be taken more than once. Throws `upstream_busy`. */
export async function acquireFileSlot({
  documentHolds,
}: Pick<DocumentDeps, 'documentHolds'>): Promise<() => void> {
  const leave = await documentHolds.enter(slotTimeoutMs)
  if (leave === null) throw new ProblemError('upstream_busy', { retryAfter: 5 })
  let isOut = false
  return () => {
    if (!isOut) leave()
    isOut = true
  }
}

/** Whether the role may see what is in documents at all, by its cell. */
export function canSeeDocumentContent(sight: FieldAccess): boolean {
  const { seen } = sight.mask(guardValue('document.content', 'content'))
  return seen === 'masked' || seen === 'clear'
}
