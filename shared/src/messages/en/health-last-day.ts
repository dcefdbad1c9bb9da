import { plural } from '../../core/message.ts'

/** Texts of the figures of the last 24 hours, on the health page and on the home page of administrators. */
export const englishHealthLastDay = {
  title: 'Last 24 hours',
  explanation:
    'By quarter of an hour; the last one is not over yet. Calls are those of this instance of Paydesk, counted since {time}.',
  /** Beside the title of a chart of calls at home. */
  ofInstance: 'calls of this instance since {time}',
  notLoaded: 'Figures of the last 24 hours not loaded',
  health: 'Health',
  quarter: 'Quarter of an hour from',
  values: 'Values of a quarter of an hour',
  operations: {
    state: 'State of a transaction',
    list: 'Transactions of a customer',
    notifications: 'Notifications of a transaction',
    identity: 'Identity',
    document: 'File of a document',
  },
  totals: {
    table: 'Calls of the payment service in the last 24 hours, {environment}',
    operation: 'Operation',
    calls: 'Calls',
    failed: 'Failed',
    median: 'Median latency',
    p95: '95 % within',
  },
  latency: {
    title: 'Latency of the payment service',
    unit: '95 % of the answered calls within',
    chart:
      'Latency of the payment service in 24 hours; at most {longest} for 95 % of the calls of a quarter of an hour',
    table: 'Latency of the payment service by operation',
    none: 'No answered call since {time}.',
  },
  failures: {
    title: 'Failed calls of the payment service',
    unit: 'failed calls in 15 minutes',
    chart: plural('count', {
      one: '{count} call of the payment service failed in 24 hours',
      other: '{count} calls of the payment service failed in 24 hours',
    }),
    table: 'Failed calls of the payment service by operation',
    none: plural('count', {
      one: '{count} call, not failed.',
      other: '{count} calls, none failed.',
    }),
    noCall: 'No call since {time}.',
  },
  notifications: {
    title: 'Notifications received',
    unit: 'in 15 minutes, without repeats',
    chart: plural('count', {
      one: '{count} notification received in 24 hours',
      other: '{count} notifications received in 24 hours',
    }),
    table: 'Notifications received',
    received: 'Received',
    none: 'No notification in these 24 hours.',
  },
  syncLag: {
    title: 'Sync lag',
    unit: 'longest time since the newest ended sync began',
    chart: 'Sync lag in 24 hours; at most {longest}',
    table: 'Sync lag',
    lag: 'Lag',
    none: 'No sync has ended yet.',
  },
  milliseconds: '{ms} ms',
  minutes: '{minutes} min',
} as const
