import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import { parseCustomerTransactionEntries } from '@paydesk/bff/features/customers/entries'
import { presentCustomer, presentCustomerTransactions } from '@paydesk/bff/features/customers/present'
import { presentDocuments } from '@paydesk/bff/features/documents/routes'
import { presentIdentity } from '@paydesk/bff/features/identities/present'
import { presentSentNotifications } from '@paydesk/bff/features/notifications/present-sent'
import { presentTransaction } from '@paydesk/bff/features/transactions/present'
import { parseDocumentElements } from '@paydesk/bff/payment-service/parsing/document-elements'
import {
  classifyDocumentUrl,
  defaultDocumentPaths,
} from '@paydesk/bff/payment-service/parsing/document-location'
import {
  parseCustomerTransactionList,
  parseIdentityRecord,
  parseNotificationList,
  parseStateRecord,
} from '@paydesk/bff/payment-service/parsing/wire'
import type { FieldAccess } from '@paydesk/bff/platform/access/field-access'
import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { documentHandleSchema } from '@paydesk/shared/compliance/documents'
import {
  customerHandleSchema,
  identityHandleSchema,
  identityIdSchema,
  merchantIdSchema,
  ridSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { createReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import type { GeneratedCustomer, RecordName } from './records.ts'
import type { VisitedCall } from './walk.ts'

const customer = customerHandleSchema.parse(`c_${'0'.repeat(20)}`)
const identity = identityHandleSchema.parse(`i_${'0'.repeat(20)}`)
const customerTexts = createReleasedCustomerTexts(['de'], 'UTC')
const reading = { at: '2025-06-01T00:00:00.000Z', from: 'service' } as const
const base = { origin: 'https://service.test', prefix: '/stage' } as const

/** Builds a screen of a role from the records alone, without the payment service, the database and HTTP. */
type Present = (of: GeneratedCustomer, fieldAccess: FieldAccess) => unknown

function identityOf({ records, merchant }: GeneratedCustomer) {
  const read = parseIdentityRecord(records.identity)
  if (!read.ok) throw new Error(`no identity record: ${read.why}`)
  // Use today: the age depends on the day, and `derivedText` uses today as well.
  const today = new Date().toISOString().slice(0, 10)
  return {
    identity,
    customer,
    merchant: merchantIdSchema.parse(merchant),
    record: read.value,
    reading,
    today,
  }
}

function transactionOf({ records, merchant, transaction }: GeneratedCustomer) {
  const read = parseStateRecord(records.state)
  if (!read.ok) throw new Error(`no state record: ${read.why}`)
  return {
    ...{ transaction: transactionIdSchema.parse(transaction), merchant: merchantIdSchema.parse(merchant) },
    ...{
      record: read.value,
      reading,
      production: false,
      customer,
      identity,
      storedFacts: null,
      customerTexts,
    },
  }
}

function documentsOf({ records, merchant, identity: id }: GeneratedCustomer) {
  const asked = identityIdSchema.parse(id)
  const { listed, more } = parseDocumentElements(records.identity.supporting_documents, (text) =>
    classifyDocumentUrl({ base, paths: defaultDocumentPaths }, asked, text),
  )
  const documents = listed.map((element, position) => ({
    ...{ element, position },
    document: documentHandleSchema.parse(`doc_${String(position).padStart(24, '0')}`),
  }))
  return { identity, merchant: merchantIdSchema.parse(merchant), reading, documents, more }
}

const presenters = {
  showCustomer: (of, fieldAccess) =>
    presentCustomer(
      customer,
      {
        rid: ridSchema.parse(of.rid),
        merchant: merchantIdSchema.parse(of.merchant),
        openWork: { discrepancies: null, paymentRequests: null, questions: null },
      },
      fieldAccess,
    ),
  listCustomerTransactions: ({ records }, fieldAccess) =>
    presentCustomerTransactions(
      parseCustomerTransactionEntries(parseCustomerTransactionList(records.list)),
      { reading, records: new Map() },
      fieldAccess,
    ),
  showCustomerIdentity: (of, fieldAccess) => ({ identity: presentIdentity(identityOf(of), fieldAccess) }),
  showTransaction: (of, fieldAccess) => presentTransaction(transactionOf(of), fieldAccess),
  showTransactionRecord: (of, fieldAccess) => ({
    reading,
    record: fieldAccess.maskRecord(transactionOf(of).record),
  }),
  listSentNotifications: ({ records, merchant }, fieldAccess) =>
    presentSentNotifications(
      {
        list: parseNotificationList(records.notifications),
        ...{ reading, merchant: merchantIdSchema.parse(merchant), receivedNotifications: [] },
      },
      fieldAccess,
    ),
  showIdentity: (of, fieldAccess) => presentIdentity(identityOf(of), fieldAccess),
  showIdentityRecord: (of, fieldAccess) => ({
    reading,
    record: fieldAccess.maskRecord(identityOf(of).record),
  }),
  listDocuments: (of, fieldAccess) => presentDocuments(documentsOf(of), fieldAccess),
} as const satisfies Readonly<Partial<Record<VisitedCall['name'], Present>>>
type Presented = keyof typeof presenters

const presented = Object.keys(presenters) as readonly Presented[]

/** Screens by the record that they are made of. */
const madeOf: Readonly<Record<RecordName, readonly Presented[]>> = {
  state: ['showTransaction', 'showTransactionRecord'],
  list: ['listCustomerTransactions'],
  notifications: ['listSentNotifications'],
  identity: ['showCustomerIdentity', 'showIdentity', 'showIdentityRecord', 'listDocuments'],
}

function mayCall(name: Presented, { role }: FieldAccess): boolean {
  const permission = authenticatedRoutes.find(({ endpoint }) => endpoint === endpoints[name])?.permission
  if (permission === undefined) throw new Error(`no route answers ${name}`)
  return permission === 'signed_in' || resolvePermissions(role).has(permission)
}

/** Returns the answers that this field access gives about a customer, in the form of a walk over HTTP. */
export function visitPresented(
  of: GeneratedCustomer,
  fieldAccess: FieldAccess,
  record?: RecordName,
): VisitedCall[] {
  const names = record === undefined ? presented : madeOf[record]
  return names
    .filter((name) => mayCall(name, fieldAccess))
    .map((name) => {
      const text = JSON.stringify(presenters[name](of, fieldAccess))
      const json: unknown = JSON.parse(text)
      return { name, input: {}, answer: { status: 200, headers: new Headers(), text, json } }
    })
}

/** Returns the same answers as one text, for comparison. */
export function presentedText(of: GeneratedCustomer, fieldAccess: FieldAccess, record: RecordName): string {
  return visitPresented(of, fieldAccess, record)
    .map(({ name, answer }) => `${name} ${answer.text}`)
    .join('\n')
}
