import {
  complianceOnly,
  defineRow,
  fullCell,
  hiddenCell,
  maskCell,
  presenceCell,
  revealCell,
  stepUpCell,
} from './cells.ts'

const name = [
  maskCell('initials'),
  maskCell('initials'),
  revealCell('initials'),
  hiddenCell,
  hiddenCell,
] as const
const country = [fullCell, fullCell, fullCell, hiddenCell, hiddenCell] as const
const revealedByCompliance = complianceOnly(revealCell('dots'))
const postalCode = [maskCell('area'), hiddenCell, revealCell('area'), hiddenCell, hiddenCell] as const

/** Fields of the identity record (interface, endpoint 5). */
export const identityPolicyRows = {
  'profile.title': defineRow('P2', revealedByCompliance, 'tells gender and standing'),
  'profile.first_name': defineRow('P2', name, 'a caller is checked by comparing, not by reading'),
  'profile.middle_name': defineRow('P2', name, 'as first name'),
  'profile.last_name': defineRow('P2', name, 'as first name'),
  'profile.fullname': defineRow('P2', name, 'as first name'),
  'profile.dob': defineRow(
    'P3',
    [maskCell('decade'), hiddenCell, stepUpCell('year'), hiddenCell, hiddenCell],
    'opens accounts elsewhere; the decade is enough to notice a mistake',
  ),
  'profile.age': defineRow(
    'P3',
    complianceOnly(fullCell),
    'whole years, reckoned from the date of birth: says more than its year, and whether somebody is of age',
  ),
  'profile.gender': defineRow('P3', revealedByCompliance, 'no task needs it'),
  'profile.citizen_country': defineRow('P3', revealedByCompliance, 'nationality'),
  'profile.birth_country': defineRow('P3', revealedByCompliance, 'origin'),
  'profile.resident_country': defineRow('P2', country, 'decides rules and languages'),
  'profile.billing_address_secondary': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.billing_address_street': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.billing_address_city': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.billing_address_postal_code': defineRow(
    'P2',
    postalCode,
    'the area is enough to notice a mistake',
  ),
  'profile.billing_address_country': defineRow('P2', country, 'decides rules'),
  'profile.residential_address_secondary': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.residential_address_street_number': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.residential_address_street': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.residential_address_city': defineRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.residential_address_postal_code': defineRow(
    'P2',
    postalCode,
    'the area is enough to notice a mistake',
  ),
  'profile.residential_address_country': defineRow('P2', country, 'decides rules'),
  'profile.address_equal': defineRow(
    'P2',
    complianceOnly(fullCell),
    'whether two hidden members are the same is said of them: a check that compliance makes of each customer',
  ),
  'profile.email': defineRow(
    'P2',
    [maskCell('email'), hiddenCell, revealCell('email'), hiddenCell, hiddenCell],
    'contact data',
  ),
  'profile.remote_user_id': defineRow(
    'P1',
    [maskCell('rid'), maskCell('rid'), revealCell('rid'), maskCell('last4'), hiddenCell],
    'the RID under another name',
  ),

  'identity.uid': defineRow(
    'P1',
    [presenceCell, presenceCell, fullCell, maskCell('last4'), hiddenCell],
    'long form of the identity id',
  ),
  'identity.other_customers': defineRow(
    'P1',
    complianceOnly(fullCell),
    'that two RIDs are one person: follows from the identity id, and is hidden with it',
  ),
  'documents.count': defineRow(
    'P2',
    [presenceCell, presenceCell, fullCell, presenceCell, hiddenCell],
    'that there are documents explains a state, and an approval rests on them; how many is for compliance',
  ),
  'document.kind': defineRow('P2', complianceOnly(fullCell), 'kind of identity document'),
  'document.created_at': defineRow('P2', complianceOnly(fullCell), 'when it was handed in'),
  'document.other': defineRow(
    'P3',
    complianceOnly(revealCell('dots')),
    'file names, numbers and other fields',
  ),
  'document.content': defineRow(
    'P3',
    complianceOnly(stepUpCell('dots')),
    'the picture of an identity document',
  ),
} as const
