/** A person is who the identity provider says, never a role or a session. */
export interface Person {
  readonly issuer: string
  readonly subject: string
}

export function isPerson({ issuer, subject }: Person, other: Person): boolean {
  return issuer === other.issuer && subject === other.subject
}

const folded = (subject: string) =>
  subject
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .toLowerCase()

/**
 * Whether the two may be one person: the same subject to the eye too, where a provider writes it now this
 * way and now that. Who is to be somebody else must not even seem to be the same.
 */
export function mayBePerson(one: Person, other: Person): boolean {
  return one.issuer === other.issuer && folded(one.subject) === folded(other.subject)
}

/** A session of which there is something new: it began, ended or took another role. */
export interface SessionNews extends Person {
  readonly handle: string | null
}
