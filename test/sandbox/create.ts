import type { SandboxAccount } from './accounts.ts'
import type { ServiceAnswer } from './answer.ts'
import { errorAnswer, jsonAnswer } from './answer.ts'
import { checkCreate } from './create-check.ts'
import { identityIdFor, identityRecord, identitySummary } from './customers.ts'
import { uuidFrom } from './ids.ts'
import type { JsonObject } from './json.ts'
import { isJsonObject, objectAt, parseJson, stringAt } from './json.ts'
import { emailFor, personFor } from './persons.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { TransactionDetail } from './sketch.ts'
import type { TransactionFacts } from './wire.ts'
import { listEntry, stateRecord } from './wire.ts'
import type { StoredTransaction, World } from './world.ts'
import { keyOf } from './world.ts'

const validated = 'PENDING.VALIDATED_TRANSACTION'
const validForThreeDays = 72 * 3_600_000

/** Handles endpoint 1. */
export function createAuthorization(
  sandbox: SandboxState,
  account: SandboxAccount,
  body: Buffer,
): ServiceAnswer {
  const parsed = parseJson(body.toString('utf8'))
  if (!isJsonObject(parsed))
    return errorAnswer(400, 'VALIDATION_ERROR', 'The request failed validation.', [
      { id: 'body', message: 'must be a JSON object' },
    ])
  const usedKeys = uniqueKeys(account, parsed)
  const details = checkCreate(parsed, {
    merchants: account.merchants,
    strict: sandbox.settings.strict,
    isUsed: (member, value) => isUsed(sandbox, account, member, value),
  })
  if (details.length > 0)
    return errorAnswer(400, 'VALIDATION_ERROR', 'The request failed validation.', details)
  for (const key of usedKeys) sandbox.world.used.add(key)
  return jsonAnswer(201, store(sandbox, account, parsed))
}

function uniqueKeys(account: SandboxAccount, body: JsonObject): string[] {
  const transaction = objectAt(body, 'transaction')
  return ['id', 'reference'].map((member) => keyOf(account.name, member, stringAt(transaction, member) ?? ''))
}

const sampleNumbers = ['00417', '00418', '00419', '00420', '00421', '00422', '00430']

function isUsed(
  sandbox: SandboxState,
  account: SandboxAccount,
  member: 'id' | 'reference',
  value: string,
): boolean {
  const prefix = member === 'id' ? 'ord-2025-' : 'INV-'
  const inSamples = account.name === 'stage' && sampleNumbers.some((number) => value === `${prefix}${number}`)
  return inSamples || sandbox.world.used.has(keyOf(account.name, member, value))
}

function store(sandbox: SandboxState, account: SandboxAccount, body: JsonObject): JsonObject {
  const { world } = sandbox
  const order = objectAt(body, 'transaction')
  const merchant = objectAt(body, 'merchant')
  const rid = stringAt(objectAt(body, 'account'), 'identifier') ?? ''
  const merchantId = stringAt(merchant, 'id') ?? ''
  const orderId = stringAt(order, 'id') ?? ''
  const id = uuidFrom(`created|${account.name}|${orderId}`)
  const customerList = world.lists.get(keyOf(account.name, merchantId, rid))
  const identityId = customerList?.identityId ?? identityIdFor(account.name, rid)
  const currency = stringAt(order, 'currency') ?? 'EUR'
  const facts: TransactionFacts = {
    id,
    secret: uuidFrom(`secret|${id}`),
    merchantId,
    rid,
    orderId,
    reference: stringAt(order, 'reference') ?? '',
    amount: stringAt(order, 'amount') ?? '0',
    currency,
    test: false,
    card: false,
    taskId: `t${id.slice(0, 8)}`,
    identity: identitySummary(world.baseUrlOf(account.name), identityId, currency),
  }
  addIdentityFrom(sandbox, account, identityId, rid, objectAt(body, 'client'))
  const expiresAt = new Date(Date.now() + validForThreeDays).toISOString()
  const outcome = {
    state: 'PENDING',
    compound: validated,
    code: 'IS0103',
    description: 'Transaction validated',
    steps: {},
    providers: [],
  }
  const detail: TransactionDetail = {
    entry: listEntry(id, validated, 'PENDING', stringAt(body, 'workflow') ?? ''),
    record: stateRecord(facts, outcome, expiresAt),
    notifications: [],
    payment: { amount: facts.amount, currency },
    taskId: facts.taskId,
  }
  const stored: StoredTransaction = {
    id,
    account: account.name,
    merchant: merchantId,
    rid,
    shape: 'data',
    detail: () => detail,
    returnUrl: stringAt(merchant, 'return_url') ?? '',
    webhookUrl: stringAt(merchant, 'transaction_webhook_url') ?? '',
  }
  remember(world, stored, identityId)
  return creationAnswer(facts, world.baseUrlOf(account.name), expiresAt)
}

function creationAnswer(facts: TransactionFacts, baseUrl: string, expiresAt: string): JsonObject {
  const { id, secret, merchantId, orderId, reference } = facts
  return {
    id,
    uid: id,
    secret,
    context_uid: uuidFrom(`context|${id}`),
    mode: 'registration',
    original_message: { merchant_id: merchantId, transaction_id: orderId, reference },
    transactions: [],
    expires_at: expiresAt,
    state: 'PENDING',
    compound_state: validated,
    redirect_url: `${baseUrl}/landing/${id}`,
  }
}

function remember(world: World, stored: StoredTransaction, identityId: string): void {
  const { account, merchant, rid, id } = stored
  world.transactions.set(keyOf(account, id), stored)
  const key = keyOf(account, merchant, rid)
  const list = world.lists.get(key)
  if (list !== undefined) {
    list.transactionIds.unshift(id)
    return
  }
  const sketch = { account, merchant, rid, text: 'Created through the interface' }
  world.lists.set(key, { sketch, identityId, transactionIds: [id], unlistedIds: [] })
}

function addIdentityFrom(
  sandbox: SandboxState,
  account: SandboxAccount,
  identityId: string,
  rid: string,
  client: JsonObject,
): void {
  const key = keyOf(account.name, identityId)
  if (sandbox.world.identities.has(key)) return
  const person = personFor(rid)
  const first = stringAt(client, 'first_name') ?? person.first
  const last = stringAt(client, 'last_name') ?? person.last
  const record = identityRecord(
    rid,
    { ...person, first, last, dob: stringAt(client, 'dob') ?? person.dob },
    identityId,
    [],
  )
  objectAt(record, 'profile').email = stringAt(client, 'email') ?? emailFor(person)
  sandbox.world.identities.set(key, { rid, record })
}
