import { type DocumentHandle, documentHandle } from '@paydesk/shared/compliance/documents'
import type { EnvironmentName, IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import type { Reading } from '@paydesk/shared/core/reading'
import { found } from '../payment-service/found.ts'
import type { DocumentElement } from '../payment-service/parsing/document-elements.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import type { Seal } from '../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { identityBehind } from './customers.ts'
import type { Handles } from './handles.ts'
import { belongsTo } from './transactions.ts'

export interface ListedDocument {
  readonly document: DocumentHandle
  readonly position: number
  readonly element: DocumentElement
}

export interface ReadDocuments {
  readonly identity: IdentityHandle
  readonly merchant: MerchantId
  readonly reading: Reading
  readonly documents: readonly ListedDocument[]
  readonly more: number
}

export interface ReadDocumentsNeeds {
  readonly handles: Handles
  readonly seal: Seal
  service(environment: EnvironmentName): PaymentService
}

/**
 * A handle of 96 keyed bits: it tells nothing of the element, and an element in the same place with files
 * elsewhere has another one. Under a former data key it is another one as well: the list is read anew.
 */
function handleOf(identity: string, position: number, fingerprint: string, seal: Seal): DocumentHandle {
  const [digest] = seal.lookups(`document/${identity}`, `${position}\n${fingerprint}`)
  return documentHandle.parse(`doc_${digest.slice(0, 24)}`)
}

/** The documents of an identity record. Throws `not_found`, `upstream_mismatch` or the problem of the read. */
export async function readDocuments(
  identity: IdentityHandle,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { handles, seal, service }: ReadDocumentsNeeds,
): Promise<ReadDocuments> {
  const { rid, id, merchant } = await identityBehind(identity, scope, handles)
  const read = await service(scope.environment).readDocuments(id, { reference: actor.reference })
  const { value, reading } = found(read)
  // The handle was made for this customer's identity; documents of somebody else are not shown.
  if (!belongsTo(value.record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
  const documents = value.elements.listed.map((element, position) => ({
    document: handleOf(identity, position, element.fingerprint, seal),
    position,
    element,
  }))
  return { identity, merchant, reading, documents, more: value.elements.more }
}
