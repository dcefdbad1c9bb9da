/** Person as identified by the identity provider, never by a role or a session. */
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
 * True if both may be the same person: also if the subjects only look alike, since a provider may write one
 * subject in several ways. A second person must not even seem to be the first.
 */
export function isPossiblySamePerson(one: Person, other: Person): boolean {
  return one.issuer === other.issuer && normalizeSubject(one.subject) === normalizeSubject(other.subject)
}

/** Session that began, ended or changed its role. */
export interface SessionChange extends Person {
  readonly handle: string | null
}
