import { describe, expect, it } from 'vitest'
import { parseCustomerTransactionList } from '../../payment-service/parsing/wire.ts'
import { parseCustomerTransactionEntries } from './entries.ts'

const entry = (transaction_uid: unknown, state: unknown = 'PENDING') => ({
  transaction_uid,
  transaction_state: `${String(state)}.X`,
  state,
  workflow: 'DEMO',
})
const read = (...data: unknown[]) => {
  const { entries, unreadable, opened } = parseCustomerTransactionEntries(
    parseCustomerTransactionList({ data }),
  )
  return { ids: entries.map(({ transaction }) => transaction), unreadable, opened }
}

describe('parseCustomerEntries', () => {
  it('keeps the payment service’s order and opens the first transaction that is not final', () => {
    expect(read(entry('aaaa', 'SUCCESS'), entry('cccc', 'PENDING'), entry('bbbb', 'PENDING'))).toEqual({
      ids: ['aaaa', 'cccc', 'bbbb'],
      unreadable: 0,
      opened: 'cccc',
    })
  })

  it('opens the first transaction if all are final, and none if the list is empty', () => {
    expect(read(entry('aaaa', 'EXPIRED'), entry('bbbb', 'SUCCESS')).opened).toBe('aaaa')
    expect(read().opened).toBeNull()
  })

  it('treats an unknown or missing state as not final', () => {
    expect(read(entry('aaaa', 'SUCCESS'), entry('bbbb', 'HIBERNATING')).opened).toBe('bbbb')
    expect(read(entry('aaaa', 'SUCCESS'), { transaction_uid: 'cccc' }).opened).toBe('cccc')
  })

  it('keeps only the first entry of a repeated id', () => {
    expect(read(entry('aaaa', 'PENDING'), entry('bbbb'), entry('aaaa', 'SUCCESS'))).toEqual({
      ids: ['aaaa', 'bbbb'],
      unreadable: 0,
      opened: 'aaaa',
    })
  })

  it('counts entries without a usable id as unreadable', () => {
    const odd = [null, '', 'x', '..', 'a/b/c', 'a b c d', 'aaaa\n', 'сccc', { id: 1 }, undefined]
    expect(read(entry('aaaa'), ...odd.map((id) => entry(id)), 'text', null, 7)).toEqual({
      ids: ['aaaa'],
      unreadable: odd.length + 3,
      opened: 'aaaa',
    })
    expect(read(entry('x')).opened).toBeNull()
  })

  it('accepts a numeric id', () => {
    expect(read(entry(4711)).ids).toEqual(['4711'])
  })
})
