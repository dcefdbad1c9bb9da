import type { Role } from '@paydesk/shared/core/permissions'

type Way = 'plain' | 'step_up'
type Ways = Readonly<Partial<Record<Role, Way>>>

const compliance: Ways = { compliance: 'plain' }
const proved: Ways = { compliance: 'step_up' }
const both: Ways = { finance: 'plain', compliance: 'plain' }

/** Profile fields that compliance may reveal with a reason. */
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

/**
 * Reveal rights of the access design, copied by hand: `plain` (R), or `step_up` after re-authentication (R+).
 */
const ways: Readonly<Record<string, Ways>> = {
  'authorization.account.identifier': compliance,
  // Payment link: for the person who hands it over. Compliance creates no payments and re-authenticates.
  'request.address': { support: 'plain', finance: 'plain', compliance: 'step_up' },
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

/** Returns how this role may reveal the value at this path; null if it may not. */
export function revealsAt(path: string, role: Role): Way | null {
  const generic = path.replace(/\[\d+\]/g, '[]').replace(/(\.account\.ext)\.[^.[\]]+$/, '$1.*')
  return Object.hasOwn(ways, generic) ? (ways[generic]?.[role] ?? null) : null
}

/** Names of document fields that contain the URL of a file, which no role may see. */
const address = /(?:^|[._])(?:url|uri|href|link|src)$/
/** Fields that are clear for every role that sees documents. */
const inFull: readonly string[] = ['kind', 'type', 'document_type', 'category', 'created_at']

/**
 * Returns the same for a document that is requested by itself: fields of any name, and names of files. `path`
 * is relative to the document.
 */
export function documentRevealsAt(path: string, role: Role): Way | null {
  return address.test(path) || inFull.includes(path) ? null : (compliance[role] ?? null)
}
