import { plural } from '../../core/message.ts'

/** Texts of the audit log on the home page, and of its button on the page of a record. */
export const englishAuditLogHome = {
  title: 'Audit log',
  noRefusals: 'No refused requests today',
  ownNoRefusals: 'No refused requests of yours today',
  refusals: plural('count', {
    one: '{count} refused request today',
    other: '{count} refused requests today',
  }),
  ownRefusals: plural('count', {
    one: '{count} refused request of yours today',
    other: '{count} refused requests of yours today',
  }),
  reveals: plural('count', {
    one: '{count} reveal or verification',
    other: '{count} reveals or verifications',
  }),
  ownReveals: plural('count', {
    one: '{count} reveal or verification by you',
    other: '{count} reveals or verifications by you',
  }),
  never: 'not verified since restart',
  running: 'verification running',
  stopped: 'last verification stopped early',
  valid: 'valid, verified {time}',
  invalid: '▲ invalid, verified {time}',
  access: {
    button: 'Who saw this?',
    titles: {
      customer: 'Who saw this customer?',
      transaction: 'Who saw this transaction?',
      identity: 'Who saw this identity record?',
    },
  },
} as const
