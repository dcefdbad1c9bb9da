/** Formats an instant (ms since 1970) as ISO 8601 UTC, as answers have it. */
export const formatIsoTime = (at: number): string => new Date(at).toISOString()
