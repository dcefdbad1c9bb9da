import type { Permission, Role } from '@paydesk/shared/core/permissions'
import { behindGlass, sightBehindGlass } from './break-glass.ts'

const reads: readonly Permission[] = [
  'lookup.use',
  'customer.read',
  'transaction.read',
  'transaction.record',
  'notification.read',
  'identity.summary',
]
const identityReads: readonly Permission[] = ['identity.read', 'identity.record']

/** Lists over everything this office knows: for whoever works on more than the one customer who calls. */
const lists: readonly Permission[] = ['index.read', 'index.export', 'ledger.read', 'register.read']

/** `review.every`: items of every kind, not only those that concern identity and documents. */
const reviews: readonly Permission[] = ['review.place', 'review.read', 'review.work']

/** Questions to another role; the role in force says which ones it answers. */
const asks: readonly Permission[] = ['handover.ask']
const answers: readonly Permission[] = [...asks, 'handover.answer']

/** `drift.every`: differences of every kind, not only those that concern identity and documents. */
const drift: readonly Permission[] = ['drift.read', 'drift.explain']

/** `trail.own`: what somebody did themselves is never hidden from them. */
const everybody: readonly Permission[] = ['health.read', 'live.listen', 'trail.own', 'session.own']

/** What is in supporting documents, and taking one out of Paydesk, which another person has to confirm. */
const documents: readonly Permission[] = ['document.read', 'document.download']

/** Wider sight in an emergency; `glass.answer`: whoever is told of it and reads the report. */
const emergency: readonly Permission[] = ['glass.break']

/** One masked value in clear, for a reason. `reveal.watch`: hears of whoever does it unusually often. */
const reveals: readonly Permission[] = ['reveal.use']

/** Payments that this office asks the service for. `request.address`: the customer's way to the hosted page. */
const requests: readonly Permission[] = ['request.read', 'request.make']

const granted: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  support: new Set([
    ...everybody,
    ...reads,
    ...asks,
    'review.place',
    'caller.check',
    ...emergency,
    ...requests,
    'request.address',
  ]),
  finance: new Set([
    ...everybody,
    ...reads,
    ...identityReads,
    ...lists,
    'ledger.reprocess',
    ...reviews,
    ...answers,
    'review.every',
    ...drift,
    'drift.every',
    'caller.check',
    ...emergency,
    ...reveals,
    ...requests,
  ]),
  compliance: new Set([
    ...everybody,
    ...reads,
    ...identityReads,
    ...lists,
    'ledger.reprocess',
    ...reviews,
    ...answers,
    ...drift,
    'trail.subject',
    'subject.export',
    'caller.check',
    'sight.read',
    ...documents,
    'glass.answer',
    'glass.count',
    ...reveals,
    'reveal.watch',
    'request.read',
    'request.address',
  ]),
  // Whoever audits changes nothing.
  auditor: new Set([
    ...everybody,
    ...reads,
    ...identityReads,
    ...lists,
    'health.details',
    'review.place',
    'review.read',
    'review.every',
    'drift.read',
    'drift.every',
    'trail.subject',
    'trail.every',
    'trail.verify',
    'trail.export',
    'sight.read',
    'session.every',
    'glass.count',
    'request.read',
    // Whom an entry of the trail is about: of everything else the matrix gives an auditor nothing in clear.
    ...reveals,
  ]),
  // Whoever administers sees no customers, and no value of a record either.
  admin: new Set([
    ...everybody,
    'import.run',
    'health.details',
    'trail.office',
    'trail.verify',
    'sight.read',
    'session.every',
    'session.end',
    'system.manage',
  ]),
}

const words: Readonly<Record<Role, { readonly label: string; readonly sees: string }>> = {
  support: {
    label: 'Support',
    sees: 'Payments and their states in full; names as initials, accounts and contact data masked; no identity records.',
  },
  finance: {
    label: 'Finance',
    sees: 'Payments, amounts and provider references in full; names as initials, accounts masked; no contact data.',
  },
  compliance: {
    label: 'Compliance',
    sees: 'Payments and identity ids in full; personal data masked, field by field.',
  },
  auditor: {
    label: 'Auditor',
    sees: 'Payments with amounts as ranges and ids by their last characters; no names, accounts or contact data.',
  },
  admin: { label: 'Administrator', sees: 'How Paydesk is run; no customers and no payments.' },
}

const behind = new Map(Object.values(granted).map((own) => [own, behindGlass(own)]))

/** What a role may do, or while the glass is broken. The sets are fixed for the life of the process. */
export function permissionsOf(role: Role, isBroken = false): ReadonlySet<Permission> {
  const own = granted[role]
  return (isBroken ? behind.get(own) : undefined) ?? own
}

/** Whose sight somebody of this role has. */
export function sightRoleOf(role: Role, isBroken: boolean): Role {
  return sightBehindGlass(role, granted[role], isBroken)
}

/** Name of the role and one sentence on what it sees, for the who-am-I answer. */
export function wordsOf(role: Role): { readonly label: string; readonly sees: string } {
  return words[role]
}
