import { compliance, full, mask, no, presence, reveal, row, stepUp } from './cells.ts'

const name = [mask('initials'), mask('initials'), reveal('initials'), no, no] as const
const country = [full, full, full, no, no] as const
const hidden = compliance(reveal('dots'))
const postalCode = [mask('area'), no, reveal('area'), no, no] as const

/** Members of the identity record (interface, endpoint 5). */
export const identityRows = {
  'profile.title': row('P2', hidden, 'tells gender and standing'),
  'profile.first_name': row('P2', name, 'a caller is checked by comparing, not by reading'),
  'profile.middle_name': row('P2', name, 'as first name'),
  'profile.last_name': row('P2', name, 'as first name'),
  'profile.fullname': row('P2', name, 'as first name'),
  'profile.dob': row(
    'P3',
    [mask('decade'), no, stepUp('year'), no, no],
    'opens accounts elsewhere; the decade is enough to notice a mistake',
  ),
  'profile.age': row(
    'P3',
    compliance(full),
    'whole years, reckoned from the date of birth: says more than its year, and whether somebody is of age',
  ),
  'profile.gender': row('P3', hidden, 'no task needs it'),
  'profile.citizen_country': row('P3', hidden, 'nationality'),
  'profile.birth_country': row('P3', hidden, 'origin'),
  'profile.resident_country': row('P2', country, 'decides rules and languages'),
  'profile.billing_address_secondary': row('P2', hidden, 'where somebody lives'),
  'profile.billing_address_street': row('P2', hidden, 'where somebody lives'),
  'profile.billing_address_city': row('P2', hidden, 'where somebody lives'),
  'profile.billing_address_postal_code': row('P2', postalCode, 'the area is enough to notice a mistake'),
  'profile.billing_address_country': row('P2', country, 'decides rules'),
  'profile.residential_address_secondary': row('P2', hidden, 'where somebody lives'),
  'profile.residential_address_street_number': row('P2', hidden, 'where somebody lives'),
  'profile.residential_address_street': row('P2', hidden, 'where somebody lives'),
  'profile.residential_address_city': row('P2', hidden, 'where somebody lives'),
  'profile.residential_address_postal_code': row('P2', postalCode, 'the area is enough to notice a mistake'),
  'profile.residential_address_country': row('P2', country, 'decides rules'),
  'profile.address_equal': row(
    'P2',
    compliance(full),
    'whether two hidden members are the same is said of them: a check that compliance makes of each customer',
  ),
  'profile.email': row('P2', [mask('email'), no, reveal('email'), no, no], 'contact data'),
  'profile.remote_user_id': row(
    'P1',
    [mask('rid'), mask('rid'), reveal('rid'), mask('last4'), no],
    'the RID under another name',
  ),

  'identity.uid': row('P1', [presence, presence, full, mask('last4'), no], 'long form of the identity id'),
  'identity.other_customers': row(
    'P1',
    compliance(full),
    'that two RIDs are one person: follows from the identity id, so whoever does not see that is not told',
  ),
  'documents.count': row(
    'P2',
    [presence, no, full, presence, no],
    'that there are documents explains a state',
  ),
  'document.kind': row('P2', compliance(full), 'kind of identity document'),
  'document.created_at': row('P2', compliance(full), 'when it was handed in'),
  'document.other': row('P3', compliance(reveal('dots')), 'file names, numbers and whatever else comes'),
  'document.content': row('P3', compliance(stepUp('dots')), 'the picture of an identity document'),
} as const
