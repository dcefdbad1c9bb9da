/** The name of a field in the interface of the service, and words for it. */
export type FieldLabel = readonly [member: string, words: string]
