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
    // Signs and digits of other keyboards, and letters that nobody sees.
    'SE45–5000–0000–0583–9825–7466',
    'SE45.5000.0000.0583.9825.7466',
    'SE45/5000/0000/0583/9825/7466',
    'SE٤٥ ٥٠٠٠ ٠٠٠٠ ٠٥٨٣ ٩٨٢٥ ٧٤٦٦',
    'call +٤٦ ٧٠ ٠٠٠ ٠٤ ١٧',
    'call ＋46–70–000–04–17',
    '٤١١١ ١١١١ ١١١١ ١١١١',
    'mara%40example.test',
    'Open\u3164ones',
    '\u3164',
    'Open\u034fones',
  ])('is true for %s', (text) => {
    expect(hasPersonalData(text)).toBe(true)
  })

  it.each([
    'Open ones',
    'OPS-17',
    '#20261121',
    'INC0012345',
    'Über 100 €, seit März',
    'JIRA_PAY-2026-11-21',
    'PAY17/2026.11',
    'KW47/2026 refunds',
    'Open KW47.2026 payments',
    'PROJ12/2026-001234',
    'CS12/customer/0001',
    'Urgent \u26a0\ufe0f',
  ])('is false for %s', (text) => {
    expect(hasPersonalData(text)).toBe(false)
  })
})
