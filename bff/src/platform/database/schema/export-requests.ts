/** Requests to export many rows. Times are ms since 1970 (UTC). */
export interface ExportRequestTables {
  export_requests: {
    id: string
    environment: string
    /** Merchants of the requester at the time of the request, as a JSON list: the export holds no others. */
    merchants: string
    /** List with its filter, as JSON; no member of a filter is personal. */
    selection: string
    /** Rows at the time of the request. */
    row_count: number
    issuer: string
    subject: string
    /** Encrypted, as all names and texts of staff. */
    name: string
    purpose: string
    case_ref: string
    sealed_text: string
    /** Also the time from which the filter counts ages. */
    at: number
    /** End of the period in which another person may answer. */
    until: number
    answer: 'confirm' | 'refuse' | null
    answered_issuer: string | null
    answered_subject: string | null
    answered_name: string | null
    sealed_answer: string | null
    answered_at: number | null
    withdrawn_at: number | null
    /** End of the period in which the requester may download the export. */
    download_until: number | null
    downloads: number
  }
}
