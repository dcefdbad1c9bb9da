/** Views of documents and requests to take one out. Times are ms since 1970 (UTC); no byte of a document is kept. */
export interface DocumentSchema {
  document_views: {
    id: string
    environment: string
    merchant: string
    /** Handle of the identity record. */
    identity: string
    /** Handle of the document, and the place of the file in it. */
    document: string
    file: number
    /** The one session that may fetch the content. */
    session_hash: string
    /** Of the bytes that were judged: others are not shown under this view. */
    sha256: string
    opened_at: number
    until: number
    /** How often the content was asked for. */
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
    /** Names and texts of staff are sealed. */
    name: string
    purpose: string
    case_ref: string
    sealed_text: string
    /** Kind of the document, as who asked saw it; null where they saw none. */
    sealed_kind: string | null
    at: number
    /** Until then another person may answer. */
    until: number
    answer: 'confirm' | 'refuse' | null
    answered_issuer: string | null
    answered_subject: string | null
    answered_name: string | null
    sealed_answer: string | null
    answered_at: number | null
    /** Until then the first person may fetch it, once. */
    fetch_until: number | null
    fetched_at: number | null
  }
}
