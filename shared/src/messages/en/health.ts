import { plural } from '../../core/message.ts'

export const englishHealth = {
  notLoaded: 'Could not load the health checks',
  refresh: 'Check again',
  refreshed: 'All checks repeated',
  checked: 'checked {time}',
  neverChecked: 'never checked',
  none: 'No checks',
  statuses: { good: 'OK', attention: 'Attention', bad: 'Failing', unknown: 'Unknown' },
  /** Summary, with the environments in which the payment service does not respond well. */
  line: {
    good: 'All systems operational',
    attention: 'Payment service degraded ({environments})',
    bad: 'Payment service unavailable ({environments})',
  },
  /** Summary while the payment service responds, but not all checks of Paydesk are good. */
  warnings: plural('count', {
    one: 'Payment service OK · {count} check needs attention',
    other: 'Payment service OK · {count} checks need attention',
  }),
  /** A check of one environment, in the list of those that need attention. */
  checkIn: '{check} ({environment})',
  /** Beside the heading of an environment. */
  attentionCount: plural('count', {
    one: '{count} check needs attention',
    other: '{count} checks need attention',
  }),
  summaryOnly: 'Your role sees this line only. The details are for administrators.',
  paydesk: { title: 'Paydesk', checks: 'Checks of Paydesk' },
  paymentService: 'Payment service by operation',
  operationsIn: 'Operations of the payment service, {environment}',
  operations: {
    state: 'State of a transaction',
    list: 'Transactions of a customer',
    notifications: 'Notifications of a transaction',
    identity: 'Identity',
  },
  /** Share of failed calls, after the sentence of the operation. */
  failing: '{share} of the last calls failed',
  shares: { low: 'less than 1 %', high: 'more than 99 %', percent: '{percent} %' },
  lastFailure: 'last failure {time}',
  noSuccess: 'no success yet',
  lastSuccess: 'last success',
  services: 'Internal services',
  servicesIn: 'Internal services, {environment}',
  credentials: 'Credentials',
  credentialsIn: 'Credentials, {environment}',
} as const
