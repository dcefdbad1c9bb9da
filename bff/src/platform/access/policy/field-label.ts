/** The name of a field in the interface of the service, and words for it. */
export type FieldWords = readonly [member: string, words: string]
