import { environmentNameSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Page } from '@playwright/test'
import { people, type Stack } from '../support/stack/start.ts'
import { expect, lookUp, test, waitForSections } from './fixtures.ts'

const env = environmentNameSchema.parse('stage')

/** Creates a customer with three transactions in review in the sandbox. Returns the RID. */
async function createCustomer(stack: Stack): Promise<string> {
  const response = await fetch(`${stack.sandbox.controlUrl}/_sandbox/grow`, {
    method: 'POST',
    body: JSON.stringify({ account: env, count: 3, customers: 1, rows: ['manual-review'] }),
  })
  return String(Object(await response.json()).firstRid)
}

/** Collects all bytes of the answers that a page receives, those of open streams included. */
async function captureTraffic(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const chunks: string[] = []
  const add = (base64: string) => chunks.push(Buffer.from(base64, 'base64').toString('latin1'))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    chunks.push(JSON.stringify(response.headers))
    session.send('Network.streamResourceContent', { requestId }).then(
      ({ bufferedData }) => add(bufferedData),
      // The answer has ended already: it is kept as a whole.
      () =>
        session.send('Network.getResponseBody', { requestId }).then(
          ({ body }) => chunks.push(body),
          () => undefined,
        ),
    )
  })
  session.on('Network.dataReceived', ({ data }) => data && add(data))
  return { text: () => chunks.join('\n') }
}

/** Lists the texts of a value that are long enough to be found by chance nowhere else. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 6 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

test('of a row that has the pointer nothing reaches the browser before it is opened', async ({
  page,
  signIn,
  stack,
}) => {
  const [colleague, finance] = [await stack.as('compliance'), await stack.as('finance')]
  const { deps, sandbox } = stack
  const rid = await createCustomer(stack)
  // The pointer stays where an earlier flow left it, which may be on a row of the list.
  await page.mouse.move(0, 0)
  await signIn('finance')
  const traffic = await captureTraffic(page)
  await lookUp(page, rid)
  await waitForSections(page)
  const customer = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const params = { env, customer }
  const list = await colleague.get(endpoints.listCustomerTransactions, { params })
  const [pointedAt = '', opened = ''] = list.entries
    .map(({ transaction }) => transaction)
    .filter((transaction) => transaction !== list.opened)
  const view = (transaction: string) =>
    colleague.get(endpoints.showTransaction, { params: { env, transaction }, query: { fresh: '1' } })
  const views = { pointedAt: await view(pointedAt), opened: await view(opened) }
  // Only beside reads that people asked for is anything read ahead.
  for (let reads = 0; reads < 8; reads += 1) await view(opened)
  // Leave out what the list shows of our records, which now hold what the colleague read.
  const readList = async () => (await finance.call(endpoints.listCustomerTransactions, { params })).text
  for (const { merchantTransactionId } of Object.values(views))
    for (const text of listTexts(merchantTransactionId)) await expect.poll(readList).toContain(text)
  const known = `${traffic.text()}${await readList()}`
  const findTexts = (of: keyof typeof views) => {
    const all = traffic.text()
    return listTexts(views[of]).filter((text) => !known.includes(text) && all.includes(text))
  }
  const listViewed = async () => {
    const entries = deps.store.db.selectFrom('audit').select('subject_id').distinct().orderBy('subject_id')
    const own = entries.where('actor_subject', '=', people.finance).where('action', '=', 'transaction.viewed')
    return (await own.execute()).map(({ subject_id }) => subject_id)
  }
  const viewed = await listViewed()
  const findRow = (transaction: string) =>
    page.getByRole('row').filter({ has: page.getByText(transaction, { exact: true }) })
  await fetch(`${sandbox.controlUrl}/_sandbox/requests`, { method: 'DELETE' })
  for (const transaction of [pointedAt, opened]) {
    const answer = page.waitForResponse(/\/read-ahead$/)
    await findRow(transaction).hover()
    await answer
    await deps.readAhead.stop()
  }
  const asked = await (await fetch(`${sandbox.controlUrl}/_sandbox/requests`)).text()
  expect([asked.includes(pointedAt), asked.includes(opened)]).toEqual([true, true])
  expect([findTexts('pointedAt'), findTexts('opened')]).toEqual([[], []])
  expect(await listViewed()).toEqual(viewed)

  await findRow(opened).click()
  await expect.poll(() => findTexts('opened').length).toBeGreaterThan(3)
  await waitForSections(page)
  expect(findTexts('pointedAt')).toEqual([])
  expect((await listViewed()).filter((id) => !viewed.includes(id))).toEqual([opened])
})
