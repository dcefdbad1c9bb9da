import { plural } from '../../core/message.ts'

export const englishSignIn = {
  expiry: {
    idleTitle: 'Are you still there?',
    endTitle: 'Your session ends soon',
    idleDetail: 'You will be signed out because you have not used Paydesk for a while.',
    endDetail: 'It has almost reached its maximum length. You can sign in again and continue here.',
    secondsLeft: plural('count', { one: '{count} second left.', other: '{count} seconds left.' }),
    stay: 'Stay signed in',
    understood: 'OK',
  },
  person: {
    menu: ': role, settings, sign out',
    role: 'Active role',
    roleNotChanged: 'Role not changed',
    signOut: 'Sign out',
    notSignedOut: 'Sign-out failed',
  },
  noAccess: 'Your role {role} has no access to {page}. It sees: {sees}',
  askAdministrator: 'If you need access, ask your administrator.',
  roles: {
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
      sees: 'Payments and identity IDs in full; personal data masked, field by field.',
    },
    auditor: {
      label: 'Auditor',
      sees: 'Payments with amounts as ranges and IDs by their last characters; no names, accounts or contact data.',
    },
    admin: { label: 'Administrator', sees: 'The operation of Paydesk; no customers and no payments.' },
  },
} as const
