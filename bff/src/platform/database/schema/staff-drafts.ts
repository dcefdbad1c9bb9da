/** Unsent input of forms, one row for each person and form. Deleted when sent, or 30 days after the last change. */
export interface StaffDraftTables {
  staff_drafts: {
    id: string
    issuer: string
    subject: string
    environment: string
    /** Kind of the form, and the record that the form is about. */
    kind: string
    about: string
    /** Opened form that saved last, and the number of its save. */
    version: string
    /** Typed input, encrypted JSON. */
    sealed: string
    /** Milliseconds since 1970 (UTC). */
    changed_at: number
    /** Time at which the author discarded the draft, for Undo; null for a draft that a form opens with. */
    discarded_at: number | null
  }
}
