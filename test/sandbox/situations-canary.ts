import { documentsNear } from './document-elements.ts'
import { digitsFrom, ibanOf } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import { cloneJson, isJsonObject } from './json.ts'
import type { CustomerSketch, TransactionDetail } from './sketch.ts'
import { sketchStageCustomer } from './sketch.ts'
import { incomingTransferBody } from './wire.ts'

export interface CanaryValue {
  readonly record: string
  readonly path: string
  readonly value: string
}

export const canaryRid = 'cust-canary'

/** Fields that stay unmarked: enumerations, ids that join records, or addresses that must work. */
const ordinary = new Set([
  'id',
  'uid',
  'transaction_uid',
  'merchant_id',
  'identifier',
  'remote_user_id',
  'mode',
  'state',
  'compound_state',
  'transaction_state',
  'workflow',
  'event',
  'kyc_state',
  'response_code',
  'operation_type',
  'provider_type',
  'mime_type',
  'capture',
  'charge',
  'credit',
  '3ds',
  'piv',
  'sca',
  'docs',
  'kyc',
  'test_transaction',
  'card_brand',
])

/** Replaces every string leaf by a unique value. */
class CanaryMarker {
  readonly marked: CanaryValue[] = []
  #next: number
  #secret: string | undefined

  /** Counts each set of records from its own thousand, so markers are unique in any order of creation. */
  constructor(thousand: number) {
    this.#next = thousand * 1_000 + 1
  }

  mark(record: string, value: Json, path = ''): Json {
    if (Array.isArray(value))
      return value.map((inner, index) => this.mark(record, inner, `${path}[${index}]`))
    if (isJsonObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([member, inner]) => {
          return [member, this.mark(record, inner, path === '' ? member : `${path}.${member}`)]
        }),
      )
    }
    if (typeof value !== 'string') return value
    const member = /([^.[\]]+)(?:\[\d+\])*$/.exec(path)?.[1] ?? path
    const replacement = this.#replacement(member, path, value)
    if (replacement !== value) this.marked.push({ record, path, value: replacement })
    return replacement
  }

  #replacement(member: string, path: string, value: string): string {
    if (member.includes('currency') || /^[A-Z]{2}$/.test(value) || isJoiningId(member, path)) return value
    // Use one secret per transaction, otherwise its records would not match.
    if (member === 'secret') {
      this.#secret ??= word('secret', this.#next++)
      return this.#secret
    }
    const number = this.#next++
    const four = String(number).padStart(4, '0')
    if (member === 'email') return `${word('email', number)}@zqx7host${four}.test`
    if (member.includes('iban')) return ibanOf('DE', `7717${digitsFrom(`canary|${four}`, 10)}${four}`)
    if (member === 'dob')
      return new Date(Date.UTC(1931, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
    if (/(_at|datetime)$/.test(member))
      return value.replace(/\d\d\.\d{3}Z$/, `0${four.slice(0, 1)}.${four.slice(1)}Z`)
    if (member === 'masked_pan') return `477717....${four}`
    if (/(amount|acno)$/.test(member)) return `7717${four}${digitsFrom(`canary-number|${four}`, 4)}`
    // Put the marker into the query, so that the address keeps working.
    if (member.endsWith('url')) return `${value}?${word(member, number)}`
    return word(member, number)
  }
}

function word(member: string, number: number): string {
  return `zqx7${member.replace(/[^a-z]/gi, '').toLowerCase()}${String(number).padStart(4, '0')}`
}

function isJoiningId(member: string, path: string): boolean {
  // Mark ids inside lists (tasks, screening hits, documents) too: they join nothing.
  if (/^(id|uid)$/.test(member)) return !path.includes('[')
  return ordinary.has(member)
}

const personalExtras: JsonObject = {
  ext: { loyalty: 'x', nested: { note: 'x', list: ['x', 'x'] } },
  account_holder: { name: 'x', type: 'x', iban: 'x', bic: 'x' },
  client: { first_name: 'x', last_name: 'x', email: 'x', mobile: 'x', ip: 'x' },
}

/** Fills fields that a normal record leaves empty, so that they are marked as well. */
function enrich(value: Json): Json {
  if (!isJsonObject(value)) return value
  const full = cloneJson(value)
  const message = full.original_message
  if (isJsonObject(message)) {
    if (isJsonObject(message.account)) message.account.ext = cloneJson(personalExtras.ext ?? {})
    message.account_holder = cloneJson(personalExtras.account_holder ?? {})
    message.client = cloneJson(personalExtras.client ?? {})
  }
  if ('outstanding_tasks' in full) {
    full.outstanding_tasks = [{ id: 'x', type: 'x', title: 'x' }]
    full.screen_entities = [{ id: 'x', name: 'x', list: 'x', reason: 'x' }, 'x']
    full.card_reference = {
      card_brand: 'VISA',
      masked_pan: 'x',
      expiry_date: 'x',
      recurring_id: 'x',
      card_token: 'x',
    }
  }
  full.redirect_url = 'https://verify.example.test/landing'
  full.unlisted_member = { text: 'x' }
  return full
}

const incoming = incomingTransferBody('', 'x')
const senderMembers = Object.fromEntries(
  Object.entries(incoming).filter(([member]) =>
    /^(original_sender|beneficiary|transaction_detail)/.test(member),
  ),
)

function markDetail(marker: CanaryMarker, name: string, detail: TransactionDetail): void {
  detail.entry = marker.mark(
    `${name}.list`,
    isJsonObject(detail.entry) ? { ...detail.entry, unlisted_member: 'x' } : detail.entry,
  )
  detail.record = marker.mark(`${name}.state`, enrich(detail.record))
  detail.notifications = detail.notifications.map((notification, index) => {
    const full = enrich(notification)
    return marker.mark(
      `${name}.notifications[${index}]`,
      isJsonObject(full) ? { ...full, ...senderMembers } : full,
    )
  })
}

/** Creates the canary customer. Marking happens while its records are built, in a fixed order. */
export function canarySituation(markers: CanaryValue[]): CustomerSketch {
  const rows = [
    ['pending', 'contacting-user'],
    ['review', 'manual-review'],
    ['success', 'success'],
  ] as const
  const transactions = rows.map(([name, row], index) => ({
    row,
    card: true,
    events: row === 'contacting-user' ? ['manual_risk_review'] : ['payment_success', 'kyc_manual_review'],
    tweak: (detail: TransactionDetail) => {
      const own = new CanaryMarker(index + 1)
      markDetail(own, name, detail)
      markers.push(...own.marked)
    },
  }))
  return {
    ...sketchStageCustomer(canaryRid, 'A unique marker in every text of every record', ...transactions),
    documents: documentsNear(5),
    tweakIdentity: (identity) => {
      const own = new CanaryMarker(0)
      const profile = isJsonObject(identity.profile) ? identity.profile : {}
      // Fill every text of the profile, including empty ones.
      const filled = Object.fromEntries(
        Object.entries(profile).map(([member, text]) => [member, text === '' ? 'x' : text]),
      )
      const marked = own.mark('identity', { ...identity, profile: { ...filled, unlisted_member: 'x' } })
      markers.push(...own.marked)
      return isJsonObject(marked) ? marked : identity
    },
  }
}
