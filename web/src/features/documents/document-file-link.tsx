import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DocumentFileRef, DocumentsIdentityRef } from './queries.ts'
import { buildDocumentViewerSearchParams } from './search-params.ts'

/** Address of a file in the viewer. */
export function buildDocumentViewerLink({
  env,
  identity,
  document,
  file,
}: DocumentsIdentityRef & DocumentFileRef) {
  return linkOptions({
    to: '/$env/identities/$identity/documents/$document',
    params: { env, identity, document },
    search: buildDocumentViewerSearchParams({ here: { document, file }, beside: null }),
  })
}

interface DocumentFileLinkProps extends DocumentsIdentityRef, DocumentFileRef {
  /** Shortcut that opens the file. */
  readonly keys?: string | undefined
  readonly children: ReactNode
}

/** Links to a file in the viewer. */
export function DocumentFileLink({ keys, children, ...file }: DocumentFileLinkProps): ReactNode {
  return (
    <Link {...buildDocumentViewerLink(file)} aria-keyshortcuts={keys}>
      {children}
    </Link>
  )
}
