/** Invented member of staff who can sign in to the product. */
export interface StaffMember {
  readonly sub: string
  readonly name: string
  readonly role: string
  readonly roles: readonly string[]
  readonly merchants: readonly string[]
  readonly special?: boolean
}

const everyMerchant = ['demo-merchant', 'demo-outlet', 'demo-merchant-live']

export const staffMembers: readonly StaffMember[] = [
  {
    sub: 'ana.ruiz',
    name: 'Ana Ruiz',
    role: 'Support',
    roles: ['paydesk-support'],
    merchants: everyMerchant,
  },
  {
    sub: 'farid.nasser',
    name: 'Farid Nasser',
    role: 'Finance',
    roles: ['paydesk-finance'],
    merchants: everyMerchant,
  },
  {
    sub: 'fiona.brandt',
    name: 'Fiona Brandt',
    role: 'Finance, one merchant',
    roles: ['paydesk-finance'],
    merchants: ['demo-merchant'],
  },
  {
    sub: 'clara.weiss',
    name: 'Clara Weiss',
    role: 'Compliance',
    roles: ['paydesk-compliance'],
    merchants: everyMerchant,
  },
  {
    sub: 'auden.holt',
    name: 'Auden Holt',
    role: 'Auditor',
    roles: ['paydesk-auditor'],
    merchants: everyMerchant,
  },
  {
    sub: 'ada.moreau',
    name: 'Ada Moreau',
    role: 'Administrator',
    roles: ['paydesk-admin'],
    merchants: everyMerchant,
  },
  {
    sub: 'two.roles',
    name: 'Toni Reyes',
    role: 'Support and compliance',
    roles: ['paydesk-support', 'paydesk-compliance'],
    merchants: everyMerchant,
    special: true,
  },
  { sub: 'no.role', name: 'Noor Vale', role: 'No role', roles: [], merchants: everyMerchant, special: true },
]

export function personBy(sub: unknown): StaffMember | undefined {
  return staffMembers.find((person) => person.sub === sub)
}
