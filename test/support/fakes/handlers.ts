import type { WhoAmI } from '@paydesk/shared/administration/session'
import { endpoints } from '@paydesk/shared/endpoints'
import type { HttpHandler } from 'msw'
import { decisionCase, decisionNumbered, decisionPage, decisionView } from './decisions.ts'
import { documentList, downloadPage, downloadView, openedView, somePicture } from './documents.ts'
import { driftPage, driftRow, driftSheet, explanation } from './drift.ts'
import { fake } from './fake.ts'
import { glassFigures, glassPage } from './glass.ts'
import { handoverPage, handoverView } from './handovers.ts'
import { mara, reviewed } from './ids.ts'
import { liveLine } from './live-line.ts'
import { history, received } from './observed.ts'
import { healthView, importView, unknownValuesSeen } from './office.ts'
import { coverage, indexPage } from './overview.ts'
import { supportAgent } from './people.ts'
import { ledgerFigures, ledgerPage, receivedEntry } from './received.ts'
import {
  customer,
  identity,
  identityChecks,
  identityForSupport,
  notifications,
  transactionsOf,
} from './records.ts'
import { addressAnswer, createdRequest, requestChoices, requestDraft, requestPage } from './requests.ts'
import { colleagues, heldBy, reviewItem, reviewPage, reviewPlace, reviewRow } from './review.ts'
import { reviewFigures } from './review-figures.ts'
import { everySession, ownSessions } from './sessions.ts'
import { proofView, sightView } from './sight.ts'
import { subjectRequest, subjectRequests } from './subjects.ts'
import { personSaw, trailFigures, trailPage, verifiedTrail, whoSaw } from './trail.ts'
import { transaction, transactionInReview } from './transactions.ts'
import { clear, inHours, readNow } from './values.ts'

