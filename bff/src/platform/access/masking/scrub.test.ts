import { describe, expect, it } from 'vitest'
import { scrubText } from './scrub.ts'

const D = '••••••••'

describe('scrubText', () => {
  it.each([
    ['Success', 'Success'],
    ['Transaction in progress', 'Transaction in progress'],
    ['Declined (IS0101, OK000) after 3 tries', 'Declined (IS0101, OK000) after 3 tries'],
    ['amount 125.50 EUR', 'amount 125.50 EUR'],
    ['mail mara@example.test now', `mail ${D} now`],
    ['mail <mara@example.test>, please', `mail <${D}>, please`],
    ['mail mara @ example.test now', `mail ${D} now`],
    ['from SE4550000000058398257466.', `from ${D}.`],
    ['from DE89 3704 0044 0532 0130 00 refused', `from ${D} refused`],
    ['from gb29 nwbk 6016 1331 9268 19 refused', `from ${D} refused`],
    ['card 4111-1111-1111-1111 declined', `card ${D} declined`],
    ['call +46 (0)70-000 04 17', `call ${D}`],
    ['call +12345', `call ${D}`],
    ['born 1988-04-17', `born ${D}`],
    ['born 17.4.88', `born ${D}`],
    ['born 17 April 1988', `born ${D}`],
    ['born April 17, 1988', `born ${D}`],
    ['a 12345678, 87654321 b', `a ${D} b`],
    ['mara@example.test +46700000417', D],
    ['IS0101 4111111111111111', `IS0101 ${D}`],
    ['\u200b', D],
  ])('%j becomes %j', (text, left) => {
    expect(scrubText(text)).toBe(left)
  })

  it('stays fast for long and hostile texts', () => {
    const hostile = ['@', '1 ', 'a'.repeat(10), ' ', '1-', '+(', 'DE89 ', '@ ', 'a@ '].map((piece) =>
      piece.repeat(65_536 / piece.length),
    )
    // Measure the CPU time of this thread only: the machine may have other work.
    const before = process.threadCpuUsage()
    for (const text of hostile) scrubText(text)
    // Generous limit: the test is about hours against milliseconds, not about speed.
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(10_000)
  })
})
