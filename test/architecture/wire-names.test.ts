import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'

/** Words that name nothing by themselves: prepositions, pronouns and question words. */
const emptyWords = new Set(
  'as at by of from to for in on why whyNot who what where when how it one'.split(' '),
)
/** Irregular participles; the regular ones end with `ed`. */
const irregularParticiples = new Set(
  'cut found given heard held kept known left made seen sent shown taken told'.split(' '),
)

/** Empty words whose value says what they mean, beside a noun that they belong to. */
const prepositionsOfTimeAndPeople = ['at', 'by', 'from', 'to']

/** Participles that stay: each counts, dates or tells by its object what happened. */
const participles = {
  counts: ['added', 'changed', 'closed', 'confirmed', 'decided', 'dropped', 'ended', 'entered', 'explained'],
  moreCounts: ['failed', 'followed', 'killed', 'left', 'made', 'opened', 'passed', 'received', 'refused'],
  lastCounts: ['rejected', 'seen', 'sent', 'snoozed', 'succeeded', 'undecided'],
  flags: ['compared', 'documented', 'listed', 'repeated', 'reviewed', 'unclassified', 'unconfirmed'],
  facts: ['recorded'],
} as const

interface Definition {
  readonly type: string
  readonly [part: string]: unknown
}

function definitionOf(schema: unknown): Definition | null {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return null
  return (schema as { _zod: { def: Definition } })._zod.def
}

/** Collects the names of members below a schema, each with the first place that has it. */
function collectMembers(
  schema: unknown,
  place: string,
  found: Map<string, string>,
  seen: Set<unknown>,
): void {
  const definition = definitionOf(schema)
  if (definition === null || seen.has(schema)) return
  seen.add(schema)
  const { shape, options, items, getter } = definition
  if (definition.type === 'object')
    for (const [name, member] of Object.entries(shape as object)) {
      if (!found.has(name)) found.set(name, place)
      collectMembers(member, `${place}.${name}`, found, seen)
    }
  for (const part of ['innerType', 'element', 'in', 'out', 'left', 'right', 'keyType', 'valueType'])
    collectMembers(definition[part], place, found, seen)
  for (const part of [options, items].flat()) collectMembers(part, place, found, seen)
  if (typeof getter === 'function') collectMembers(getter(), place, found, seen)
}

function listMembers(): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<unknown>()
  for (const [name, endpoint] of Object.entries(endpoints))
    for (const [part, schema] of Object.entries(endpoint))
      collectMembers(schema, `${name}.${part}`, found, seen)
  return found
}

const isEmpty = (name: string) => emptyWords.has(name) && !prepositionsOfTimeAndPeople.includes(name)
const isParticiple = (name: string) =>
  /^\p{Ll}+$/u.test(name) &&
  ((/ed$/.test(name) && !/(?:need|seed|feed)$/.test(name)) || irregularParticiples.has(name))

describe('a member of a contract', () => {
  const members = listMembers()

  it('is found below the table of all endpoints', () => {
    expect(members.size).toBeGreaterThan(400)
    expect(members.get('suggestions')).toBe('suggestIds.response')
  })

  it('names a thing, not a relation to one', () => {
    expect([...members].filter(([name]) => isEmpty(name))).toEqual([])
  })

  it('is no participle, apart from counts, flags and facts', () => {
    const kept = new Set<string>(Object.values(participles).flat())
    const found = [...members.keys()].filter(isParticiple)
    expect(found.filter((name) => !kept.has(name)).sort()).toEqual([])
    expect([...kept].filter((name) => !found.includes(name))).toEqual([])
  })

  it.each(['of', 'why', 'whyNot', 'who'])('of the name %s would be found', (name) => {
    expect(isEmpty(name)).toBe(true)
  })

  it.each(['needed', 'tried', 'asked', 'told'])('of the participle %s would be found', (name) => {
    expect(isParticiple(name)).toBe(true)
  })
})
