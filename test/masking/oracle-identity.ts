import type { OracleRows, RoleCells } from './oracle-cells.ts'
import { oracleMasks as masks } from './oracle-masks.ts'

const name: RoleCells = [masks.initials, masks.initials, masks.initials, 'none', 'none']
const country: RoleCells = ['full', 'full', 'full', 'none', 'none']
const hidden: RoleCells = ['none', 'none', masks.dots, 'none', 'none']
const postalCode: RoleCells = [masks.area, 'none', masks.area, 'none', 'none']
const lifetime: RoleCells = ['none', 'full', 'full', masks.band, 'none']

/** Values derived from fields of an identity, under rows of their own. */
export const derivedRows: OracleRows = {
  'derived.age': ['none', 'none', 'full', 'none', 'none'],
  'derived.address_equal': ['none', 'none', 'full', 'none', 'none'],
  'derived.other_customers': ['none', 'none', 'full', 'none', 'none'],
  // Fields of a document beside its kind and date, and the names of its files.
  'derived.document_member': hidden,
  'derived.file_name': hidden,
}

/** Identity record (interface, endpoint 5). */
export const identityRows: OracleRows = {
  'identity.profile.title': hidden,
  'identity.profile.first_name': name,
  'identity.profile.middle_name': name,
  'identity.profile.last_name': name,
  'identity.profile.fullname': name,
  'identity.profile.dob': [masks.decade, 'none', masks.year, 'none', 'none'],
  'identity.profile.gender': hidden,
  'identity.profile.citizen_country': hidden,
  'identity.profile.birth_country': hidden,
  'identity.profile.resident_country': country,
  'identity.profile.billing_address_secondary': hidden,
  'identity.profile.billing_address_street': hidden,
  'identity.profile.billing_address_city': hidden,
  'identity.profile.billing_address_postal_code': postalCode,
  'identity.profile.billing_address_country': country,
  'identity.profile.residential_address_secondary': hidden,
  'identity.profile.residential_address_street_number': hidden,
  'identity.profile.residential_address_street': hidden,
  'identity.profile.residential_address_city': hidden,
  'identity.profile.residential_address_postal_code': postalCode,
  'identity.profile.residential_address_country': country,
  'identity.profile.email': [masks.email, 'none', masks.email, 'none', 'none'],
  'identity.profile.remote_user_id': [masks.rid, masks.rid, masks.rid, masks.last4, 'none'],
  'identity.supporting_documents': ['presence', 'presence', 'full', 'presence', 'none'],
  'identity.supporting_documents[].kind': ['none', 'none', 'full', 'none', 'none'],
  'identity.supporting_documents[].type': ['none', 'none', 'full', 'none', 'none'],
  'identity.supporting_documents[].created_at': ['none', 'none', 'full', 'none', 'none'],
  'identity.supporting_documents[].status': hidden,
  'identity.supporting_documents[].country': hidden,
  'identity.supporting_documents[].download_url': ['none', 'none', 'none', 'none', 'none'],
  'identity.id': ['presence', 'presence', 'full', masks.last4, 'none'],
  'identity.uid': ['presence', 'presence', 'full', masks.last4, 'none'],
  'identity.download_url': ['none', 'none', 'none', 'none', 'none'],
  'identity.ledger_lifetime_amount': lifetime,
  'identity.ledger_lifetime_currency': lifetime,
  'identity.kyc_state': ['full', 'full', 'full', 'full', 'none'],
  'identity.created_at': [masks.day, masks.day, 'full', masks.day, 'none'],
}
