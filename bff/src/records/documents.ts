import { type DocumentHandle, documentHandleSchema } from '@paydesk/shared/compliance/documents'
import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { EnvironmentName, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { DocumentElement } from '../payment-service/parsing/document-elements.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { unwrapOutcome } from '../payment-service/unwrap-outcome.ts'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import type { ScopedActor } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { resolveIdentityHandle } from './customers.ts'
import type { HandleStore } from './handles.ts'
import { canBelongToRid } from './transactions.ts'

export interface ListedDocument {
  readonly document: DocumentHandle
  readonly position: number
  readonly element: DocumentElement
}

export interface IdentityDocumentList {
  readonly identity: IdentityHandle
  readonly merchant: MerchantId
  readonly reading: DataFreshness
  readonly documents: readonly ListedDocument[]
  readonly more: number
}

export interface DocumentReadDeps {
  readonly handles: HandleStore
  readonly cipher: FieldCipher
  service(environment: EnvironmentName): PaymentService
}

/**
 * Derives a handle of 96 keyed bits, which reveals nothing of the element. An element at the same position
 * with other URLs has another handle. A changed data key changes the handles too: the list is then loaded
 * again.
 */
function deriveDocumentHandle(
  identity: string,
  position: number,
  fingerprint: string,
  cipher: FieldCipher,
): DocumentHandle {
  const [digest] = cipher.blindIndexes(`document/${identity}`, `${position}\n${fingerprint}`)
  return documentHandleSchema.parse(`doc_${digest.slice(0, 24)}`)
}

/**
 * Reads the documents of an identity record. Throws `not_found`, `upstream_mismatch` or the problem of the
 * read.
 */
export async function readIdentityDocuments(
  identity: IdentityHandle,
  { actor, scope }: ScopedActor,
  { handles, cipher, service }: DocumentReadDeps,
): Promise<IdentityDocumentList> {
  const { rid, id, merchant } = await resolveIdentityHandle(identity, scope, handles)
  const read = await service(scope.environment).readDocuments(id, { reference: actor.reference })
  const { value, reading } = unwrapOutcome(read)
  // Check the RID: the handle was created for this customer, and documents of another person are not shown.
  if (!canBelongToRid(value.record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
  const documents = value.elements.listed.map((element, position) => ({
    document: deriveDocumentHandle(identity, position, element.fingerprint, cipher),
    position,
    element,
  }))
  return { identity, merchant, reading, documents, more: value.elements.more }
}