/** A day on which everything answers; a test puts its own answers before these. */
export function handlers(session: () => WhoAmI = supportAgent): HttpHandler[] {
  const mayIdentity = () => session().permissions.includes('identity.read')
  return [
    fake(endpoints.whoAmI)(() => session()),
    fake(endpoints.chooseRole)(({ body }) => {
      const now = session()
      const role = now.roles.find((each) => each.id === body.role) ?? now.role
      return { ...now, role: { ...now.role, ...role } }
    }),
    fake(endpoints.signOut)(() => ({ next: '/signed-out' })),
    liveLine().handler,
    fake(endpoints.lookUp)(() => ({
      hits: [{ kind: 'customer', customer: mara, merchant: 'demo-merchant' }],
      tried: [{ as: 'rid', outcome: 'found', words: 'a known RID at demo-merchant' }],
    })),
    fake(endpoints.showCustomer)(() => customer()),
    fake(endpoints.listCustomerTransactions)(() => transactionsOf()),
    fake(endpoints.showCustomerIdentity)(() => ({
      identity: mayIdentity() ? identity() : identityForSupport(),
    })),
    fake(endpoints.showTransaction)(({ params }) =>
      params.transaction === reviewed
        ? transactionInReview()
        : transaction({ transaction: params.transaction }),
    ),
    fake(endpoints.showTransactionRecord)(({ params }) => ({
      reading: readNow(),
      record: {
        id: params.transaction,
        state: 'PENDING',
        test_transaction: false,
        workflow_state: { sca: 'PENDING' },
        payment_provider_responses: [],
      },
    })),
    fake(endpoints.listTransactionNotifications)(() => notifications()),
    fake(endpoints.showTransactionHistory)(() => history()),
    fake(endpoints.listReceivedNotifications)(() => received()),
    fake(endpoints.showIdentity)(() => identity()),
    fake(endpoints.checkIdentity)(() => identityChecks()),
    fake(endpoints.checkCaller)(() => ({ answer: 'match' })),
    fake(endpoints.suggestIds)(() => ({ suggestions: [] })),
    fake(endpoints.listTransactions)(() => indexPage()),
    fake(endpoints.showCoverage)(() => coverage()),
    fake(endpoints.listViews)(() => ({ views: [] })),
    fake(endpoints.listReviewViews)(() => ({ views: [] })),
    fake(endpoints.listLedger)(() => ledgerPage()),
    fake(endpoints.showLedgerFigures)(() => ledgerFigures()),
    fake(endpoints.reprocessNotification)(({ params }) => ({
      before: receivedEntry(params.notification),
      after: receivedEntry(params.notification, { effect: 'agrees' }),
    })),
    fake(endpoints.listReview)(() => reviewPage()),
    fake(endpoints.showReviewFigures)(() => reviewFigures()),
    fake(endpoints.showReviewItem)(({ params }) => reviewItem(params.transaction)),
    fake(endpoints.showReviewPlace)(({ params }) =>
      params.transaction === reviewed ? reviewPlace() : reviewPlace({ inQueue: false, position: null }),
    ),
    fake(endpoints.claimReviewItem)(({ params }) => ({
      answer: 'taken',
      row: reviewRow(0, { transaction: params.transaction, version: 2, owner: heldBy(session().name, true) }),
    })),
    fake(endpoints.releaseReviewItem)(({ params }) =>
      reviewRow(0, { transaction: params.transaction, version: 3 }),
    ),
    fake(endpoints.noteReviewItem)(({ params, body }) =>
      reviewRow(0, {
        transaction: params.transaction,
        version: 3,
        lastNote: { at: inHours(0), by: { name: session().name, me: true }, text: clear(body.text) },
      }),
    ),
    fake(endpoints.listColleagues)(() => ({ colleagues: [...colleagues] })),
    fake(endpoints.snoozeReviewItem)(({ params }) =>
      reviewRow(0, { transaction: params.transaction, version: 3, snoozedUntil: inHours(4) }),
    ),
    fake(endpoints.draftReviewItem)(() => ({ kept: true })),
    fake(endpoints.decideReviewItem)(({ params }) => ({
      answer: 'made',
      decision: decisionView(1, { transaction: params.transaction }),
    })),
    fake(endpoints.decideReviewItems)(({ body }) => ({
      results: body.items.map(({ transaction }) => ({
        transaction,
        answer: 'made' as const,
        decision: {
          decision: decisionNumbered(1),
          verdict: body.verdict,
          status: 'waiting' as const,
          followUp: null,
          mine: true,
        },
      })),
    })),
    fake(endpoints.listDecisions)(({ query }) =>
      query.show === 'second' ? decisionPage([decisionView(1)]) : decisionPage(),
    ),
    fake(endpoints.showDecision)(({ params }) =>
      decisionCase({ decision: decisionView(1, { decision: params.decision }) }),
    ),
    fake(endpoints.answerDecision)(({ params }) => ({
      answer: 'done',
      decision: decisionView(1, { decision: params.decision, status: 'confirmed', mayAnswer: false }),
    })),
    fake(endpoints.withdrawDecision)(({ params }) =>
      decisionView(1, { decision: params.decision, status: 'withdrawn', mine: true, mayAnswer: false }),
    ),
    fake(endpoints.listDrift)(() => driftPage()),
    fake(endpoints.explainDrift)(({ params }) => ({
      answer: 'explained',
      row: driftRow(0, {
        item: params.item,
        version: 2,
        explained: explanation({ by: { name: session().name, me: true } }),
      }),
    })),
    fake(endpoints.showDriftSheet)(() => driftSheet()),
    fake(endpoints.listHandovers)(() => handoverPage()),
    fake(endpoints.askHandover)(({ body }) => ({
      answer: 'asked',
      handover: handoverView(1, { to: body.to }),
    })),
    fake(endpoints.answerHandover)(({ params }) => ({
      answer: 'done',
      handover: handoverView(1, { handover: params.handover }),
    })),
    fake(endpoints.listTrail)(() => trailPage()),
    fake(endpoints.showTrailFigures)(() => trailFigures()),
    fake(endpoints.showWhoSaw)(() => whoSaw()),
    fake(endpoints.showPersonSaw)(() => personSaw()),
    fake(endpoints.startTrailVerification)(() => verifiedTrail()),
    fake(endpoints.showTrailVerification)(() => verifiedTrail()),
    fake(endpoints.listSubjectRequests)(() => subjectRequests()),
    fake(endpoints.askSubjectExport)(() => ({ answer: 'asked', request: subjectRequest(1) })),
    fake(endpoints.listOwnSessions)(() => ownSessions()),
    fake(endpoints.listEverySession)(() => everySession()),
    fake(endpoints.listGlass)(() => glassPage()),
    fake(endpoints.showGlassFigures)(() => glassFigures()),
    fake(endpoints.listRevealAlerts)(() => ({ alerts: [] })),
    fake(endpoints.takeKeptReveal)(() => ({ asked: null })),
    fake(endpoints.listImports)(() => ({ imports: [importView()] })),
    fake(endpoints.showImport)(() => importView()),
    fake(endpoints.listUnknownValues)(() => ({ values: [...unknownValuesSeen], more: false })),
    fake(endpoints.showHealth)(() => healthView()),
    fake(endpoints.showSight)(() => sightView()),
    fake(endpoints.showMaskingProof)(() => proofView()),
    fake(endpoints.listDocuments)(() => documentList()),
    fake(endpoints.openDocument)(({ params, body }) =>
      openedView(1, { document: params.document, file: body.file }),
    ),
    fake(endpoints.showDocumentContent)(async () => new Response(await somePicture())),
    fake(endpoints.closeDocument)(() => ({ seconds: 1 })),
    fake(endpoints.askDownload)(({ params, body }) => ({
      answer: 'asked',
      request: downloadView(1, { ...body, document: params.document, text: clear(body.text) }),
    })),
    fake(endpoints.listDownloads)(() => downloadPage()),
    fake(endpoints.answerDownload)(({ params }) => ({
      answer: 'done',
      request: downloadView(1, { request: params.request, status: 'confirmed', mayAnswer: false }),
    })),
    fake(endpoints.showRequestChoices)(({ query }) =>
      query.customer === undefined ? requestChoices({ customer: null }) : requestChoices(),
    ),
    fake(endpoints.listPaymentRequests)(() => requestPage()),
    fake(endpoints.draftPaymentRequest)(() => ({ answer: 'draft', draft: requestDraft() })),
    fake(endpoints.sendPaymentRequest)(() => ({ answer: 'sent', request: createdRequest(1) })),
    fake(endpoints.showPaymentRequest)(({ params }) => createdRequest(1, { request: params.request })),
    fake(endpoints.showRequestAddress)(() => addressAnswer()),
    fake(endpoints.showTransactionRequest)(() => ({ request: null })),
    fake(endpoints.showIdentityRecord)(() => ({ reading: readNow(), record: { kyc_state: 'NONE' } })),
  ]
}
