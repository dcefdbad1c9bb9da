import { merchantId, transactionId } from '@paydesk/shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf, newId, noon, stage } from '../overview/rows.test-kit.ts'
import { backings, type NewStore, newStore } from '../store/new-store.test-kit.ts'
import { appendChange, type NewChange } from './changes.ts'
import { makeKnownFacts } from './kept-facts.ts'

const merchant = merchantId.parse('demo-merchant')
const plain = {
  merchant,
  state: 'PENDING',
  reason: null,
  workflow: 'pay',
  finality: 'open',
  review: 0,
  test: 0,
  currency: null,
  amount: null,
  seen: noon,
  later: 0,
  expires: null,
} as const

describe.each(backings)('facts that are kept (%s)', (backing) => {
  let made: NewStore
  let clock = 0
  beforeAll(async () => {
    made = await newStore(backing)
  })
  afterAll(() => made.remove())

  /** Kept facts that hear of changes only where the test says so, and once something was heard and read. */
  async function start() {
    let hear = () => {}
    const onWake = (_channel: string, listener: () => void) => {
      hear = listener
      return () => undefined
    }
    const facts = makeKnownFacts({ db: made.store.db, onWake }, () => clock)
    hear()
    // It hears on: the test says when.
    await facts.stop()
    return { of: facts.of, hear: () => hear(), read: facts.stop }
  }

  async function insert(): Promise<string> {
    const id = newId()
    await made.store.db.insertInto('transactions').values(columnsOf(plain, id)).execute()
    return id
  }
  const change = (id: string, state: string) =>
    made.store.db.updateTable('transactions').set({ state }).where('id', '=', id).execute()
  const tell = (kind: NewChange['kind'], subject_id: string) =>
    made.store.db
      .transaction()
      .execute((trx) =>
        appendChange(
          trx,
          made.store.dialect,
          { environment: stage, merchant, kind, subject_id, version: 1 },
          noon,
        ),
      )
  const about = (id: string) => ({ environment: stage, transaction: transactionId.parse(id), merchant })
  const asked = { now: noon, totals: false }
  type Facts = Awaited<ReturnType<typeof start>>
  const stateOf = async ({ of }: Facts, id: string, totals = false) =>
    (await of(about(id), { ...asked, totals }))?.state

  it('are those of before while nothing of them is heard, and asked anew after a second', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    expect(await stateOf(facts, id)).toBe('PENDING')
    clock += 1_000
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })

  it('go on being kept when others change', async () => {
    const [id, other] = [await insert(), await insert()]
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    await tell('transaction', other)
    await tell('review', id)
    facts.hear()
    await facts.read()
    expect(await stateOf(facts, id)).toBe('PENDING')
  })

  it('are asked anew from the moment on in which a change is heard of', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    await tell('transaction', id)
    facts.hear()
    // Which change it was is not read yet.
    expect(await stateOf(facts, id)).toBe('SUCCESS')
    await facts.read()
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })

  it.each(['transaction', 'notification'] as const)('are forgotten once a %s is told', async (kind) => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    await tell(kind, kind === 'transaction' ? id : '1')
    facts.hear()
    await facts.read()
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })

  it('are forgotten with whatever is heard where they rest on other transactions', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id, true)).toBe('PENDING')
    await change(id, 'SUCCESS')
    facts.hear()
    await facts.read()
    expect(await stateOf(facts, id, true)).toBe('SUCCESS')
  })

  it('are all forgotten where more changed than is read at once', async () => {
    const id = await insert()
    const facts = await start()
    expect(await stateOf(facts, id)).toBe('PENDING')
    await change(id, 'SUCCESS')
    const one = { environment: stage, merchant, kind: 'review', subject_id: 'x', version: 1 } as const
    await made.store.db
      .transaction()
      .execute((trx) => appendChange(trx, made.store.dialect, Array(500).fill(one), noon))
    facts.hear()
    await facts.read()
    expect(await stateOf(facts, id)).toBe('SUCCESS')
  })
})
