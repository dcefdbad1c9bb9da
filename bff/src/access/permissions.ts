import type { Permission, Role } from '@paydesk/shared/permissions'

const reads: readonly Permission[] = [
  'lookup.use',
  'customer.read',
  'transaction.read',
  'transaction.record',
  'notification.read',
  'identity.summary',
]
const identityReads: readonly Permission[] = ['identity.read', 'identity.record']

const granted: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  support: new Set(reads),
  finance: new Set([...reads, ...identityReads]),
  compliance: new Set([...reads, ...identityReads]),
  auditor: new Set([...reads, ...identityReads]),
  // Whoever administers does not see customers.
  admin: new Set(),
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

/** What a role may do. The sets are fixed for the life of the process. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return granted[role]
}

/** Name of the role and one sentence on what it sees, for the who-am-I answer. */
export function wordsOf(role: Role): { readonly label: string; readonly sees: string } {
  return words[role]
}
