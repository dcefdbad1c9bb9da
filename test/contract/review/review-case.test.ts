import { loadCaseSnapshot, parseCaseSnapshot } from '@paydesk/bff/features/review/case-snapshot'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it, vi } from 'vitest'
import { insertItem, itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  askedPaths,
  auditRows,
  controlSandbox,
  customerOf,
  forgetRequests,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const iban = 'SE4550000000058398257466'
const draft = { verdict: 'accept', reason: 'identity_confirmed', text: 'typed half of a sente', ticket: '' }

onOneDatabase(
  'a review case',
  (stack) => {
    const visitors = new Map<Person, Visitor>()
    /** Cases in review: `concerning` because of the payment instrument, `risky` because of a risk. */
    let concerning: TransactionId
    let risky: TransactionId

    beforeAll(async () => {
      for (const person of ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin'] as const)
        visitors.set(person, await stack().as(person))
      concerning = (await customerOf(stack(), iban)).transaction(1)
      risky = (await customerOf(stack(), 'cust-risk-review')).transaction(0)
      for (const transaction of [concerning, risky]) {
        await as('finance').get(endpoints.showTransaction, { params: { env, transaction } })
        await vi.waitFor(() => itemRow(stack(), transaction), { timeout: 60_000, interval: 10 })
      }
    })
    const as = (person: Person) => visitors.get(person) ?? stack().visitor()
    const open = (person: Person, transaction: TransactionId) =>
      as(person).get(endpoints.showCase, { params: { env, transaction } })
    const refused = (person: Person, transaction: string) =>
      as(person).call(endpoints.showCase, { params: { env, transaction } })
    const keep = (visitor: Visitor, typed: typeof draft | null, transaction = concerning) =>
      visitor.get(endpoints.saveDecisionDraft, { params: { env, transaction }, body: { draft: typed } })
    const desks = () => stack().deps.store.db.selectFrom('review_drafts').selectAll().execute()

    it('shows all facts for the decision, read separately for each person who opens the case', async () => {
      await forgetRequests(stack())
      const [item, again] = await Promise.all([open('finance', concerning), open('finance2', concerning)])
      const reads = (await askedPaths(stack())).filter((path) => path.endsWith(concerning))
      // Expect one read per person: a decision must not rest on a read for somebody else.
      expect(reads).toHaveLength(2)
      const page = await as('finance').get(endpoints.showTransaction, {
        params: { env, transaction: concerning },
      })
      expect({ ...item.view, reading: page.reading }).toEqual(page)
      expect(item.row).toMatchObject({ transaction: concerning, kind: 'piv', concerns: ['kyc', 'piv'] })
      expect(again.recordHash).toBe(item.recordHash)
      expect(item).toMatchObject({ notes: [], decisions: [], draft: null, mayWork: true, claimMs: 300_000 })
      expect(item.reasons.map(({ verdict }) => verdict)).toContain('reject')
      // No amount, first payment, unverified identity: every decision needs approval.
      expect(item.approvalReasons.accept.length).toBeGreaterThan(0)
      expect(item.approvalReasons.reject).toEqual(item.approvalReasons.accept)
    })

    it('has another hash as soon as the payment service reports a change', async () => {
      const transaction = (await customerOf(stack(), 'cust-manual-hold')).transaction(0)
      const before = await open('finance', transaction)
      expect((await open('finance', transaction)).recordHash).toBe(before.recordHash)
      await controlSandbox(stack(), 'POST', `transactions/${transaction}/move`, {
        state: 'PENDING',
        compound_state: 'PENDING.RISK_REVIEW',
      })
      const after = await open('finance', transaction)
      expect(after.recordHash).not.toBe(before.recordHash)
      expect(after.view.compound?.raw).toContain('RISK_REVIEW')
    })

    it('requires the approvals of the record on screen, even if our records are older', async () => {
      const { approvalReasons } = await open('finance', risky)
      await stack()
        .deps.store.db.updateTable('review_cases')
        .set({ second: '' })
        .where('transaction_id', '=', risky)
        .execute()
      const behind = (await open('finance', risky)).approvalReasons
      expect(behind.accept).toEqual(['identity'])
      expect(approvalReasons.accept).toEqual(expect.arrayContaining(behind.accept))
    })

    it('is visible to readers of the queue, and to compliance only within its scope', async () => {
      for (const person of ['support', 'admin'] as const)
        problemIn(await refused(person, concerning), 'not_allowed')
      expect((await open('compliance', concerning)).row?.concerns).toEqual(['kyc', 'piv'])
      const without = (text: string) => text.replace(/PD-[0-9A-Z]{10}/, 'PD-')
      const unknown = await refused('compliance', '00000000-0000-4000-8000-000000000000')
      problemIn(unknown, 'not_found')
      const hidden = await refused('compliance', risky)
      expect(without(hidden.text)).toBe(without(unknown.text))
      const outlet = (await customerOf(stack(), 'cust-outlet', 'demo-outlet')).transaction(1)
      problemIn(await refused('finance2', outlet), 'not_found')
      expect((await open('finance', outlet)).view.transaction).toBe(outlet)
    })

    it('is shown without a queue row if it is not in review', async () => {
      const transaction = (await customerOf(stack(), 'cust-success')).transaction(0)
      const item = await open('finance', transaction)
      expect(item).toMatchObject({ row: null, approvalReasons: { accept: [], reject: [], cancel: [] } })
      expect(item.view.state.raw).toBe('SUCCESS')
      problemIn(await refused('compliance', transaction), 'not_found')
    })

    it('is stored as an encrypted snapshot for the decider, as it was on screen', async () => {
      const item = await open('finance', concerning)
      await open('auditor', concerning)
      const { store, cipher } = stack().deps
      const person = { issuer: stack().sandbox.idpUrl, subject: 'farid.nasser' }
      const desk = await loadCaseSnapshot(
        store.db,
        { environment: env, transaction: concerning, person },
        cipher,
      )
      expect(desk?.recordHash).toBe(item.recordHash)
      const snapshot = parseCaseSnapshot(desk?.snapshot ?? '')
      if (snapshot === null) throw new Error('not kept')
      expect(snapshot.reading).toEqual(item.view.reading)
      const { fieldAccessFor } = stack().deps
      expect(fieldAccessFor('finance').mask(snapshot.record.original_message.account.identifier)).toEqual(
        item.view.customer?.rid,
      )
      const rows = await desks()
      expect(rows.map(({ subject }) => subject)).not.toContain('auden.holt')
      expect(JSON.stringify(rows)).not.toContain(iban)
      // A snapshot copied to another case cannot be decrypted.
      const other = { environment: env, transaction: risky, person }
      await open('finance', risky)
      await store.db
        .updateTable('review_drafts')
        .set({ sealed_record: rows.find(({ subject }) => subject === person.subject)?.sealed_record ?? '' })
        .where('transaction_id', '=', risky)
        .where('subject', '=', person.subject)
        .execute()
      expect(await loadCaseSnapshot(store.db, other, cipher)).toBeNull()
    })

    it('keeps the typed draft for its author only', async () => {
      const first = await startSessionOf(stack(), 'drafter')
      const look = async (visitor: Visitor) =>
        (await visitor.get(endpoints.showCase, { params: { env, transaction: concerning } })).draft
      // No snapshot exists yet that the draft could belong to.
      expect(await keep(first, draft)).toEqual({ isSaved: false })
      expect(await look(first)).toBeNull()
      expect(await keep(first, draft)).toEqual({ isSaved: true })
      await first.get(endpoints.signOut)
      const later = await startSessionOf(stack(), 'drafter', ['compliance'])
      expect(await look(later)).toEqual(draft)
      expect(await look(await startSessionOf(stack(), 'somebody-else'))).toBeNull()
      expect(JSON.stringify(await desks())).not.toContain(draft.text)
      expect(await keep(later, null)).toEqual({ isSaved: false })
      expect(await look(later)).toBeNull()
      const auditor = await as('auditor').call(endpoints.saveDecisionDraft, {
        params: { env, transaction: concerning },
        body: { draft },
      })
      problemIn(auditor, 'not_allowed')
    })

    it('loses its snapshot after a day, or after a week with a draft', async () => {
      const { db } = stack().deps.store
      const hour = 3_600_000
      const left = async (subject: string, hours: number, typed: typeof draft | null) => {
        const visitor = await startSessionOf(stack(), subject)
        await visitor.get(endpoints.showCase, { params: { env, transaction: concerning } })
        await keep(visitor, typed)
        const opened_at = Date.now() - hours * hour
        await db.updateTable('review_drafts').set({ opened_at }).where('subject', '=', subject).execute()
      }
      await left('an-hour-ago', 1, null)
      await left('yesterday', 25, null)
      await left('yesterday-with-draft', 25, draft)
      await left('last-week', 7 * 24 + 1, draft)
      await open('finance', risky)
      const subjects = (await desks()).map(({ subject }) => subject)
      expect(subjects).toEqual(expect.arrayContaining(['an-hour-ago', 'yesterday-with-draft']))
      expect(subjects).not.toContain('yesterday')
      expect(subjects).not.toContain('last-week')
    })

    it('takes notes, which workers read in full and auditors see only as present', async () => {
      const transaction = concerning
      const text = `Asked the customer about ${iban}, answer by Friday`
      const listener = await listenToStream(as('compliance'))
      const { value: row, rows } = await rowsOf(stack(), () =>
        as('finance').get(endpoints.addCaseNote, { params: { env, transaction }, body: { text } }),
      )
      expect(rows).toMatchObject([
        { action: 'case.noted', subject_id: transaction, merchant: 'demo-merchant' },
      ])
      expect(row.lastNote).toMatchObject({ by: { name: 'Farid Nasser', me: true }, text: { text } })
      await expect
        .poll(() => listener.changes())
        .toContainEqual({ kind: 'review', environment: env, id: transaction, version: row.version })
      listener.leave()
      await as('compliance').get(endpoints.addCaseNote, {
        params: { env, transaction },
        body: { text: 'Documents are in order' },
      })
      const notes = (await open('finance', transaction)).notes
      expect(notes.map(({ by, kind, text }) => [by.name, by.me, kind, text])).toEqual([
        ['Clara Weiss', false, 'note', { visibility: 'clear', text: 'Documents are in order' }],
        ['Farid Nasser', true, 'note', { visibility: 'clear', text }],
      ])
      const audited = await refused('auditor', transaction)
      expect(audited.text).not.toContain('answer by Friday')
      const seen = endpoints.showCase.response.parse(audited.json)
      expect(seen.notes.map((note) => note.text)).toEqual([
        { visibility: 'presence', present: true },
        { visibility: 'presence', present: true },
      ])
      expect(seen).toMatchObject({ mayWork: false, row: { lastNote: { text: { visibility: 'presence' } } } })
      const kept = await stack().deps.store.db.selectFrom('review_notes').selectAll().execute()
      expect(JSON.stringify(kept)).not.toMatch(/answer by Friday|Farid/)
      for (const wrong of ['', '  ab  ', 'x'.repeat(1_001)]) {
        const body = { text: wrong }
        problemIn(
          await as('finance').call(endpoints.addCaseNote, { params: { env, transaction }, body }),
          'bad_request',
        )
      }
    })

    it('is snoozed with a comment, and returns by itself', async () => {
      const transaction = await insertItem(stack())
      const text = 'The bank answers on Monday'
      const before = Date.now()
      const row = await as('finance').get(endpoints.snoozeCase, {
        params: { env, transaction },
        body: { duration: '4h', text },
      })
      const until = Date.parse(row.snoozedUntil ?? '')
      expect(until).toBeGreaterThanOrEqual(before + 4 * 3_600_000 - 1_000)
      expect(until).toBeLessThanOrEqual(Date.now() + 4 * 3_600_000 + 1_000)
      expect(row).toMatchObject({ version: 2, lastNote: { text: { visibility: 'clear', text } } })
      const params = { env, transaction }
      const end = (until: string | null) =>
        as('finance').get(endpoints.endCaseSnooze, { params, body: { until: until ?? '' } })
      const body = { duration: '3d', text: 'The letter takes longer' } as const
      const longer = await as('finance').get(endpoints.snoozeCase, { params, body })
      expect(await end(row.snoozedUntil)).toMatchObject({
        snoozedUntil: longer.snoozedUntil,
      })
      const again = await end(longer.snoozedUntil)
      expect(again).toMatchObject({ version: 4, snoozedUntil: null, lastNote: longer.lastNote })
      await as('finance').get(endpoints.snoozeCase, { params, body: { duration: '4h', text } })
      await stack()
        .deps.store.db.updateTable('review_cases')
        .set({ snoozed_until: 1 })
        .where('transaction_id', '=', transaction)
        .execute()
      const back = await as('finance').get(endpoints.claimCase, { params: { env, transaction } })
      expect(back).toMatchObject({ answer: 'taken', row: { snoozedUntil: null } })
      const auditEvents = (await auditRows(stack())).filter(({ subject_id }) => subject_id === transaction)
      expect(auditEvents.map(({ action }) => action)).toEqual([
        'case.snoozed',
        'case.snoozed',
        'case.snooze_ended',
        'case.snooze_ended',
        'case.snoozed',
        'case.claimed',
      ])
    })

    it('rejects changes from roles that only read, and changes after it left the queue', async () => {
      const ended = await insertItem(stack(), { ended_at: 1, ended_state: 'SUCCESS' })
      const writes = [
        [endpoints.addCaseNote, { text: 'A note' }],
        [endpoints.snoozeCase, { duration: '1h', text: 'Not now' }],
        [endpoints.endCaseSnooze, { until: new Date().toISOString() }],
        [endpoints.releaseCase, {}],
      ] as const
      for (const [endpoint, body] of writes) {
        const at = { params: { env, transaction: concerning }, body }
        for (const person of ['support', 'auditor', 'admin'] as const)
          problemIn(await as(person).call(endpoint, at), 'not_allowed')
        const gone = { params: { env, transaction: ended }, body }
        problemIn(await as('finance').call(endpoint, gone), 'not_found')
        const risk = { params: { env, transaction: risky }, body }
        problemIn(await as('compliance').call(endpoint, risk), 'not_found')
      }
      const noted = await stack()
        .deps.store.db.selectFrom('review_notes')
        .select('seq')
        .where('transaction_id', 'in', [ended, risky])
        .execute()
      expect(noted).toEqual([])
    })

    it('is not opened from an earlier read if the payment service does not answer', async () => {
      const before = await desks()
      await controlSandbox(stack(), 'POST', 'down', { how: '503' })
      const answer = await refused('finance', concerning)
      await controlSandbox(stack(), 'POST', 'up')
      problemIn(answer, 'upstream_unreachable')
      expect(await desks()).toEqual(before)
    })
  },
  {},
  { workers: false },
)
