import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  answerApproval,
  claimAndDecideCase,
  claimAndOpenCase,
  completeIdentityReview,
  createCaseInReview,
  decideCase,
  decisionComment,
  decisionRows,
  loadDecision,
  moveTransactionState,
  newTransaction,
  openCase,
  withdrawDecision,
} from '../../support/contract/decisions.ts'
import { itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { tellWritten } from '../../support/contract/seed-transaction.ts'
import { auditRows, onOneDatabase, problemIn, rowsOf, untilNoted } from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const inState = (raw: string) => ({ kind: 'state', raw })
const words = 'The statement is of another person, ask again'

onOneDatabase(
  'a decision',
  (stack) => {
    let [farid, fiona, clara, auditor]: Visitor[] = []
    const people = () => {
      if (!farid || !fiona || !clara || !auditor) throw new Error('nobody has signed in')
      return { farid, fiona, clara, auditor }
    }
    beforeAll(async () => {
      farid = await stack().as('finance')
      fiona = await stack().as('finance2')
      clara = await stack().as('compliance')
      auditor = await stack().as('auditor')
    })

    it('without need for approval is confirmed at once and waits for the payment service', async () => {
      const transaction = await createCaseInReview(stack(), { second: '' })
      await completeIdentityReview(stack(), people().farid, transaction)
      const { value: decision, rows } = await rowsOf(stack(), () =>
        claimAndDecideCase(people().farid, transaction, { ticket: 'PAY-7' }),
      )
      expect(decision).toMatchObject({
        status: 'confirmed',
        followUp: 'waiting',
        mine: true,
        approvalReasons: [],
        expiresAt: null,
        approval: null,
        text: { visibility: 'clear', text: decisionComment },
        ticket: { visibility: 'clear', text: 'PAY-7' },
        reason: {
          code: 'identity_confirmed',
          verdict: 'accept',
          label: { en: 'Identity confirmed', de: 'Identität bestätigt' },
        },
        by: { name: 'Farid Nasser', me: true },
        mayAnswer: false,
        mayWithdraw: true,
      })
      const [row] = await decisionRows(stack(), transaction)
      expect(row).toMatchObject({ live: 1, needed: '', record_hash: expect.stringMatching(/^[0-9a-f]{16}$/) })
      // Encrypted: no comment, name or transaction is stored in plain text.
      for (const part of [decisionComment, 'Farid', transaction])
        expect(`${row?.sealed_text}${row?.name}${row?.sealed_record}`).not.toContain(part)
      expect(await itemRow(stack(), transaction)).toMatchObject({
        decision: decision.decision,
        decision_status: 'confirmed',
      })
      expect(rows.at(-1)).toMatchObject({ action: 'decision.made', subject_id: decision.decision })
    })

    it('needs approval for an unverified identity, even if the case requires none', async () => {
      const transaction = await createCaseInReview(stack(), { second: '' })
      const decision = await claimAndDecideCase(people().farid, transaction)
      expect(decision).toMatchObject({ status: 'waiting', followUp: null })
      expect(decision.approvalReasons).toEqual(['identity'])
    })

    it.each(['amount', 'amount_not_given', 'first_payment', 'identity'])(
      'needs approval under the rule %s',
      async (second) => {
        const transaction = await createCaseInReview(stack(), { second })
        await completeIdentityReview(stack(), people().farid, transaction)
        const decision = await claimAndDecideCase(people().farid, transaction)
        expect(decision.status).toBe('waiting')
        expect(decision.approvalReasons).toHaveLength(1)
        const left = Date.parse(decision.expiresAt ?? '') - Date.now()
        expect(left).toBeGreaterThan(23 * 3_600_000)
        expect(left).toBeLessThanOrEqual(24 * 3_600_000)
      },
    )

    it('needs approval if it reverses an earlier decision', async () => {
      const transaction = await createCaseInReview(stack(), { second: '' })
      await completeIdentityReview(stack(), people().farid, transaction)
      const first = await claimAndDecideCase(people().farid, transaction)
      await withdrawDecision(people().farid, first.decision)
      const again = await claimAndDecideCase(people().farid, transaction)
      expect(again.approvalReasons).toEqual([])
      await withdrawDecision(people().farid, again.decision)
      const turned = await claimAndDecideCase(people().farid, transaction, {
        verdict: 'cancel',
        reason: 'entered_twice',
      })
      expect(turned.approvalReasons).toEqual(['reversal'])
    })

    describe('is rejected', () => {
      it('with a reason of another verdict, a short comment, or personal data as ticket', async () => {
        const transaction = await createCaseInReview(stack())
        const recordHash = await claimAndOpenCase(people().farid, transaction)
        const named = async (more: object) => {
          const body = {
            verdict: 'accept',
            reason: 'identity_confirmed',
            text: decisionComment,
            recordHash,
            ...more,
          }
          const params = { env, transaction }
          const problem = problemIn(
            await people().farid.call(endpoints.decideCase, { params, body }),
            'bad_request',
          )
          return problem.fields?.map(({ name }) => name)
        }
        expect(await named({ reason: 'entered_twice' })).toEqual(['reason'])
        expect(await named({ reason: 'constructor' })).toEqual(['reason'])
        expect(await named({ text: `${' '.repeat(30)}short` })).toEqual(['text'])
        expect(await named({ ticket: '4111111111111111' })).toEqual(['ticket'])
        expect(await decisionRows(stack(), transaction)).toEqual([])
      })

      it('without a valid claim: missing, expired, or held by a colleague', async () => {
        const transaction = await createCaseInReview(stack())
        const { recordHash } = await openCase(people().farid, transaction)
        expect(await decideCase(people().farid, transaction, recordHash)).toEqual({ answer: 'not_yours' })
        await claimAndOpenCase(people().farid, transaction)
        expect(await decideCase(people().fiona, transaction, recordHash)).toEqual({ answer: 'not_yours' })
        await stack()
          .deps.store.db.updateTable('review_cases')
          .set({ claim_until: 1 })
          .where('transaction_id', '=', transaction)
          .execute()
        const { value, rows } = await rowsOf(stack(), () =>
          decideCase(people().farid, transaction, recordHash),
        )
        expect(value).toEqual({ answer: 'not_yours' })
        expect(rows.map(({ action }) => action)).toEqual(['decision.stopped'])
        expect(await decisionRows(stack(), transaction)).toEqual([])
        // Keep the typed draft.
        expect((await openCase(people().farid, transaction)).draft).toMatchObject({
          text: decisionComment,
          verdict: 'accept',
        })
      })

      it('while another decision is in force', async () => {
        const transaction = await createCaseInReview(stack())
        const first = await claimAndDecideCase(people().farid, transaction)
        const recordHash = await claimAndOpenCase(people().farid, transaction)
        expect(await decideCase(people().farid, transaction, recordHash)).toMatchObject({
          answer: 'decided',
          decision: { decision: first.decision, mine: true },
        })
        expect((await openCase(people().farid, transaction)).draft).toBeNull()
        expect(await decisionRows(stack(), transaction)).toHaveLength(1)
      })

      it('from support, auditors and administrators, and from compliance outside its scope', async () => {
        const transaction = await createCaseInReview(stack(), { concerns: '' })
        const params = { env, transaction }
        const body = {
          verdict: 'accept',
          reason: 'identity_confirmed',
          text: decisionComment,
          recordHash: '0'.repeat(16),
        }
        for (const person of ['support', 'auditor', 'admin'] as const)
          problemIn(
            await (await stack().as(person)).call(endpoints.decideCase, { params, body }),
            'not_allowed',
          )
        problemIn(await people().clara.call(endpoints.decideCase, { params, body }), 'not_found')
        const decision = await claimAndDecideCase(people().farid, transaction)
        const about = { params: { env, decision: decision.decision } }
        problemIn(await people().clara.call(endpoints.showDecision, about), 'not_found')
        const { decisions } = await people().clara.get(endpoints.listDecisions, { params: { env } })
        expect(decisions.map((one) => one.decision)).not.toContain(decision.decision)
      })
    })

    it.each([
      ['to its end', 'SUCCESS', { name: 'state', before: inState('PENDING'), after: inState('SUCCESS') }],
      [
        'to another review',
        'MANUAL_HOLD',
        { name: 'state', before: inState('PENDING'), after: inState('MANUAL_HOLD') },
      ],
    ])(
      'is not made if the transaction moves %s while the form is open: changes are shown, and the text stays',
      async (_where, state, difference) => {
        const transaction = await createCaseInReview(stack())
        const recordHash = await claimAndOpenCase(people().farid, transaction)
        await moveTransactionState(stack(), transaction, state)
        const { value: stopped, rows } = await rowsOf(stack(), () =>
          decideCase(people().farid, transaction, recordHash, {
            verdict: 'reject',
            reason: 'suspected_misuse',
          }),
        )
        if (stopped.answer !== 'moved') throw new Error(`deciding answered ${stopped.answer}`)
        expect(stopped.changed).toContainEqual(difference)
        expect(stopped.recordHash).not.toBe(recordHash)
        expect(rows).toMatchObject([{ action: 'decision.stopped', result: 'allowed' }])
        expect(await decisionRows(stack(), transaction)).toEqual([])
        const again = await openCase(people().farid, transaction)
        expect(again.draft).toEqual({
          verdict: 'reject',
          reason: 'suspected_misuse',
          text: decisionComment,
          ticket: '',
        })
        expect(again.recordHash).toBe(stopped.recordHash)
      },
    )

    it('deletes the draft from which it was made', async () => {
      const transaction = await createCaseInReview(stack())
      const recordHash = await claimAndOpenCase(people().farid, transaction)
      const draft = { verdict: 'accept', reason: null, text: 'half a text', ticket: '' }
      await people().farid.get(endpoints.saveDecisionDraft, { params: { env, transaction }, body: { draft } })
      expect((await openCase(people().farid, transaction)).draft).toEqual(draft)
      await decideCase(people().farid, transaction, recordHash)
      expect((await openCase(people().farid, transaction)).draft).toBeNull()
    })

    describe('under approval', () => {
      it('waits for the payment service once approved, with both names', async () => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        expect(await loadDecision(people().fiona, decision)).toMatchObject({
          decision: { mayAnswer: true, disabledReason: null, mayWithdraw: false, mine: false },
          changed: [],
        })
        const done = await answerApproval(people().fiona, decision)
        expect(done).toMatchObject({
          answer: 'done',
          decision: {
            status: 'confirmed',
            followUp: 'waiting',
            approval: {
              by: { name: 'Fiona Brandt', me: true },
              answer: 'confirm',
              text: { visibility: 'absent' },
            },
          },
        })
        expect(await itemRow(stack(), transaction)).toMatchObject({ decision, decision_status: 'confirmed' })
      })

      it.each([
        ['refuse', 'refused'],
        ['send_back', 'sent_back'],
      ])('needs a comment for answer %s, which frees the case for another decision', async (how, status) => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        const { recordHash } = await loadDecision(people().fiona, decision)
        const without = await people().fiona.call(endpoints.decideApproval, {
          params: { env, decision },
          body: { answer: how, recordHash },
        })
        expect(problemIn(without, 'bad_request').fields?.map(({ name }) => name)).toEqual(['text'])
        const done = await answerApproval(people().fiona, decision, { answer: how, text: words })
        expect(done).toMatchObject({
          answer: 'done',
          decision: {
            status,
            followUp: null,
            approval: { answer: how, text: { visibility: 'clear', text: words } },
          },
        })
        expect(await itemRow(stack(), transaction)).toMatchObject({ decision: null, decision_status: null })
        const { notes } = await openCase(people().farid, transaction)
        expect(notes.map(({ kind, text: said }) => [kind, said])).toEqual(
          how === 'send_back' ? [['sent_back', { visibility: 'clear', text: words }]] : [],
        )
        expect((await claimAndDecideCase(people().farid, transaction)).status).toBe('waiting')
        expect(await decisionRows(stack(), transaction)).toHaveLength(2)
      })

      it('needs another person, not its maker with another session or role', async () => {
        const both = await startSessionOf(stack(), 'both.roles', ['finance', 'compliance'])
        const again = await startSessionOf(stack(), 'both.roles', ['finance', 'compliance'])
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(both, transaction)
        for (const role of ['finance', 'compliance']) {
          await again.get(endpoints.chooseRole, { body: { role } })
          expect((await loadDecision(again, decision)).decision).toMatchObject({
            mayAnswer: false,
            disabledReason: 'own_decision',
          })
          for (const visitor of [both, again])
            for (const how of ['confirm', 'refuse', 'send_back']) {
              const { recordHash } = await loadDecision(visitor, decision)
              const body = { answer: how, text: words, recordHash }
              const params = { env, decision }
              const { value, rows } = await rowsOf(stack(), () =>
                visitor.call(endpoints.decideApproval, { params, body }),
              )
              problemIn(value, 'not_allowed')
              expect(rows).toMatchObject([
                {
                  action: 'decision.answered',
                  result: 'refused',
                  reason: 'not_allowed',
                  subject_id: decision,
                },
              ])
            }
        }
        expect(await decisionRows(stack(), transaction)).toMatchObject([{ status: 'waiting', live: 1 }])
        expect(await answerApproval(people().clara, decision)).toMatchObject({ answer: 'done' })
      })

      it('is approved only in the state that was shown: nothing is recorded if the transaction moved', async () => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        const { recordHash } = await loadDecision(people().fiona, decision)
        await moveTransactionState(stack(), transaction, 'PENDING', 'processing')
        const params = { env, decision }
        const stopped = await people().fiona.get(endpoints.decideApproval, {
          params,
          body: { answer: 'confirm', recordHash },
        })
        if (stopped.answer !== 'moved') throw new Error(`answering answered ${stopped.answer}`)
        expect(stopped.changed.length).toBeGreaterThan(0)
        expect(await decisionRows(stack(), transaction)).toMatchObject([{ status: 'waiting' }])
        // Show the state seen by the maker beside the current state.
        const again = await loadDecision(people().fiona, decision)
        expect(again.changed).toEqual(stopped.changed)
        expect(again.snapshot?.state).toEqual(again.decision.state)
        expect(again.recordHash).toBe(stopped.recordHash)
        expect((await answerApproval(people().fiona, decision)).answer).toBe('done')
      })

      it('is approved too late if the payment service has ended the transaction', async () => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        await moveTransactionState(stack(), transaction, 'CANCELLED')
        expect(await answerApproval(people().fiona, decision)).toMatchObject({
          answer: 'too_late',
          decision: { status: 'overtaken', outcome: { state: { raw: 'CANCELLED' } }, followUp: null },
        })
        expect(await decisionRows(stack(), transaction)).toMatchObject([{ live: 0, approval_at: null }])
      })

      it('is approved too late once expired, and the case is free again', async () => {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        const { recordHash } = await loadDecision(people().fiona, decision)
        await stack()
          .deps.store.db.updateTable('decisions')
          .set({ expires_at: 1 })
          .where('id', '=', decision)
          .execute()
        const late = await people().fiona.get(endpoints.decideApproval, {
          params: { env, decision },
          body: { answer: 'confirm', recordHash },
        })
        expect(late).toMatchObject({ answer: 'too_late', decision: { status: 'expired', mayAnswer: false } })
        expect(await itemRow(stack(), transaction)).toMatchObject({ decision: null })
        expect((await claimAndDecideCase(people().farid, transaction)).status).toBe('waiting')
      })
    })

    it('is withdrawn by its maker only, before or after the approval', async () => {
      for (const confirmed of [false, true]) {
        const transaction = await createCaseInReview(stack())
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        if (confirmed) await answerApproval(people().fiona, decision)
        const params = { env, decision }
        problemIn(await people().fiona.call(endpoints.withdrawDecision, { params }), 'not_allowed')
        expect(await withdrawDecision(people().farid, decision)).toMatchObject({
          status: 'withdrawn',
          followUp: null,
          withdrawnAt: expect.any(String),
          mayWithdraw: false,
        })
        expect(await itemRow(stack(), transaction)).toMatchObject({ decision: null })
        expect(await answerApproval(people().fiona, decision)).toMatchObject({ answer: 'too_late' })
        // Withdrawing again changes nothing.
        const [row] = await decisionRows(stack(), transaction)
        await withdrawDecision(people().farid, decision)
        expect(await decisionRows(stack(), transaction)).toEqual([row])
      }
    })

    it('shows both sides with the masks of the reader’s role', async () => {
      const transaction = await createCaseInReview(stack())
      const { decision } = await claimAndDecideCase(people().farid, transaction)
      const mine = await loadDecision(people().farid, decision)
      for (const visitor of [people().fiona, people().clara, people().auditor]) {
        const own = await visitor.get(endpoints.showTransaction, {
          params: { env, transaction },
          query: { fresh: '1' },
        })
        const read = await loadDecision(visitor, decision)
        for (const side of [read.snapshot, read.current]) {
          // Leave out what our records say: they may learn of the transaction between two reads.
          const { reading: _, contradictions: __, explanation: ___, recorded: ____, ...facts } = side ?? own
          expect(own).toMatchObject(facts)
        }
        expect(read.snapshot?.reading.at).toBe(mine.snapshot?.reading.at)
      }
      const read = await loadDecision(people().auditor, decision)
      expect(read.snapshot?.customer?.rid.visibility).not.toBe('clear')
      expect(read.decision).toMatchObject({
        text: { visibility: 'presence', present: true },
        by: { name: 'Farid Nasser', me: false },
        mayAnswer: false,
        disabledReason: 'role',
      })
    })

    it('keeps the discrepancies of its time, even if our records change later', async () => {
      const { db } = stack().deps.store
      const known = async (transaction: TransactionId, customer: string) => {
        await db.updateTable('transactions').set({ customer }).where('id', '=', transaction).execute()
        await tellWritten(stack())
      }
      const shown = async (visitor: Visitor, decision: Parameters<typeof loadDecision>[1]) => {
        const { snapshot, current, hasStoredDiscrepancies } = await loadDecision(visitor, decision)
        const ids = (view: typeof current) => view?.contradictions.map(({ id }) => id) ?? []
        return { before: ids(snapshot), now: ids(current), hasStoredDiscrepancies }
      }
      const other = `c_${'z'.repeat(20)}`
      for (const wasOther of [false, true]) {
        const transaction = await newTransaction(stack())
        await openCase(people().farid, transaction)
        await untilNoted(stack(), transaction)
        await vi.waitFor(() => itemRow(stack(), transaction), { timeout: 60_000, interval: 20 })
        const row = db.selectFrom('transactions').select('customer').where('id', '=', transaction)
        const own = (await row.executeTakeFirstOrThrow()).customer ?? ''
        if (wasOther) await known(transaction, other)
        const { decision } = await claimAndDecideCase(people().farid, transaction)
        await known(transaction, wasOther ? own : other)
        for (const visitor of [people().fiona, people().auditor]) {
          const found = await shown(visitor, decision)
          expect(found.hasStoredDiscrepancies).toBe(true)
          expect(found.before.includes('other_customer')).toBe(wasOther)
          expect(found.now.includes('other_customer')).toBe(!wasOther)
        }
      }
    })

    it('is listed newest first, page by page, for people who may see it', async () => {
      const { auditor: reader } = people()
      const { db } = stack().deps.store
      await claimAndDecideCase(people().farid, await createCaseInReview(stack()))
      const some = await db.selectFrom('decisions').selectAll().limit(1).executeTakeFirstOrThrow()
      // Fill several pages, with more decisions of one instant than fit on three pages.
      const more = Array.from({ length: 200 }, (_one, nth) => ({
        ...some,
        id: `d_${String(nth).padStart(20, '0')}`,
        transaction_id: `none-${nth}`,
        status: 'withdrawn' as const,
        live: 0,
        at: 1_700_000_000_000 + (nth < 170 ? 0 : nth),
      }))
      for (let at = 0; at < more.length; at += 50)
        await db
          .insertInto('decisions')
          .values(more.slice(at, at + 50))
          .execute()
      const ids: string[] = []
      let after: string | undefined
      do {
        const query = after === undefined ? {} : { after }
        const page = await reader.get(endpoints.listDecisions, { params: { env }, query })
        expect(page.decisions.length).toBeLessThanOrEqual(50)
        ids.push(...page.decisions.map((one) => one.decision))
        after = page.next ?? undefined
      } while (after !== undefined)
      const all = await db.selectFrom('decisions').selectAll().execute()
      const newest = all.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
      expect(ids).toEqual(newest)

      const shown = async (visitor: Visitor, query: Record<string, string>) =>
        new Set(
          (await visitor.get(endpoints.listDecisions, { params: { env }, query })).decisions.map(
            (one) => one.decision,
          ),
        )
      const transaction = await createCaseInReview(stack())
      const { decision } = await claimAndDecideCase(people().farid, transaction)
      expect(await shown(people().farid, { show: 'mine' })).toContain(decision)
      // The records learn of the transaction from the read of the case, a little later.
      const readFacts = async () =>
        (await people().farid.get(endpoints.showDecision, { params: { env, decision } })).facts
      await expect.poll(readFacts).toMatchObject({ merchant: { text: 'demo-merchant' } })
      const facts = await readFacts()
      const { decisions } = await people().farid.get(endpoints.listDecisions, {
        params: { env },
        query: { show: 'mine' },
      })
      expect(decisions.find((one) => one.decision === decision)?.facts).toEqual(facts)
      const { facts: masked } = await (await stack().as('auditor')).get(endpoints.showDecision, {
        params: { env, decision },
      })
      expect(masked?.rid.visibility).not.toBe('clear')
      expect(await shown(people().farid, { show: 'to_approve' })).not.toContain(decision)
      expect(await shown(people().fiona, { show: 'to_approve' })).toContain(decision)
      expect(await shown(people().fiona, { show: 'mine' })).not.toContain(decision)
      expect(await shown(people().auditor, { show: 'to_approve' })).toEqual(new Set())
      expect(await shown(people().auditor, { show: 'open' })).toContain(decision)
      await withdrawDecision(people().farid, decision)
      expect(await shown(people().auditor, { show: 'open' })).not.toContain(decision)
      expect(await shown(people().auditor, { show: 'all' })).toContain(decision)
      const bad = await people().fiona.call(endpoints.listDecisions, {
        params: { env },
        query: { after: 'nowhere' },
      })
      expect(problemIn(bad, 'bad_request').fields?.map(({ name }) => name)).toEqual(['after'])
    })

    it('with an unknown ID is not found, and the audit log records the attempt', async () => {
      const decision = `d_${'z'.repeat(20)}`
      const params = { env, decision }
      const before = (await auditRows(stack())).length
      problemIn(await people().farid.call(endpoints.showDecision, { params }), 'not_found')
      problemIn(await people().farid.call(endpoints.withdrawDecision, { params }), 'not_found')
      const rows = (await auditRows(stack())).slice(before)
      expect(rows.map(({ action, result }) => [action, result])).toEqual([
        ['decision.viewed', 'failed'],
        ['decision.withdrawn', 'failed'],
      ])
    })
  },
  {},
  { workers: false },
)
