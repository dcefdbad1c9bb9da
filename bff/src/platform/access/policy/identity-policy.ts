import {
  createComplianceOnlyCells,
  createMaskCell,
  createRevealCell,
  createStepUpRevealCell,
  definePolicyRow,
  fullAccessCell,
  hiddenCell,
  presenceCell,
} from './cells.ts'

const name = [
  createMaskCell('initials'),
  createMaskCell('initials'),
  createRevealCell('initials'),
  hiddenCell,
  hiddenCell,
] as const
const country = [fullAccessCell, fullAccessCell, fullAccessCell, hiddenCell, hiddenCell] as const
const revealedByCompliance = createComplianceOnlyCells(createRevealCell('dots'))
const postalCode = [
  createMaskCell('area'),
  hiddenCell,
  createRevealCell('area'),
  hiddenCell,
  hiddenCell,
] as const

/** Fields of the identity record (interface, endpoint 5). */
export const identityPolicyRows = {
  'profile.title': definePolicyRow('P2', revealedByCompliance, 'tells gender and standing'),
  'profile.first_name': definePolicyRow('P2', name, 'a caller is checked by comparing, not by reading'),
  'profile.middle_name': definePolicyRow('P2', name, 'as first name'),
  'profile.last_name': definePolicyRow('P2', name, 'as first name'),
  'profile.fullname': definePolicyRow('P2', name, 'as first name'),
  'profile.dob': definePolicyRow(
    'P3',
    [createMaskCell('decade'), hiddenCell, createStepUpRevealCell('year'), hiddenCell, hiddenCell],
    'opens accounts elsewhere; the decade is enough to notice a mistake',
  ),
  'profile.age': definePolicyRow(
    'P3',
    createComplianceOnlyCells(fullAccessCell),
    'whole years, reckoned from the date of birth: says more than its year, and whether somebody is of age',
  ),
  'profile.gender': definePolicyRow('P3', revealedByCompliance, 'no task needs it'),
  'profile.citizen_country': definePolicyRow('P3', revealedByCompliance, 'nationality'),
  'profile.birth_country': definePolicyRow('P3', revealedByCompliance, 'origin'),
  'profile.resident_country': definePolicyRow('P2', country, 'decides rules and languages'),
  'profile.billing_address_secondary': definePolicyRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.billing_address_street': definePolicyRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.billing_address_city': definePolicyRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.billing_address_postal_code': definePolicyRow(
    'P2',
    postalCode,
    'the area is enough to notice a mistake',
  ),
  'profile.billing_address_country': definePolicyRow('P2', country, 'decides rules'),
  'profile.residential_address_secondary': definePolicyRow(
    'P2',
    revealedByCompliance,
    'where somebody lives',
  ),
  'profile.residential_address_street_number': definePolicyRow(
    'P2',
    revealedByCompliance,
    'where somebody lives',
  ),
  'profile.residential_address_street': definePolicyRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.residential_address_city': definePolicyRow('P2', revealedByCompliance, 'where somebody lives'),
  'profile.residential_address_postal_code': definePolicyRow(
    'P2',
    postalCode,
    'the area is enough to notice a mistake',
  ),
  'profile.residential_address_country': definePolicyRow('P2', country, 'decides rules'),
  'profile.address_equal': definePolicyRow(
    'P2',
    createComplianceOnlyCells(fullAccessCell),
    'whether two hidden members are the same is said of them: a check that compliance makes of each customer',
  ),
  'profile.email': definePolicyRow(
    'P2',
    [createMaskCell('email'), hiddenCell, createRevealCell('email'), hiddenCell, hiddenCell],
    'contact data',
  ),
  'profile.remote_user_id': definePolicyRow(
    'P1',
    [
      createMaskCell('rid'),
      createMaskCell('rid'),
      createRevealCell('rid'),
      createMaskCell('last4'),
      hiddenCell,
    ],
    'the RID under another name',
  ),

  'identity.uid': definePolicyRow(
    'P1',
    [presenceCell, presenceCell, fullAccessCell, createMaskCell('last4'), hiddenCell],
    'long form of the identity id',
  ),
  'identity.other_customers': definePolicyRow(
    'P1',
    createComplianceOnlyCells(fullAccessCell),
    'that two RIDs are one person: follows from the identity id, and is hidden with it',
  ),
  'documents.count': definePolicyRow(
    'P2',
    [presenceCell, presenceCell, fullAccessCell, presenceCell, hiddenCell],
    'that there are documents explains a state, and an approval rests on them; how many is for compliance',
  ),
  'document.kind': definePolicyRow(
    'P2',
    createComplianceOnlyCells(fullAccessCell),
    'kind of identity document',
  ),
  'document.created_at': definePolicyRow(
    'P2',
    createComplianceOnlyCells(fullAccessCell),
    'when it was handed in',
  ),
  'document.other': definePolicyRow(
    'P3',
    createComplianceOnlyCells(createRevealCell('dots')),
    'file names, numbers and other fields',
  ),
  'document.content': definePolicyRow(
    'P3',
    createComplianceOnlyCells(createStepUpRevealCell('dots')),
    'the picture of an identity document',
  ),
} as const
