import { isDeepStrictEqual } from 'node:util'
import type { InboxEntryList } from '@paydesk/shared/cases/inbox'
import type { QuestionList } from '@paydesk/shared/cases/questions'
import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { Role } from '@paydesk/shared/core/permissions'
import type { TransactionList } from '@paydesk/shared/payments/transaction-list'
import { misjudgedTrail } from './assert-audit-log.ts'
import { misjudgedRequests, requestPaths } from './assert-requests.ts'
import { derivedText } from './derived.ts'
import { describeDifference, expectedShown, oracleFileOf } from './describe-difference.ts'
import { isUnclassified, nameOf, seesAt, textSeen } from './oracle.ts'
import { isObject, plainPlaces, recordLeaves, shownPlaces } from './places.ts'
import type { GeneratedCustomer, RecordJson, RecordName } from './records.ts'
import { leavesUnder } from './response-fields.ts'
import type { VisitedCall } from './walk.ts'
import { sampleTicket, walkStaffTexts } from './walk-review.ts'

function valueAt(customer: GeneratedCustomer, path: string): RecordJson | undefined {
  const { notifications } = customer.records
  const roots: { [root: string]: RecordJson | undefined } = {
    ...customer.records,
    notifications: notifications.data,
  }
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<RecordJson | undefined>((value, step) => {
      if (typeof value !== 'object' || value === null) return undefined
      return Array.isArray(value) ? value[Number(step)] : value[step]
    }, roots)
}

/**
 * Returns the text of a value: the length of a list, and null for an empty value, which counts as not
 * provided.
 */
function textOf(value: RecordJson | undefined): string | null {
  if (Array.isArray(value)) return String(value.length)
  return value === undefined || value === null || value === '' ? null : String(value)
}

/**
 * Returns the rows of the customer in the list, without fields that neither a notification nor a list has
 * provided.
 */
function ownRows(json: RecordJson, { transaction }: GeneratedCustomer): RecordJson {
  const { rows } = json as unknown as TransactionList
  const own = rows.filter((row) => row.transaction === transaction)
  return {
    rows: own.map(({ amount, currency, workflow, amountFrom, ...row }) => ({
      ...row,
      ...(amountFrom === null ? {} : { amount, currency }),
      ...(workflow.visibility === 'absent' ? {} : { workflow }),
    })),
  } as unknown as RecordJson
}

type Row = Pick<CaseSummary, 'transaction' | 'amount' | 'currency'>

/** Leaves out amount and currency if no notification has provided them. */
const ownItem = ({ amount, currency, ...row }: Row) => ({
  ...row,
  ...(amount.visibility === 'absent' ? {} : { amount }),
  ...(currency.visibility === 'absent' ? {} : { currency }),
})

/** Leaves out the amounts of an answer that our records do not know yet. */
function withoutUnknownAmounts(json: RecordJson | undefined): RecordJson {
  if (Array.isArray(json)) return json.map(withoutUnknownAmounts)
  if (!isObject(json)) return json ?? null
  const isKnown = (name: string, value: RecordJson | undefined) =>
    json.amountFrom !== null ||
    !['amount', 'currency'].includes(name) ||
    !isObject(value) ||
    value.visibility !== 'absent'
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) =>
      isKnown(name, value) ? [[name, withoutUnknownAmounts(value)]] : [],
    ),
  )
}

/** Customer, with the handles that the calls about them and their identity used. */
interface Asked extends GeneratedCustomer {
  readonly identityHandle: string | undefined
  readonly customerHandle: string | undefined
}

/** Returns the part of an answer about this customer, without fields that have no value to check. */
function ownPart({ name, answer: { json } }: VisitedCall, customer: Asked): RecordJson {
  switch (name) {
    case 'listDownloadRequests': {
      const { requests } = json as { requests: { identity: string }[] }
      return { requests: requests.filter(({ identity }) => identity === customer.identityHandle) }
    }
    case 'listTransactions':
      return ownRows(json as RecordJson, customer)
    case 'listDecisions': {
      const { decisions } = json as { decisions: { transaction: string }[] }
      return { decisions: decisions.filter(({ transaction }) => transaction === customer.transaction) }
    }
    case 'listInbox': {
      const { entries } = json as InboxEntryList
      const own = entries.filter(({ transaction, customer: of }) =>
        transaction === null
          ? of?.customer === customer.customerHandle
          : transaction === customer.transaction,
      )
      return {
        entries: own.map(({ facts, customer: of }) => ({ facts, customer: of })),
      } as unknown as RecordJson
    }
    case 'listQuestions': {
      const { questions, ...rest } = json as QuestionList
      const own = questions.filter(({ about }) =>
        about.kind === 'customer'
          ? about.customer === customer.customerHandle
          : about.transaction === customer.transaction,
      )
      return { ...rest, questions: own } as unknown as RecordJson
    }
    case 'listDiscrepancies':
    case 'listCustomerDiscrepancies':
    case 'listCases': {
      const { rows } = json as { rows: Row[] }
      return {
        rows: rows.filter(({ transaction }) => transaction === customer.transaction).map(ownItem),
      } as RecordJson
    }
    case 'explainDiscrepancy':
    case 'showCase':
    case 'claimCase': {
      const { row, ...rest } = json as { row?: Row | null }
      return (row ? { ...rest, row: ownItem(row) } : rest) as RecordJson
    }
    case 'releaseCase':
    case 'addCaseNote':
    case 'snoozeCase':
    case 'endCaseSnooze':
      return ownItem(json as Row) as RecordJson
    default:
      return json as RecordJson
  }
}

