import { afterAll, describe, expect, it } from 'vitest'
import { compareWithLedger, DeliveryLedger } from './ledger.ts'
import { withoutSync } from './syncs.ts'

const ledger = new DeliveryLedger('judge')
afterAll(() => ledger.close())

function deliver(key: string, ...ends: readonly ('ok' | 'fail' | 'unknown')[]): void {
  for (const end of ends) {
    ledger.invoke(key)
    ledger.end(key, end, end === 'ok' ? 202 : null)
  }
}

describe('the ledger verdict', () => {
  it('lists lost, duplicated, unexpected and miscounted notifications, and nothing else', () => {
    deliver('stays', 'ok')
    deliver('repeated', 'unknown', 'ok', 'ok')
    deliver('lost', 'ok', 'unknown')
    deliver('perhaps', 'unknown')
    deliver('refused', 'fail')
    deliver('refused-and-gone', 'fail')
    deliver('doubled', 'ok', 'ok')
    deliver('too-few', 'ok', 'ok', 'ok')
    deliver('too-many', 'ok', 'unknown', 'fail')
    const row = (digest: string, repeats: number) => ({ digest, repeats })
    const rows = [
      row('stays', 0),
      row('repeated', 2),
      row('refused', 0),
      row('doubled', 0),
      row('doubled', 0),
      row('too-few', 1),
      row('too-many', 2),
      row('from nowhere', 0),
    ]
    expect(compareWithLedger(ledger, rows)).toEqual({
      acknowledged: 6,
      lost: ['lost'],
      duplicated: ['doubled'],
      unexpected: ['refused', 'from nowhere'],
      miscounted: ['refused', 'doubled', 'too-few', 'too-many'],
    })
  })
})

describe('the system call trace', () => {
  const answer = '7 write(23, "HTTP/1.1 202 Accepted\\r\\n"..., 150) = 150'

  it('counts acknowledgements without a sync before them', () => {
    const lines = [
      '7 fdatasync(12) = 0',
      answer,
      '7 fdatasync(12 <unfinished ...>',
      '8 write(1, "x", 1) = 1',
      '7 <... fdatasync resumed>) = 0',
      answer,
      answer,
      '7 fdatasync(12) = -1 EIO (Input/output error)',
      answer,
      '7 write(23, "HTTP/1.1 200 OK\\r\\n"..., 150) = 150',
      '7 fsync(12) = 0',
    ]
    expect(withoutSync(lines)).toEqual({ acknowledgements: 4, syncs: 3, bare: 2 })
  })
})
