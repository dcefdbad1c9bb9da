/** Name of a field in the interface of the payment service, and its label. */
export type FieldLabel = readonly [member: string, words: string]
