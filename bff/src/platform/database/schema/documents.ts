/** Document views and download requests. Times are ms since 1970 (UTC); documents are never stored. */
export interface DocumentTables {
  document_views: {
    id: string
    environment: string
    merchant: string
    /** Handle of the identity record. */
    identity: string
    /** Handle of the document; `file` is the position of the file in the document. */
    document: string
    file: number
    /** Hash of the only session that may fetch the content. */
    session_hash: string
    /** Hash of the inspected bytes; different bytes are not shown under this view. */
    sha256: string
    opened_at: number
    until: number
    /** Number of times the content of the file was fetched during this access. */
    fetched: number
    closed_at: number | null
  }
  download_requests: {
    id: string
    environment: string
    merchant: string
    identity: string
    document: string
    file: number
    issuer: string
    subject: string
    /** Encrypted, as all names and texts of staff. */
    name: string
    purpose: string
    case_ref: string
    sealed_text: string
    /** Kind of the document as the requester saw it, encrypted; null if the requester saw none. */
    sealed_kind: string | null
    at: number
    /** End of the period in which another person may answer. */
    until: number
    answer: 'confirm' | 'refuse' | null
    answered_issuer: string | null
    answered_subject: string | null
    answered_name: string | null
    sealed_answer: string | null
    answered_at: number | null
    /** End of the period in which the requester may fetch the document, once. */
    download_until: number | null
    downloaded_at: number | null
  }
}
