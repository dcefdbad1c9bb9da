import { documentsNear, hostileDocuments } from './document-elements.ts'
import type { Json, JsonObject } from './json.ts'
import { isJsonObject, objectAt, parseJson, rawNumber } from './json.ts'
import type { CustomerSketch, TransactionSketch } from './sketch.ts'
import { sketchStageCustomer } from './sketch.ts'
import { changeEverywhere, changeRecord, firstProvider } from './tweaks.ts'

const longText = 'ReallyLong'.repeat(5_000)
const hostileStrings: readonly (readonly [string, string])[] = [
  ['bidi controls', '\u202Egpj.exe\u202C \u2066isolated\u2069 \u200Fmark'],
  ['NUL and other controls', 'before\u0000after\u0007\u001B[31mred\r\nSet-Cookie: a=b'],
  ['lone surrogates', 'high \uD83D low \uDE00 end'],
  ['very long', longText],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)> &lt;b&gt; "\'`{{7*7}}'],
  ['formula', '=HYPERLINK("http://elsewhere.test","x")'],
  ['emoji and combining', '👩‍👩‍👧‍👦 Z̸̢͈a̷l̴g̵o̶ é e\u0301'],
]

const hostileText: CustomerSketch = {
  ...sketchStageCustomer(
    'cust-hostile-text',
    'Hostile text, numbers beyond a double, odd timestamps',
    ...hostileStrings.map(
      ([, text]): TransactionSketch => ({
        row: 'processing',
        ...changeRecord((r) => {
          r.response_code_description = text
          objectAt(r, 'original_message').reference = text
          Object.assign(firstProvider(r), { status_description: text, provider_name: text })
        }),
      }),
    ),
    {
      row: 'processing',
      tweak: (detail) =>
        changeEverywhere(detail, (object) => {
          if (Array.isArray(object.payment_provider_responses))
            firstProvider(object).reference_code = rawNumber('1234567890123456789012345678901234567890')
          if ('payment_amount' in object)
            object.payment_amount = { amount: rawNumber('9007199254740993'), currency: 'EUR' }
          if ('identity' in object)
            Object.assign(objectAt(object, 'identity'), {
              ledger_lifetime_amount: rawNumber('90071992547409930001'),
              credit_ledger_lifetime_amount: rawNumber('1e400'),
            })
        }),
    },
    {
      row: 'contacting-user',
      ...changeRecord((r) => {
        r.expires_at = '0001-01-01T00:00:00.000Z'
      }),
    },
    {
      row: 'contacting-user',
      ...changeRecord((r) => {
        r.expires_at = '+275760-09-13T00:00:00.000Z'
      }),
    },
    {
      row: 'contacting-user',
      ...changeRecord((r) => {
        r.expires_at = '2026-03-29T02:30:00'
      }),
    },
    {
      row: 'contacting-user',
      ...changeRecord((r) => {
        r.expires_at = 'Invalid'
      }),
    },
  ),
  tweakIdentity: (identity) => {
    const profile = objectAt(identity, 'profile')
    const texts = hostileStrings.map(([, text]) => text)
    Object.assign(profile, {
      first_name: texts[0],
      middle_name: texts[1],
      last_name: texts[4],
      fullname: texts[2],
      residential_address_street: texts[3],
      billing_address_city: texts[6],
      billing_address_street: texts[5],
    })
  },
}

const extras =
  '{"unlisted":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x","nested":{"deep":[{"unlisted":1}]}}'

function withExtras(value: Json): Json {
  if (Array.isArray(value)) return value.map(withExtras)
  if (!isJsonObject(value)) return value
  const own = Object.entries(value).map(
    ([member, inner]) => `${JSON.stringify(member)}:${JSON.stringify(withExtras(inner))}`,
  )
  return parseJson(`{${[...own, extras.slice(1, -1)].join(',')}}`) ?? {}
}

function withExtrasIn(identity: JsonObject): JsonObject {
  const extended = withExtras(identity)
  return isJsonObject(extended) ? extended : identity
}

const extraMembers = sketchStageCustomer(
  'cust-extra-members',
  'Extra members at every depth, among them __proto__ and constructor',
  ...(['contacting-user', 'manual-review', 'success'] as const).map(
    (row): TransactionSketch => ({
      row,
      tweak: (detail) => {
        detail.entry = withExtras(detail.entry)
        detail.record = withExtras(detail.record)
        detail.notifications = detail.notifications.map(withExtras)
      },
    }),
  ),
)

export const hostileSituations: readonly CustomerSketch[] = [
  hostileText,
  { ...extraMembers, documents: documentsNear(1), tweakIdentity: withExtrasIn },
  {
    ...sketchStageCustomer('cust-documents-odd', 'Documents no reader should trust', {
      row: 'manual-review',
    }),
    documents: hostileDocuments,
  },
]
