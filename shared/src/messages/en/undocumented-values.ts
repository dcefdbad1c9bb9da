import { plural } from '../../core/message.ts'

export const englishUndocumentedValues = {
  title: 'Undocumented values',
  intro:
    'Values that the documentation of the payment service does not name. Shown unchanged and never treated as final.',
  refresh: 'Refresh undocumented values',
  notLoaded: 'Undocumented values could not be loaded',
  none: 'No undocumented values.',
  count: plural('count', { one: '{count} value', other: '{count} values' }),
  more: plural('count', { one: 'More than {count} value', other: 'More than {count} values' }),
  columns: {
    place: 'Field',
    value: 'Value',
    times: 'Count',
    first: 'First seen',
    last: 'Last seen',
    on: 'First on',
  },
  empty: '(empty)',
  noTransaction: 'Hidden for your role, or on no transaction',
  fields: {
    state: 'State',
    reason: 'Reason',
    workflow_step: 'Workflow step',
    step_value: 'Step value',
    amount_form: 'Form of an amount',
    currency: 'Currency',
    event: 'Event',
    response_code: 'Response code',
    kyc_state: 'KYC state',
    document_kind: 'Document type',
  },
} as const
