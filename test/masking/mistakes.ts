import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FieldAccess } from '@paydesk/bff/platform/access/field-access'
import type { GuardedValue } from '@paydesk/bff/platform/access/guarded'
import type { FieldName } from '@paydesk/bff/platform/access/policy/access-policy'
import { createFaultyFieldAccess, type MaskingMistake, unwrapGuarded } from './mutant.ts'
import type { GeneratedCustomer } from './records.ts'
import { leavesOf } from './response-fields.ts'
import type { RoleName } from './worlds.ts'

type Shown = ReturnType<FieldAccess['mask']>

export interface MistakeCase extends MaskingMistake {
  readonly what: string
  /** Role that sees the leak. */
  readonly role: RoleName
}

/** Shows one field by another rule. */
function at(
  field: FieldName,
  show: (guarded: GuardedValue, shown: Shown) => Shown,
): Required<Pick<MaskingMistake, 'fieldAccess'>> {
  return {
    fieldAccess: (right) =>
      createFaultyFieldAccess(right, (one, shown) => (one.field === field ? show(one, shown) : shown)),
  }
}

const header = (name: string, value: string): Required<Pick<MaskingMistake, 'answer'>> => ({
  answer: (_, response) => void response.setHeader(name, value),
})

/** Appends a field to the body of each answer, as a presenter with one field too many does. */
function appending(response: ServerResponse, more: string): void {
  const end = response.end.bind(response)
  const writeHead = response.writeHead.bind(response)
  let head: [status: number, headers: string[]] | null = null
  // Hold back the head: it contains the length of the body, which grows.
  response.writeHead = ((status: number, headers: string[] = []) => {
    head = [status, headers]
    return response
  }) as typeof response.writeHead
  response.end = ((body?: unknown) => {
    const text = String(body ?? '')
    const changed = text.startsWith('{') ? `${text.slice(0, -1)},"more":${JSON.stringify(more)}}` : text
    if (head === null) return end(changed)
    const [status, headers] = head
    const at = headers.indexOf('content-length')
    writeHead(status, at < 0 ? headers : headers.with(at + 1, String(Buffer.byteLength(changed))))
    return end(changed)
  }) as typeof response.end
}

/** Mistakes that leak a value of this customer, each in another way. */
export function mistakesAbout(customer: GeneratedCustomer): MistakeCase[] {
  const value = (path: string) => String(leavesOf(customer).find((leaf) => leaf.path === path)?.value)
  const email = value('identity.profile.email')
  const surname = value('state.payment_provider_responses[1].response_id')
  const spare = value('state.spare.text')
  const whole = JSON.parse(JSON.stringify(customer.records.state))
  return [
    {
      what: 'support sees through the eyes of compliance',
      role: 'support',
      fieldAccess: (right, of) => ({ ...right, mask: of('compliance').mask }),
    },
    {
      what: 'an auditor sees through the eyes of finance',
      role: 'auditor',
      fieldAccess: (right, of) => ({ ...right, mask: of('finance').mask }),
    },
    {
      what: 'a record is masked for compliance, for every role',
      role: 'finance',
      fieldAccess: (right, of) => ({ ...right, maskRecord: of('compliance').maskRecord }),
    },
    {
      what: 'a record is sent as it came',
      role: 'compliance',
      fieldAccess: (right) => ({ ...right, maskRecord: () => whole }),
    },
    {
      what: 'a presenter opens a date of birth',
      role: 'support',
      ...at('profile.dob', (one) => ({ visibility: 'clear', text: unwrapGuarded(one) })),
    },
    {
      what: 'initials are whole words',
      role: 'support',
      ...at('profile.last_name', (one) => ({
        visibility: 'masked',
        text: `${unwrapGuarded(one).slice(0, 7)}.`,
        mask: 'initials',
      })),
    },
    {
      what: 'an unknown member is named by its value',
      role: 'compliance',
      fieldAccess: (right) => ({ ...right, listUnclassifiedNames: () => ({ names: [spare], more: 0 }) }),
    },
    {
      what: 'an answer has a member more',
      role: 'finance',
      answer: (_, response) => appending(response, surname),
    },
    { what: 'a header quotes a value', role: 'support', ...header('x-customer', encodeURIComponent(email)) },
    {
      what: 'a header holds a value in base64',
      role: 'auditor',
      ...header('x-trace', Buffer.from(`id=${email}`).toString('base64')),
    },
    {
      what: 'an ETag is the hash of a value',
      role: 'compliance',
      ...header('etag', createHash('sha1').update(email).digest('hex')),
    },
    {
      what: 'a cookie remembers a value backwards',
      role: 'support',
      ...header('set-cookie', `last=${[...email].reverse().join('')}`),
    },
  ]
}

/** Mistakes that send no value but tell something about one. */
export const mistakesWithoutValue: readonly {
  readonly what: string
  readonly path: string
  readonly mistake: MaskingMistake
}[] = [
  {
    what: 'a mask is as long as the value',
    path: 'identity.profile.title',
    mistake: at('profile.title', (one, shown) =>
      shown.visibility === 'masked' ? { ...shown, text: '•'.repeat(unwrapGuarded(one).length) } : shown,
    ),
  },
  {
    what: 'something hidden tells whether it exists',
    path: 'identity.profile.gender',
    mistake: at('profile.gender', (one, shown) =>
      unwrapGuarded(one) === 'null' ? { visibility: 'absent' } : shown,
    ),
  },
  {
    what: 'a card number shows one digit more',
    path: 'notifications[0].card_reference.masked_pan',
    mistake: at('card.masked_pan', (one, shown) =>
      shown.visibility === 'masked' ? { ...shown, text: shown.text + unwrapGuarded(one).charAt(6) } : shown,
    ),
  },
]
