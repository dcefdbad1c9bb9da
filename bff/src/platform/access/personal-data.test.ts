import { describe, expect, it } from 'vitest'
import { hasPersonalData } from './personal-data.ts'

describe('hasPersonalData', () => {
  it.each([
    'mara@example.test',
    'SE45 5000 0000 0583 9825 7466',
    'ticket SE4550000000058398257466',
    '4111111111111111',
    '5500-0000-0000-0004',
    '5500.0000.0000.0004',
    'call +46 70 000 04 17',
    'ｍara＠example.test',
    'Open\u202Eones',
    'Open\u200Bones',
    'Open\u0007ones',
  ])('is true for %s', (text) => {
    expect(hasPersonalData(text)).toBe(true)
  })

  it.each(['Open ones', 'OPS-17', '#20261121', 'INC0012345', 'Über 100 €, seit März', 'JIRA_PAY-2026-11-21'])(
    'is false for %s',
    (text) => {
      expect(hasPersonalData(text)).toBe(false)
    },
  )
})
