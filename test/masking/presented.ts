import { authenticatedRoutes } from '@paydesk/bff/app/create-app'
import { parseCustomerEntries } from '@paydesk/bff/features/customers/entries'
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
import { documentHandle } from '@paydesk/shared/compliance/documents'
import {
  customerHandle,
  identityHandle,
  identityId,
  merchantId,
  rid,
  transactionId,
} from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { createReleasedTexts } from '@paydesk/shared/messages/customer/released-texts'
import type { Customer, RecordName } from './records.ts'
import type { Visited } from './walk.ts'

const customer = customerHandle.parse(`c_${'0'.repeat(20)}`)
const identity = identityHandle.parse(`i_${'0'.repeat(20)}`)
const customerTexts = createReleasedTexts(['de'], 'UTC')
const reading = { at: '2025-06-01T00:00:00.000Z', from: 'service' } as const
const base = { origin: 'https://service.test', prefix: '/stage' } as const

/** Builds a screen of a role from the records alone, without the payment service, the database and HTTP. */
type Present = (of: Customer, sight: FieldAccess) => unknown

function identityOf({ records, merchant }: Customer) {
  const read = parseIdentityRecord(records.identity)
  if (!read.ok) throw new Error(`no identity record: ${read.why}`)
  // Use today: the age depends on the day, and `derivedText` uses today as well.
  const today = new Date().toISOString().slice(0, 10)
  return { identity, customer, merchant: merchantId.parse(merchant), record: read.value, reading, today }
}

function transactionOf({ records, merchant, transaction }: Customer) {
  const read = parseStateRecord(records.state)
  if (!read.ok) throw new Error(`no state record: ${read.why}`)
  return {
    ...{ transaction: transactionId.parse(transaction), merchant: merchantId.parse(merchant) },
    ...{ record: read.value, reading, production: false, customer, identity, known: null, customerTexts },
  }
}

function documentsOf({ records, merchant, identity: id }: Customer) {
  const asked = identityId.parse(id)
  const { listed, more } = parseDocumentElements(records.identity.supporting_documents, (text) =>
    classifyDocumentUrl({ base, paths: defaultDocumentPaths }, asked, text),
  )
  const documents = listed.map((element, position) => ({
    ...{ element, position },
    document: documentHandle.parse(`doc_${String(position).padStart(24, '0')}`),
  }))
  return { identity, merchant: merchantId.parse(merchant), reading, documents, more }
}

const presenters = {
  showCustomer: (of, sight) =>
    presentCustomer(customer, { rid: rid.parse(of.rid), merchant: merchantId.parse(of.merchant) }, sight),
  listCustomerTransactions: ({ records }, sight) =>
    presentCustomerTransactions(
      parseCustomerEntries(parseCustomerTransactionList(records.list)),
      { reading, records: new Map() },
      sight,
    ),
  showCustomerIdentity: (of, sight) => ({ identity: presentIdentity(identityOf(of), sight) }),
  showTransaction: (of, sight) => presentTransaction(transactionOf(of), sight),
  showTransactionRecord: (of, sight) => ({ reading, record: sight.maskRecord(transactionOf(of).record) }),
  listSentNotifications: ({ records, merchant }, sight) =>
    presentSentNotifications(
      {
        list: parseNotificationList(records.notifications),
        ...{ reading, merchant: merchantId.parse(merchant), notices: [] },
      },
      sight,
    ),
  showIdentity: (of, sight) => presentIdentity(identityOf(of), sight),
  showIdentityRecord: (of, sight) => ({ reading, record: sight.maskRecord(identityOf(of).record) }),
  listDocuments: (of, sight) => presentDocuments(documentsOf(of), sight),
} as const satisfies Readonly<Partial<Record<Visited['name'], Present>>>
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
export function visitPresented(of: Customer, sight: FieldAccess, record?: RecordName): Visited[] {
  const names = record === undefined ? presented : madeOf[record]
  return names
    .filter((name) => mayCall(name, sight))
    .map((name) => {
      const text = JSON.stringify(presenters[name](of, sight))
      const json: unknown = JSON.parse(text)
      return { name, input: {}, answer: { status: 200, headers: new Headers(), text, json } }
    })
}

/** Returns the same answers as one text, for comparison. */
export function presentedText(of: Customer, sight: FieldAccess, record: RecordName): string {
  return visitPresented(of, sight, record)
    .map(({ name, answer }) => `${name} ${answer.text}`)
    .join('\n')
}
