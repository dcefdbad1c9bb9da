/** Settings of a member of staff; null where the person has not chosen. Deleted with the row in `staff`. */
export interface StaffSettingsTables {
  staff_settings: {
    issuer: string
    subject: string
    language: string | null
    time_zone: string | null
    number_style: string | null
    date_style: string | null
    theme: string | null
    density: string | null
    shortcuts: string | null
    rail: string | null
    /** Arrangement of tables by list, as JSON. */
    tables: string | null
    /** Kinds of inbox entries that also come as an alert, as JSON. */
    alerts: string | null
    /** Ids of the saved views with which lists open, as JSON. */
    default_views: string | null
    /** Milliseconds since 1970 (UTC). */
    changed_at: number
  }
}
