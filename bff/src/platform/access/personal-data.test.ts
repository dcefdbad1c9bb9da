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
    // Groups of other lengths, right and mistyped, with words around them.
    'DE89 370400440532013000',
    'GB29NWBK 60161331926819',
    'pay SE45 50000000 058398 257466 tomorrow',
    'SE46 50000000 058398 257466',
    'SE45 5000 000 0058 3982 57466 please refund',
    'EZ45 5000000058398257466',
    'MT84 MALT 011000012345 MTLCAST001S',
    'MT84MALT-011000012345MTLCAST-001S',
    'KW81 CBKU 0000000000001234560101',
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
    'PR12 customer 0001',
    'PR12 customer0001',
    'DE12 customer 0001',
    'KW47 2026 refunds',
    'AT12 order 4711 0815',
    'BE24 invoice 2026-0001',
    'FR17-delivery-20260001',
    'HR12 Bestellung 4711 vom 12 11 2026',
    'Urgent \u26a0\ufe0f',
  ])('is false for %s', (text) => {
    expect(hasPersonalData(text)).toBe(false)
  })
})