/** Returns the expected form of a text of staff: any of the typed texts is right, and no other text. */
function expectedOffice(role: Role, path: string, { text }: { text?: RecordJson }): RecordJson {
  if (path === 'office.ticket') return { visibility: 'clear', text: sampleTicket }
  const typed = Object.values(walkStaffTexts).find((one) => one === text)
  return expectedShown(role, path, typed ?? walkStaffTexts.note)
}

/** Maps an unclassified field of a document to the row that all of them share. */
const shownAs = (path: string) =>
  /^identity\.supporting_documents\[\d+\]\./.test(path) && isUnclassified(path)
    ? 'derived.document_member'
    : path

function differences(role: Role, visited: VisitedCall, customer: Asked): string[] {
  const { name } = visited
  const json = withoutUnknownAmounts(ownPart(visited, customer))
  const wrong = (at: string, path: string, difference: string) =>
    `${name} shows ${path} at ${at} to ${role}${difference}`
  const places = shownPlaces(name, json).flatMap(({ at, path, json }) => {
    const expected = path.startsWith('office.')
      ? expectedOffice(role, path, json as { text?: RecordJson })
      : path.startsWith('derived.')
        ? expectedShown(role, path, derivedText(path, at, customer) || null)
        : expectedShown(role, shownAs(path), textOf(valueAt(customer, path)))
    // Ignore the name of the mask, which is for people: only the text counts.
    const { mask: _, ...rest } = json as { [member: string]: RecordJson }
    if (isDeepStrictEqual(rest, expected)) return []
    const sees = nameOf(seesAt(shownAs(path), role))
    return [wrong(at, path, describeDifference(path, sees, json as RecordJson, expected))]
  })
  const plain = plainPlaces(name, json).filter(
    ({ path, json: text }) => seesAt(path, role) !== 'full' || text !== textOf(valueAt(customer, path)),
  )
  return [
    ...places,
    ...plain.map(({ at, path }) =>
      wrong(at, path, ` otherwise than in full, the oracle says ${nameOf(seesAt(path, role))}`),
    ),
  ]
}

const recordOf: Readonly<Partial<Record<VisitedCall['name'], RecordName & ('state' | 'identity')>>> = {
  showTransactionRecord: 'state',
  showIdentityRecord: 'identity',
}

/** Returns the text that a record must contain for the role; null if the record must leave the field out. */
function expectedInRecord(role: Role, path: string, customer: GeneratedCustomer): string | null {
  const text = textOf(valueAt(customer, path))
  const sees = seesAt(path, role)
  if (text === null) return null
  return sees === 'presence' ? 'present' : textSeen(sees, text)
}

function recordDifferences(role: Role, { name, answer }: VisitedCall, customer: GeneratedCustomer): string[] {
  const record = recordOf[name]
  if (record === undefined) return []
  const given = new Map(
    recordLeaves(record, answer.json as RecordJson).map(({ path, value }) => [path, value]),
  )
  const whole = leavesUnder(record, customer.records[record]).map(({ path }) => path)
  return [
    ...new Set([
      ...given.keys(),
      ...whole,
      ...(record === 'identity' ? ['identity.supporting_documents'] : []),
    ]),
  ]
    .map((path) => [path, given.get(path) ?? null, expectedInRecord(role, path, customer)] as const)
    .filter(([, text, expected]) => text !== expected)
    .map(([path, text, expected]) => {
      const difference =
        text === null
          ? 'leaves out'
          : expected === null
            ? 'gives, though the oracle leaves it out,'
            : 'gives with another text than the oracle'
      const sees = nameOf(seesAt(path, role))
      return `${name} ${difference} ${path} to ${role}, the oracle says ${sees}: mend ${oracleFileOf(path)}, the record or the access policy`
    })
}

/** Checks that the names of unclassified fields go to compliance and to no other role. */
function misnamed(role: Role, { name, answer }: VisitedCall): string[] {
  const named = /"\(?unclassified\)?":\{"names":\["/.test(answer.text)
  const carries = [
    'showCustomerIdentity',
    'showTransaction',
    'showTransactionRecord',
    'showIdentity',
    'showIdentityRecord',
    'showCase',
    'showDecision',
  ].includes(name)
  return named === (carries && role === 'compliance')
    ? []
    : [
        named
          ? `${name} names unclassified fields to ${role}, who must not know of them`
          : `${name} does not name the unclassified fields to ${role}`,
      ]
}

/** Returns where answers about this customer differ from the access design; empty if nowhere. */
export function listMaskingFaults(
  role: Role,
  visited: readonly VisitedCall[],
  customer: GeneratedCustomer,
): string[] {
  const identityHandle = visited.flatMap(({ input }) => input.params?.identity ?? []).at(0)
  const customerHandle = visited.flatMap(({ input }) => input.params?.customer ?? []).at(0)
  return visited
    .filter(({ answer }) => answer.status === 200)
    .flatMap((one) => [
      ...differences(role, one, { ...customer, identityHandle, customerHandle }),
      ...recordDifferences(role, one, customer),
      ...misnamed(role, one),
      ...misjudgedTrail(role, one),
      ...misjudgedRequests(role, one, customer),
    ])
}

/** Returns the places of records that `misjudged` checks in these answers. */
export function judgedPlaces(visited: readonly VisitedCall[]): readonly { readonly path: string }[] {
  return visited
    .filter(({ answer }) => answer.status === 200)
    .flatMap(({ name, answer }) => {
      const json = answer.json as RecordJson
      const record = recordOf[name]
      const inRecord = record === undefined ? [] : recordLeaves(record, json)
      if (name === 'draftPaymentRequest') return requestPaths.map((path) => ({ path }))
      return [...shownPlaces(name, json), ...plainPlaces(name, json), ...inRecord]
    })
}
