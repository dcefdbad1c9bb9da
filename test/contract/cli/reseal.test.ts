import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildNotificationCipherContext } from '@paydesk/bff/features/notifications/notification-queue'
import { buildReprocessReasonCipherContext } from '@paydesk/bff/features/notifications/reprocess'
import {
  buildCaseSnapshotCipherContext,
  loadCaseSnapshot,
  storeDecisionDraft,
} from '@paydesk/bff/features/review/case-snapshot'
import { buildDecisionSnapshotCipherContext } from '@paydesk/bff/features/review/decisions/load-decision'
import { createMigratedDatabase } from '@paydesk/bff/platform/database/test-store.test-kit'
import { databaseNames } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { buildPaymentRequestCipherContext } from '@paydesk/bff/records/payment-requests'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import { environmentNameSchema, merchantIdSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { describe, expect, it } from 'vitest'
import { insertSystem } from '../../support/contract/api-keys.ts'
import { insertRequest } from '../../support/contract/payment-requests.ts'
import { insertDiscrepancy } from '../../support/contract/reconciliation.ts'
import { insertItem } from '../../support/contract/review-cases.ts'
import { inboxRows, sendNotification } from '../../support/contract/send-notification.ts'
import { customerHandleOf } from '../../support/contract/support.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import { type Stack, startStack } from '../../support/stack/start.ts'

const former = 'former-data-key-former-data-key-former-d'
const current = 'current-data-key-current-data-key-current'
const command = join(import.meta.dirname, '../../../bff/src/cli/reseal.ts')
const stage = environmentNameSchema.parse('stage')
const body = '{"id":"3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10","event":"payment_success","state":"PENDING"}'

function run(env: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((ended) => {
    execFile(
      process.execPath,
      [command],
      { env: { PATH: process.env.PATH ?? '', ...env } },
      (error, out, err) => ended({ code: typeof error?.code === 'number' ? error.code : 0, said: out + err }),
    )
  })
}

/** Inserts one of each encrypted value; returns the handle of the customer. */
async function fill(stack: Stack): Promise<string> {
  const handle = await customerHandleOf(stack, 'cust-00417')
  expect((await sendNotification(stack, body)).status).toBe(202)
  const { store, cipher, imports } = stack.deps
  const [row] = await inboxRows(stack)
  const seq = row?.seq ?? 0
  await store.db
    .insertInto('notification_reprocessings')
    .values({
      environment: 'stage',
      notification_seq: seq,
      at: 1,
      issuer: 'i',
      subject: 's',
      reason: cipher.seal(buildReprocessReasonCipherContext('stage', seq), 'the reason given'),
      ticket: null,
      before_effect: null,
      after_effect: null,
    })
    .execute()
  await imports.start({
    environment: stage,
    of: 'rid',
    merchant: merchantIdSchema.parse('demo-merchant'),
    by: 'command',
    subject: null,
    text: 'cust-one\ncust-forty\n',
  })
  await fillReview(stack)
  return handle
}

const transaction = transactionIdSchema.parse('TX-reseal-0001')
const person = { issuer: 'i', subject: 's' }
const decision = 'd_00000000000000000000'

/**
 * Inserts the encrypted texts of cases, drafts, decisions, questions, explanations, API keys and payment
 * requests.
 */
async function fillReview(stack: Stack): Promise<void> {
  const { store, cipher } = stack.deps
  const { db } = store
  const staff = (text: string) => cipher.seal(staffTextCipherContext, text)
  const of = { environment: 'stage', transaction_id: transaction }
  await insertItem(stack, { ...of, claim_name: staff('the owner') })
  await db
    .insertInto('review_notes')
    .values({ ...of, ...person, at: 1, name: staff('the writer'), what: 'note', sealed: staff('the note') })
    .execute()
  await db
    .insertInto('review_claims')
    .values({ ...of, ...person, item: 1, name: staff('the claimant'), started_at: 1, until: 2 })
    .execute()
  await db
    .insertInto('review_mentions')
    .values({ environment: 'stage', item: 1, note: 1, ...person, name: staff('the reader'), at: 1 })
    .execute()
  await db
    .insertInto('decisions')
    .values({
      ...of,
      ...person,
      id: decision,
      merchant: 'demo-merchant',
      concerns: '',
      verdict: 'accept',
      reason: 'known_customer',
      sealed_text: staff('the words'),
      name: staff('the decider'),
      at: 1,
      state: 'PENDING',
      record_hash: '0000000000000000',
      sealed_record: cipher.seal(buildDecisionSnapshotCipherContext('stage', decision), 'what was seen'),
      needed: '',
      status: 'withdrawn',
      live: 0,
      approval_name: staff('the second'),
      approval_text: staff('their words'),
      withdrawn_name: staff('who closed it'),
      withdrawn_text: staff('and why'),
    })
    .execute()
  await db
    .insertInto('questions')
    .values({
      ...person,
      id: 'h_00000000000000000000',
      environment: 'stage',
      merchant: 'demo-merchant',
      subject_kind: 'transaction',
      subject_id: transaction,
      desk: 'compliance',
      name: staff('who asked'),
      sealed_question: staff('the question'),
      at: 1,
      answer: 'text',
      sealed_answer: staff('the answer'),
      answered_issuer: 'i',
      answered_subject: 't',
      answered_name: staff('who answered'),
      answered_at: 2,
    })
    .execute()
  await db
    .insertInto('staff')
    .values({ handle: 's_1', ...person, name: staff('the colleague'), roles: 'finance', seen_at: 1 })
    .execute()
  const sealed_record = cipher.seal(buildCaseSnapshotCipherContext({ ...of, ...person }), 'what is open')
  await db
    .insertInto('review_drafts')
    .values({ ...of, ...person, opened_at: 1, record_hash: '0000000000000000', sealed_record })
    .execute()
  const item = await insertDiscrepancy(stack, of)
  const said = { name: staff('the explainer'), reason: 'test_payment', sealed_text: staff('the explanation') }
  await db
    .insertInto('discrepancy_explanations')
    .values({ item, environment: 'stage', nth: 1, at: 1, ...person, ...said })
    .execute()
  const { id } = await insertSystem(stack)
  await db
    .updateTable('api_keys')
    .set({ name: staff('who made the key'), revoked_name: staff('who revoked it') })
    .where('id', '=', id)
    .execute()
  const request = { environment: 'stage', id: 'q_00000000000000000000' }
  const part = (of: 'form' | 'link' | 'secret') =>
    cipher.seal(buildPaymentRequestCipherContext(request, of), `the ${of}`)
  await insertRequest(
    stack,
    { customer: 'c_00000000000000000000', merchant: 'demo-merchant' },
    {
      ...{ id: request.id, name: staff('who asked for it'), sealed_form: part('form') },
      ...{ sealed_link: part('link'), sealed_secret: part('secret') },
    },
  )
  const typed = { verdict: null, reason: null, text: 'half of it', ticket: '' }
  await storeDecisionDraft(db, { environment: 'stage', transaction, person }, typed, cipher)
}

/** Decrypts the texts of `fillReview` with the keys of this stack; null if a text cannot be decrypted. */
async function reviewOpened({ deps: { store, cipher } }: Stack) {
  const { db } = store
  const staff = (sealed: string | null) => cipher.open(staffTextCipherContext, sealed ?? '')
  const item = await db.selectFrom('review_cases').selectAll().executeTakeFirstOrThrow()
  const note = await db.selectFrom('review_notes').selectAll().executeTakeFirstOrThrow()
  const claimed = await db.selectFrom('review_claims').selectAll().executeTakeFirstOrThrow()
  const named = await db.selectFrom('review_mentions').selectAll().executeTakeFirstOrThrow()
  const known = await db.selectFrom('staff').selectAll().execute()
  const made = await db.selectFrom('decisions').selectAll().executeTakeFirstOrThrow()
  const said = await db.selectFrom('discrepancy_explanations').selectAll().executeTakeFirstOrThrow()
  const desk = await loadCaseSnapshot(db, { environment: 'stage', transaction, person }, cipher)
  const seen = cipher.open(buildDecisionSnapshotCipherContext('stage', decision), made.sealed_record ?? '')
  const asked = await db.selectFrom('questions').selectAll().executeTakeFirstOrThrow()
  const key = await db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
  const payment = await db.selectFrom('payment_requests').selectAll().executeTakeFirstOrThrow()
  const parts = (['form', 'link', 'secret'] as const).map((part) =>
    cipher.open(buildPaymentRequestCipherContext(payment, part), payment[`sealed_${part}`] ?? ''),
  )
  const texts = [
    ...[item.claim_name, note.name, note.sealed, claimed.name, named.name, made.name, made.sealed_text],
    ...[made.approval_name, made.approval_text, made.withdrawn_name, made.withdrawn_text],
    ...[asked.name, asked.sealed_question, asked.sealed_answer, asked.answered_name],
    ...[said.name, said.sealed_text],
    ...[key.name, key.revoked_name, payment.name],
  ].map(staff)
  return [
    ...texts,
    ...parts,
    seen,
    desk?.snapshot,
    desk?.draft?.text,
    ...known.map(({ name }) => staff(name)),
  ]
}

/** Decrypts the other values of `fill` with the keys of this stack; null if that fails. */
async function opened(stack: Stack) {
  const { store, cipher, handles } = stack.deps
  const [row] = await inboxRows(stack)
  const noted = await store.db.selectFrom('notification_reprocessings').selectAll().executeTakeFirstOrThrow()
  const lines = await store.db.selectFrom('import_lines').selectAll().orderBy('seq').execute()
  return {
    handle: await customerHandleOf(stack, 'cust-00417'),
    handles: (await store.db.selectFrom('handles').select('handle').execute()).length,
    rid: (await handles.resolve(stage, await customerHandleOf(stack, 'cust-00417')))?.plaintext,
    body:
      row && cipher.openBytes(buildNotificationCipherContext('stage', row.digest), row.sealed)?.toString(),
    reason: cipher.open(buildReprocessReasonCipherContext('stage', noted.notification_seq), noted.reason),
    ids: lines.map(({ sealed, import_id }) => cipher.open(`import/stage/${import_id}`, sealed ?? '')),
  }
}

describe.each(databaseNames)('replacing the data key (%s)', (backing) => {
  it('re-encrypts everything, so that the former key can be removed', async () => {
    const place: Record<string, string> = {
      PAYDESK_DATA_DIR: mkdtempSync(join(tmpdir(), 'paydesk-reseal-')),
      ...(backing === 'postgres' ? { DATABASE_URL: await createMigratedDatabase() } : {}),
    }
    const stackWith = (keys: Record<string, string>) =>
      startStack({ config: { ...place, ...keys }, workers: false })
    const away = { service: 'http://127.0.0.1:9', idp: 'http://127.0.0.1:9' }
    const env = { ...demoConfig('http://localhost:4480', away), ...place }

    const before = await stackWith({ PAYDESK_DATA_KEY: former })
    const handle = await fill(before)
    await before.stop()

    const without = await run({ ...env, PAYDESK_DATA_KEY: current })
    expect([without.code, without.said]).toEqual([
      1,
      expect.stringContaining('handles: 0 encrypted again, 1 opened by no key'),
    ])
    const both = { PAYDESK_DATA_KEY: current, PAYDESK_OLD_DATA_KEY: former }
    const first = await run({ ...env, ...both })
    expect([first.code, first.said.trim().split('\n')]).toEqual([
      0,
      [
        'handles: 1 encrypted again, 0 opened by no key',
        'notification_queue: 1 encrypted again, 0 opened by no key',
        'notification_reprocessings: 1 encrypted again, 0 opened by no key',
        'import_lines: 2 encrypted again, 0 opened by no key',
        'reviews: 27 encrypted again, 0 opened by no key',
      ],
    ])
    const again = await run({ ...env, ...both })
    expect([again.code, again.said.match(/: 0 encrypted again/g)?.length]).toEqual([0, 5])

    const after = await stackWith({ PAYDESK_DATA_KEY: current })
    expect(await opened(after)).toEqual({
      handle,
      handles: 1,
      rid: 'cust-00417',
      body,
      reason: 'the reason given',
      ids: ['cust-one', 'cust-forty'],
    })
    expect(await reviewOpened(after)).toEqual([
      'the owner',
      'the writer',
      'the note',
      'the claimant',
      'the reader',
      'the decider',
      'the words',
      'the second',
      'their words',
      'who closed it',
      'and why',
      'who asked',
      'the question',
      'the answer',
      'who answered',
      'the explainer',
      'the explanation',
      'who made the key',
      'who revoked it',
      'who asked for it',
      'the form',
      'the link',
      'the secret',
      'what was seen',
      'what is open',
      'half of it',
      'the colleague',
    ])
    await after.stop()
  })
})
