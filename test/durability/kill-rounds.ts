import { numberFrom } from '../sandbox/ids.ts'
import type { Backing } from '../support/stack/backing.ts'
import { type ProductOptions, type ProductProcess, standBy } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { compareWithLedger, DeliveryLedger, type LedgerDifferences } from './ledger.ts'
import { NotificationSender } from './sender.ts'

interface Rounds {
  readonly name: string
  readonly backing: Backing
  readonly product: ProductOptions
  readonly bodies: Iterator<Buffer>
  readonly rounds: number
  /** Least number of acknowledged notifications: more rounds follow until it is reached. */
  readonly least: number
  /**
   * Interval in rounds: every `lockedEvery`th round locks the table before the kill, so that nothing more may
   * be acknowledged.
   */
  readonly lockedEvery: number
  /** Upper bound: a kill comes after 1 to `longest` acknowledgements of its round. */
  readonly longest: number
  readonly seed: number
}

const lanes = 16

/** Sends one body in ten twice, as the payment service retries a notification without an answer. */
function* withRepeats(bodies: Iterator<Buffer>): Generator<Buffer, undefined> {
  for (let at = 0; ; at += 1) {
    const { value, done } = bodies.next()
    if (done === true) return undefined
    yield value
    if (at % 10 === 0) yield value
  }
}

/**
 * Waits until the round has `wanted` acknowledgements, so that every kill falls under load on any machine.
 * Throws after 90 s.
 */
async function acknowledgements(
  sender: NotificationSender,
  wanted: number,
  running: ProductProcess,
): Promise<void> {
  const giveUpAt = Date.now() + 90_000
  while (sender.latencies.length < wanted) {
    if (Date.now() > giveUpAt)
      throw new Error(`Not ${wanted} acknowledgements within 90 s:\n${running.said()}`)
    await sleepFor(1)
  }
}

/**
 * Starts Paydesk, sends to it from many lanes and kills it at a random moment between two acknowledgements.
 * Repeats on the same data while the next process already stands by. Then starts and stops Paydesk once more,
 * and compares the rows with the acknowledgements.
 */
export async function killRounds(asked: Rounds) {
  const { name, backing, product, bodies, rounds, least, lockedEvery, longest, seed } = asked
  const begun = Date.now()
  const ledger = new DeliveryLedger(name)
  const endless = withRepeats(bodies)
  let next = standBy(product)
  let round = 0
  for (; round < rounds || ledger.count('ok') < least; round += 1) {
    const running = await next.go()
    next = standBy(product)
    const sender = new NotificationSender({ origins: [running.origin], ledger })
    let over = false
    const sending = sender.inLanes(endless, lanes, () => over)
    await acknowledgements(sender, 1 + numberFrom(`kill|${seed}|${round}`, longest), running)
    const ended = sender.answers + lanes
    const unlock =
      round % lockedEvery === lockedEvery - 1
        ? await backing.blockWriters('notification_queue', () => sender.answers > ended)
        : null
    await sleepFor(numberFrom(`moment|${seed}|${round}`, 10))
    await running.kill()
    over = true
    await sending
    await unlock?.()
    sender.stop()
  }
  const last = await next.go()
  await last.stop()
  const rows = await backing.rows('select digest, repeats from notification_queue')
  const verdict: LedgerDifferences = compareWithLedger(ledger, rows)
  const damage = await backing.damage()
  await ledger.close()
  return { rounds: round, verdict, damage, seconds: Math.round((Date.now() - begun) / 1_000), ledger }
}

/** Formats one line of figures for the output of a run. */
export function formatFigures(name: string, result: Awaited<ReturnType<typeof killRounds>>): string {
  const { verdict, ledger, seconds, rounds } = result
  return [
    `${name}: ${rounds} rounds in ${seconds} s`,
    `${verdict.acknowledged} acknowledged`,
    `${ledger.count('unknown')} unknown`,
    `${verdict.lost.length} lost`,
    `${verdict.duplicated.length} duplicated`,
    `statuses ${JSON.stringify(Object.fromEntries(ledger.statuses))}`,
  ].join(', ')
}
