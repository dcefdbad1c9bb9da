/** Texts of the masking proof on the home page; the page of field permissions shows the status as well. */
export const englishFieldPermissionsHome = {
  title: 'Field permissions',
  statuses: {
    never: 'Masking proof not run yet',
    unreadable: 'The result file of the masking proof cannot be read',
    failed: 'THE MASKING PROOF FAILED',
    other: 'RUN FOR ANOTHER ACCESS POLICY: this installation has not been tested',
    old: 'Passed, but more than 7 days ago',
    passed: 'Passed for the access policy in force',
  },
  caught: '{count} of {all} planted faults caught',
} as const
