import { isValidIban } from './ids.ts'
import type { JsonObject } from './json.ts'
import { isJsonObject } from './json.ts'
import type { ErrorDetail } from './wire.ts'

interface Limits {
  readonly merchants: readonly string[]
  readonly strict: boolean
  readonly isUsed: (member: 'id' | 'reference', value: string) => boolean
}

type Rule = (value: string) => string | undefined

interface Member {
  readonly required?: boolean
  readonly rule?: Rule
}

type Members = Readonly<Record<string, Member>>

const matches =
  (pattern: RegExp, message: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : message
const url: Rule = (value) =>
  URL.canParse(value) && /^https?:/.test(value) ? undefined : 'must be an address'
const country = matches(/^[A-Z]{2}$/, 'must be a two-letter country code')
const date = matches(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD')
const phone = matches(/^\+?\d{5,15}$/, 'must be 5 to 15 digits with prefix')
const short = matches(/^.{0,255}$/su, 'must be at most 255 characters')

function addressMembers(kind: 'billing' | 'residential'): Members {
  const parts = ['street', 'street_number', 'secondary', 'city', 'postal_code', 'subdivision']
  const members = parts.map((part): [string, Member] => [`${kind}_address_${part}`, { rule: short }])
  return Object.fromEntries([...members, [`${kind}_address_country`, { rule: country }]])
}

const clientMembers: Members = {
  first_name: { required: true, rule: short },
  last_name: { required: true, rule: short },
  email: { required: true, rule: matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address') },
  title: { rule: short },
  mobile: { rule: phone },
  phone_number: { rule: phone },
  dob: { rule: date },
  gender: { rule: short },
  ip: { rule: matches(/^[0-9a-fA-F.:]+$/, 'must be an IP address') },
  citizen_country: { rule: country },
  birth_country: { rule: country },
  resident_country: { rule: country },
  ...addressMembers('billing'),
  ...addressMembers('residential'),
}

const holderMembers: Members = {
  iban: { required: true, rule: (value) => (isValidIban(value) ? undefined : 'must be a valid IBAN') },
  name: { rule: short },
  type: { rule: matches(/^(INDIVIDUAL|BUSINESS)$/, 'must be INDIVIDUAL or BUSINESS') },
  bic: { rule: matches(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a bank identifier code') },
}

function transactionMembers({ isUsed }: Limits): Members {
  return {
    id: {
      required: true,
      rule: (value) =>
        value.length > 40 ? 'must be 1 to 40 characters' : isUsed('id', value) ? 'must be unique' : undefined,
    },
    reference: {
      required: true,
      rule: (value) =>
        value.length > 100
          ? 'must be at most 100 characters'
          : isUsed('reference', value)
            ? 'must be unique'
            : undefined,
    },
    amount: { required: true, rule: matches(/^[0-9]{1,15}$/, 'must be digits, in the lowest currency unit') },
    currency: { required: true, rule: matches(/^(EUR|GBP)$/, 'is not available for this merchant') },
    datetime: {
      rule: matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'must be a timestamp with milliseconds'),
    },
  }
}

function merchantMembers({ merchants }: Limits): Members {
  return {
    id: { required: true, rule: (value) => (merchants.includes(value) ? undefined : 'is not known') },
    return_url: { required: true, rule: url },
    transaction_webhook_url: { required: true, rule: url },
  }
}

/** Lists all errors of a create request; empty if it is valid. */
export function checkCreate(body: JsonObject, limits: Limits): ErrorDetail[] {
  const details: ErrorDetail[] = []
  const known = new Set(['workflow', 'merchant', 'transaction', 'client', 'account', 'account_holder'])
  if (limits.strict) details.push(...extraMembers('', body, known))
  const workflow = body.workflow
  if (typeof workflow !== 'string' || workflow === '')
    details.push({ id: 'workflow', message: 'is required' })
  const objects: readonly [string, Members, boolean][] = [
    ['merchant', merchantMembers(limits), true],
    ['transaction', transactionMembers(limits), true],
    ['client', clientMembers, true],
    ['account', { identifier: { required: true, rule: short } }, true],
    ['account_holder', holderMembers, false],
  ]
  for (const [name, members, required] of objects) {
    const value = body[name]
    if (value === undefined && !required) continue
    if (isJsonObject(value)) details.push(...checkObject(name, value, members, limits.strict))
    else details.push({ id: name, message: value === undefined ? 'is required' : 'must be an object' })
  }
  return details
}

function checkObject(name: string, value: JsonObject, members: Members, strict: boolean): ErrorDetail[] {
  const details = strict ? extraMembers(`${name}.`, value, new Set(Object.keys(members))) : []
  for (const [member, { required, rule }] of Object.entries(members)) {
    const id = `${name}.${member}`
    const found = value[member]
    if (found === undefined || (found === '' && required === true)) {
      if (required === true) details.push({ id, message: 'is required' })
    } else if (typeof found !== 'string') {
      details.push({ id, message: 'must be a string' })
    } else {
      const message = rule?.(found)
      if (message !== undefined) details.push({ id, message })
    }
  }
  return details
}

function extraMembers(prefix: string, value: JsonObject, known: ReadonlySet<string>): ErrorDetail[] {
  return Object.keys(value)
    .filter((member) => !known.has(member))
    .map((member) => ({ id: `${prefix}${member}`, message: 'is not allowed' }))
}
