import { uuidFrom } from './ids.ts'
import { isJsonObject, objectAt } from './json.ts'
import type { CustomerSketch } from './sketch.ts'
import { sketchStageCustomer } from './sketch.ts'
import { changeEverywhere, changeRecord, firstProvider } from './tweaks.ts'

const unknownValues = sketchStageCustomer(
  'cust-unknown-values',
  'Values nobody has listed: state, compound state, steps, response code, kyc state, event',
  {
    row: 'processing',
    tweak: (detail) =>
      changeEverywhere(detail, (object) => {
        object.state = 'HIBERNATING'
      }),
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      r.compound_state = 'PENDING.WAITING_FOR_MOONRISE'
    }),
    listState: 'PENDING.WAITING_FOR_MOONRISE',
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      r.workflow_state = { ...objectAt(r, 'workflow_state'), biometrics: 'PENDING', sca: 'HALFWAY' }
    }),
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      r.response_code = 'QZ7777'
      r.response_code_description = 'A code nobody has listed'
    }),
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      objectAt(r, 'identity').kyc_state = 'ENHANCED_REVIEW'
    }),
  },
  { row: 'processing', events: ['payment_teleported'] },
)

const noIdentity = sketchStageCustomer(
  'cust-no-identity',
  'The identity summary is missing, empty, null',
  {
    row: 'expired',
    tweak: (detail) =>
      changeEverywhere(detail, (object) => {
        delete object.identity
      }),
  },
  {
    row: 'declined',
    tweak: (detail) =>
      changeEverywhere(detail, (object) => {
        if ('identity' in object) object.identity = {}
      }),
  },
  {
    row: 'contacting-user',
    ...changeRecord((r) => {
      r.identity = null
    }),
  },
)

const contradiction = sketchStageCustomer(
  'cust-contradiction',
  'Provider says success, the state is pending; manual reconciliation asked for',
  {
    row: 'processing',
    steps: { charge: 'SUCCESS', sca: 'PENDING' },
    ...changeRecord((r) => {
      firstProvider(r).manual_reconciliation = true
    }),
  },
  {
    row: 'declined',
    ...changeRecord((r) => {
      firstProvider(r).operation_successful = true
    }),
  },
)

const siin = sketchStageCustomer(
  'cust-siin',
  'Personal data where it does not belong: a surname as response id, a time as status code, an IBAN in free text',
  {
    row: 'processing',
    tweak: (detail) =>
      changeEverywhere(detail, (object) => {
        if (!Array.isArray(object.payment_provider_responses)) return
        const provider = firstProvider(object)
        provider.response_id = 'Lindqvist'
        provider.status_code = '2025-06-01T10:23:41.8833434Z'
        provider.status_description =
          'Refused for account SE4550000000058398257466, ask mara.lindqvist@example.test or +46700000417'
        object.response_code_description =
          'Payer Mara Lindqvist, IBAN SE45 5000 0000 0583 9825 7466, must confirm'
      }),
  },
)

const missingMembers = sketchStageCustomer(
  'cust-missing-members',
  'Missing members, null for objects, numbers for strings, a string for a list',
  {
    row: 'processing',
    ...changeRecord((r) => {
      for (const member of [
        'expires_at',
        'mode',
        'response_code',
        'response_code_description',
        'test_transaction',
        'workflow_state',
        'compound_state',
      ])
        delete r[member]
    }),
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      for (const member of ['workflow_state', 'payment_provider_responses', 'response_code']) r[member] = null
    }),
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      r.response_code = 104
      r.mode = 7
      r.test_transaction = 'false'
      firstProvider(r).status_code = 0
    }),
  },
  {
    row: 'processing',
    ...changeRecord((r) => {
      r.payment_provider_responses = 'none'
      r.workflow_state = []
    }),
  },
  {
    row: 'processing',
    tweak: (detail) => {
      for (const notification of detail.notifications)
        if (isJsonObject(notification)) {
          delete notification.payment_amount
          delete notification.original_message
          notification.outstanding_tasks = null
        }
    },
  },
  {
    row: 'processing',
    tweak: (detail) => {
      if (isJsonObject(detail.entry)) {
        delete detail.entry.workflow
        detail.entry.transaction_state = null
      }
    },
  },
)

const mixUps: readonly CustomerSketch[] = [
  sketchStageCustomer(
    'cust-mixed-rid',
    'The second transaction of the list belongs to another customer',
    { row: 'success' },
    {
      row: 'contacting-user',
      ...changeRecord((r) => {
        objectAt(objectAt(r, 'original_message'), 'account').identifier = 'cust-somebody-else'
      }),
    },
  ),
  {
    ...sketchStageCustomer('cust-mixed-identity', 'The identity record names another customer', {
      row: 'manual-review',
    }),
    tweakIdentity: (identity) => {
      objectAt(identity, 'profile').remote_user_id = 'cust-somebody-else'
    },
  },
  sketchStageCustomer('cust-wrong-id', 'The state record carries the id of another transaction', {
    row: 'contacting-user',
    tweak: (detail, near) => {
      if (isJsonObject(detail.record)) detail.record.id = near.idOf('cust-one', 0)
    },
  }),
  sketchStageCustomer('cust-wrong-merchant', "The state record names a merchant that is not the product's", {
    row: 'contacting-user',
    ...changeRecord((r) => {
      objectAt(r, 'original_message').merchant_id = 'foreign-merchant'
    }),
  }),
]

export const oddSituations: readonly CustomerSketch[] = [
  unknownValues,
  noIdentity,
  sketchStageCustomer('cust-bare-notifications', 'Endpoint 4 answers a bare array', {
    row: 'success',
    shape: 'bare',
  }),
  sketchStageCustomer('cust-odd-notifications', 'Endpoint 4 answers {notifications: […]}', {
    row: 'success',
    shape: 'notifications',
  }),
  contradiction,
  sketchStageCustomer('cust-card', 'A card payment: card reference, two-digit response code', {
    row: 'success',
    card: true,
    workflow: 'DEMO_CARD',
    steps: { capture: 'SUCCESS', charge: 'SUCCESS', '3ds': 'SUCCESS', piv: 'SUCCESS' },
  }),
  sketchStageCustomer('cust-test-card', 'Success with a test card: not real money', {
    row: 'success',
    card: true,
    test: true,
    workflow: 'DEMO_CARD',
  }),
  siin,
  missingMembers,
  ...mixUps,
  sketchStageCustomer('cust-tasks', 'Review tasks with kinds and screening hits', {
    row: 'manual-review',
    tweak: (detail) => {
      for (const notification of detail.notifications)
        if (isJsonObject(notification)) {
          notification.screen_entities = [
            {
              id: uuidFrom('screen-entity'),
              name: 'Invented Listed Person',
              list: 'DEMO_WATCHLIST',
              score: 71,
            },
          ]
        }
    },
  }),
]
