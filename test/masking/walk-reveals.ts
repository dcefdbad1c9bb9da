import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'
import { sampleTicket } from './walk-review.ts'

/** Paths that the walk tries to reveal: they need re-authentication, or no role may reveal them. */
const neverGiven: readonly (readonly string[])[] = [
  ['profile', 'dob'],
  ['id'],
  ['download_url'],
  ['zz_unknown'],
]

const ask = (record: object, path: readonly string[]): WalkInput => ({
  params: { env },
  body: { record, path, purpose: 'identity_check', caseRef: sampleTicket },
})

const askGroup = (identity: string, ...fields: readonly string[]): WalkInput => ({
  params: { env },
  body: { record: { kind: 'identity', identity }, fields, purpose: 'identity_check', caseRef: sampleTicket },
})

/** Well-formed calls about reveals; values in clear are tested in `reveals.test.ts`. */
export const revealCalls = {
  revealField: ({ identityHandle, transactions }: WalkSubject): WalkInput[] => [
    ...neverGiven.map((path) => ask({ kind: 'identity', identity: identityHandle }, path)),
    ...transactions.flatMap((transaction) => [
      ask({ kind: 'transaction', transaction }, ['secret']),
      ask({ kind: 'notification', transaction, position: 1, listLength: 1 }, [
        'card_reference',
        'card_token',
      ]),
    ]),
  ],
  revealFieldGroup: ({ identityHandle }: WalkSubject): WalkInput[] => [
    askGroup(identityHandle, 'last_name', 'dob'),
    askGroup(identityHandle, 'last_name', 'billing_address_city'),
    askGroup(identityHandle, 'last_name', 'last_name'),
  ],
  consumePendingReveal: (): WalkInput[] => [{ params: { env } }],
  listUnusualAccessAlerts: (): WalkInput[] => [{ params: { env } }],
  acknowledgeUnusualAccessAlert: (): WalkInput[] => [{ params: { env, alert: `w_${'0'.repeat(20)}` } }],
} as const
