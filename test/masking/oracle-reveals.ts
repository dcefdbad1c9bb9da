import type { Role } from '@paydesk/shared/core/permissions'

type Way = 'plain' | 'step_up'
type Ways = Readonly<Partial<Record<Role, Way>>>

const compliance: Ways = { compliance: 'plain' }
const proved: Ways = { compliance: 'step_up' }
const both: Ways = { finance: 'plain', compliance: 'plain' }

/** Members of the profile that compliance may see in clear, for a reason. */
const profile = [
  'title',
  'first_name',
  'middle_name',
  'last_name',
  'fullname',
  'gender',
  'citizen_country',
  'birth_country',
  'billing_address_secondary',
  'billing_address_street',
  'billing_address_city',
  'billing_address_postal_code',
  'residential_address_secondary',
  'residential_address_street_number',
  'residential_address_street',
  'residential_address_city',
  'residential_address_postal_code',
  'email',
  'remote_user_id',
]

/** Whom the access design lets see a value in clear (R) or only after a proof (R+), kept by hand. */
const ways: Readonly<Record<string, Ways>> = {
  'authorization.account.identifier': compliance,
  // The way to the customer's hosted page: to whoever hands it over, after a proof.
  'request.address': { support: 'step_up', compliance: 'step_up' },
  ...Object.fromEntries(profile.map((member) => [`identity.profile.${member}`, compliance])),
  'identity.profile.dob': proved,
  'derived.document_member': compliance,
  'derived.file_name': compliance,
  'identity.supporting_documents[].status': compliance,
  'identity.supporting_documents[].country': compliance,
  'state.original_message.account.identifier': compliance,
  'state.original_message.account.ext.*': compliance,
  'notifications[].original_message.account.identifier': compliance,
  'notifications[].original_message.account.ext.*': compliance,
  'notifications[].card_reference.expiry_date': compliance,
  'notifications[].screen_entities': proved,
  'notifications[].original_sender_iban': both,
  'notifications[].beneficiary_iban': both,
  'notifications[].beneficiary_acno': both,
  'notifications[].original_sender_name': compliance,
  'notifications[].original_sender_address': both,
  'notifications[].transaction_detail': both,
}

/** How this role may see in clear what stands at this path; null where it may not. */
export function revealsAt(path: string, role: Role): Way | null {
  const generic = path.replace(/\[\d+\]/g, '[]').replace(/(\.account\.ext)\.[^.[\]]+$/, '$1.*')
  return Object.hasOwn(ways, generic) ? (ways[generic]?.[role] ?? null) : null
}

/** What a document's address is called. It is a way to the file, and nobody's to see. */
const address = /(?:^|[._])(?:url|uri|href|link|src)$/
/** Seen in full by whoever sees documents at all. */
const inFull: readonly string[] = ['kind', 'type', 'document_type', 'category', 'created_at']

/** The same of a document asked for by itself: members of every name, and names of files. `path` is below it. */
export function documentRevealsAt(path: string, role: Role): Way | null {
  return address.test(path) || inFull.includes(path) ? null : (compliance[role] ?? null)
}
