/** A person is who the identity provider says, never a role or a session. */
export interface Person {
  readonly issuer: string
  readonly subject: string
}

export function isSamePerson({ issuer, subject }: Person, other: Person): boolean {
  return issuer === other.issuer && subject === other.subject
}

const normalizeSubject = (subject: string) =>
  subject
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .toLowerCase()

/**
 * Whether the two may be one person: the same subject to the eye too, where a provider writes it now this
 * way and now that. Who is to be somebody else must not even seem to be the same.
 */
export function isPossiblySamePerson(one: Person, other: Person): boolean {
  return one.issuer === other.issuer && normalizeSubject(one.subject) === normalizeSubject(other.subject)
}

/** A session of which there is something new: it began, ended or took another role. */
export interface SessionChange extends Person {
  readonly handle: string | null
}
