import { knownEvents } from './events.ts'
import type { Json, JsonObject } from './json.ts'
import { rawNumber, serialiseJson } from './json.ts'
import { incomingTransferBody } from './wire.ts'

/** Body to be signed and sent unchanged. */
export interface RawNotification {
  readonly name: string
  readonly body: Buffer
}

const text = (name: string, body: string): RawNotification => ({ name, body: Buffer.from(body) })
const json = (name: string, body: Json): RawNotification => text(name, serialiseJson(body))
/** Builds an ordinary body with these fields replaced. */
const but = (name: string, id: string, members: JsonObject): RawNotification =>
  json(name, { id, uid: id, event: 'payment_success', state: 'PENDING', ...members })

const kilobytes = (count: number) => 'k'.repeat(count * 1_024)

/** Ids that must never become part of an address. */
const ids: readonly (readonly [string, string])[] = [
  ['climbs', '../v1/identity/x'],
  ['is two points', '..'],
  ['is one point', '.'],
  ['climbs, encoded', '%2e%2e%2fidentity%2fx'],
  ['climbs, encoded twice', '%252e%252e%252f'],
  ['has a slash', 'abcd/notifications'],
  ['has a backslash', '..\\..\\identity'],
  ['has a query', 'abcd?merchant=other'],
  ['has a fragment', 'abcd#part'],
  ['has a NUL', 'abcd\u0000efgh'],
  ['has a line end', 'abcd\r\nX-Injected: 1'],
  ['has a newline at its end', 'abcdefgh\n'],
  ['has a tab', 'abcd\tefgh'],
  ['has an escape character', 'abcd\u001b[31mred'],
  ['has a lone surrogate', 'abcd\ud800'],
  ['reads backwards', 'abcd\u202efdp.exe'],
  ['has look-alike letters', 'аbcd-0001-efgh'],
  ['has full-width letters', 'ａｂｃｄ－０００１'],
  ['is an address', 'https://elsewhere.example.test/v1'],
  ['has no host', '//elsewhere.example.test/abcd'],
  ['is empty', ''],
  ['is blank', '    '],
  ['is very long', 'a'.repeat(10_000)],
  ['is markup', '<img src=x onerror=alert(1)>'],
  ['is a formula', '=HYPERLINK("https://elsewhere.example.test")'],
  ['is a statement', `x'; drop table inbox; --`],
  ['is a member of every object', '__proto__'],
  ['is a function of every object', 'constructor'],
]

const hostileIds = ids.map(([text, id]) => but(`the id ${text}`, id, {}))

function wrongTypes(id: string): RawNotification[] {
  const values: readonly Json[] = [null, true, 0, -1, '', [], {}, [[]], { id }, 1e308]
  const members = ['id', 'uid', 'event', 'state', 'compound_state', 'secret', 'payment_amount', 'identity']
  return members.flatMap((member) =>
    values.map((value) => but(`${member} is ${JSON.stringify(value)}`, id, { [member]: value })),
  )
}

function amounts(id: string): RawNotification[] {
  const digits = ['9'.repeat(40), '1e400', '-0', '0.1', '1E-7', '123456789012345678901234567890']
  return digits.map((number) =>
    but(`the amount is ${number}`, id, { payment_amount: { amount: rawNumber(number), currency: 'EUR' } }),
  )
}

function shapes(id: string): RawNotification[] {
  return [
    text('empty', ''),
    text('blank', ' \r\n\t '),
    text('not JSON', 'state=SUCCESS&id=abcd'),
    text('XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    text('cut off', `{"id":"${id}","state":"SUC`),
    text('something after the end', `{"id":"${id}"}{"id":"${id}"}`),
    text('a byte order mark', `\ufeff{"id":"${id}","state":"PENDING"}`),
    text('single quotes', `{'id':'${id}'}`),
    text('NaN', '{"id":NaN}'),
    text('null', 'null'),
    text('true', 'true'),
    text('a number', '17'),
    text('a string', '"SUCCESS"'),
    text('an empty array', '[]'),
    text('an array of one', `[{"id":"${id}","state":"SUCCESS"}]`),
    text('an empty object', '{}'),
    text('the id twice', `{"id":"${id}","id":"../x","state":"PENDING"}`),
    text('the state twice', `{"id":"${id}","state":"PENDING","state":"SUCCESS"}`),
    text('the secret twice', `{"id":"${id}","secret":"a","secret":"b"}`),
    text('__proto__ as a member', `{"id":"${id}","__proto__":{"state":"SUCCESS","polluted":true}}`),
    text('constructor as a member', `{"id":"${id}","constructor":{"prototype":{"polluted":true}}}`),
    text('toString as a member', `{"id":"${id}","toString":1,"valueOf":1,"hasOwnProperty":1}`),
    text('a deep object', `{"id":"${id}","a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`),
    text('a deep array', '['.repeat(30_000) + ']'.repeat(30_000)),
    text('a deep array that never ends', '['.repeat(60_000)),
    text('many members', `{"id":"${id}",${Array.from({ length: 4_000 }, (_, at) => `"m${at}":0`).join()}}`),
    text('many elements', `{"id":"${id}","screen_entities":[${'0,'.repeat(20_000)}0]}`),
    text('a long number', `{"id":"${id}","n":${'7'.repeat(50_000)}}`),
    text('an unpaired escape', `{"id":"${id}","state":"\\ud800"}`),
    text('NUL in a text', `{"id":"${id}","event":"a\\u0000b","state":"PEN\\u0000DING"}`),
    text('raw control characters', `{"id":"${id}","event":"a\u0001b"}`),
    {
      name: 'not UTF-8',
      body: Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    },
    {
      name: 'overlong UTF-8',
      body: Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc0, 0xae]), Buffer.from('"}')]),
    },
    { name: 'UTF-16', body: Buffer.from(`{"id":"${id}"}`, 'utf16le') },
    { name: 'nothing but NUL', body: Buffer.alloc(512) },
    { name: 'compressed by nobody', body: Buffer.from('1f8b0800000000000003', 'hex') },
  ]
}

function hugeBodies(id: string): RawNotification[] {
  return [
    but('just over 64 KiB', id, { secret: kilobytes(64) }),
    but('one megabyte', id, { secret: kilobytes(1_024) }),
    text('64 KiB of blanks', ' '.repeat(65_537)),
  ]
}

/** Hostile bodies. Those that concern a transaction name the given id. */
export function hostileNotifications(id: string): RawNotification[] {
  return [...shapes(id), ...hostileIds, ...wrongTypes(id), ...amounts(id), ...hugeBodies(id)]
}

/** Unusual but honest bodies: they must be kept. */
export function unusualNotifications(id: string): RawNotification[] {
  return [
    json('an incoming transfer', incomingTransferBody(id, 'INV-00417')),
    json('an incoming transfer of an unknown id', incomingTransferBody('transfer-0000417', 'no reference')),
    but('an unknown event', id, { event: 'loyalty_points_granted' }),
    but('an unknown state', id, { state: 'TELEPORTED', compound_state: 'TELEPORTED.TWICE' }),
    but('an unknown member', id, { mood: 'cheerful', nested: { a: [1, { b: null }] } }),
    ...knownEvents.map((event) => but(`the event ${event}`, id, { event })),
    json('nothing but an id', { id }),
    json('an id that is a number', { id: 417, event: 'payment_success' }),
    text('white space around', `\r\n  { "id" : "${id}" , "event" : "payment_success" }\r\n`),
    text(
      'members in another order',
      `{"state":"PENDING","event":"payment_success","uid":"${id}","id":"${id}"}`,
    ),
  ]
}
