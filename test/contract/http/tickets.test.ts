import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it } from 'vitest'
import { documentPurpose, downloadComment, openDocumentSession } from '../../support/contract/documents.ts'
import {
  auditRows,
  customerHandleOf,
  customerOf,
  identityHandleOf,
  onOneDatabase,
  problemIn,
} from '../../support/contract/support.ts'
import type { Stack } from '../../support/stack/start.ts'

const env = 'stage'
/** IBAN that also has the form of a ticket. */
const account = 'DE02120300000000202051'

/** Calls that take a ticket, with an account number in its place. */
const calls = {
  'the view of a document': async (stack: Stack) => {
    const [visitor, params] = await documentOf(stack)
    return visitor.call(endpoints.openDocument, { params, body: { ...documentPurpose, caseRef: account } })
  },
  'a download': async (stack: Stack) => {
    const [visitor, params] = await documentOf(stack)
    return visitor.call(endpoints.requestDownload, {
      params,
      body: { ...documentPurpose, caseRef: account, text: downloadComment },
    })
  },
  'emergency access': async (stack: Stack) => {
    const body = { purpose: 'incident', ticket: account, text: downloadComment }
    return (await stack.as('support')).call(endpoints.startBreakGlass, { body })
  },
  'the end of a session': async (stack: Stack) => {
    const params = { session: `w_${'0'.repeat(20)}` }
    const body = { reason: 'suspicious', ticket: account }
    return (await stack.as('admin')).call(endpoints.endSession, { params, body })
  },
  'an export for a customer': async (stack: Stack) => {
    const customer = await customerHandleOf(stack, 'cust-00417')
    const body = { customer, ticket: account }
    return (await stack.as('compliance')).call(endpoints.requestSubjectAccessExport, {
      params: { env },
      body,
    })
  },
}

async function documentOf(stack: Stack) {
  const visitor = await openDocumentSession(stack)
  const { identity: id } = await customerOf(stack, 'cust-00417')
  const identity = await identityHandleOf(stack, 'cust-00417', id)
  const { documents } = await visitor.get(endpoints.listDocuments, { params: { env, identity } })
  return [visitor, { env, identity, document: documents[0]?.document ?? '' }] as const
}

onOneDatabase('an account number as a ticket', (stack) => {
  it.each(Object.entries(calls))('is rejected for %s, and stored nowhere', async (_, call) => {
    const { fields } = problemIn(await call(stack()), 'bad_request')
    expect(fields).toMatchObject([{ rule: 'no_personal_data' }])
    const rows = await auditRows(stack())
    expect(rows.at(-1)).toMatchObject({ result: 'failed', reason: 'bad_request', case_ref: null })
    expect(rows.map((row) => row.case_ref)).not.toContain(account)
  })
})
