import type { KycSeen } from '@paydesk/shared/compliance/identity-checks'
import { type CustomerHandle, customerHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Selectable } from 'kysely'
import { found } from '../../payment-service/found.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { guard, openOperational } from '../../platform/access/guarded.ts'
import { subject } from '../../platform/audit/entry.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { route, type Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { askedFor, type OfCustomer } from '../../records/identities.ts'
import { withRids } from '../../records/rids.ts'
import { belongsTo, identityIdOf, readOwnTransaction } from '../../records/transactions.ts'
import { addressCheck, kycCheck, membersCheck, othersCheck, type ReviewSaid, ridCheck } from './checks.ts'
import { type KycLook, kycOf, kycSeenOf, noteLooks, othersNaming } from './noted.ts'
import { presentIdentity, type ReadIdentity } from './present.ts'
import { type IdentityNeeds, readIdentity } from './read.ts'

const mostOthers = 20
const mostSeen = 50

type KycRow = Selectable<Schema['identity_kyc']>

interface Said extends ReviewSaid {
  readonly at: number
}

interface ReadChecks {
  readonly merchant: string
  readonly read: ReadIdentity
  readonly own: string | null
  /** Null where the transactions could not be read. */
  readonly said: readonly Said[] | null
  readonly others: readonly { readonly customer: CustomerHandle; readonly rid: string | null }[]
  readonly hasMoreOthers: boolean
  readonly kyc: readonly KycRow[]
}

/** What the customer's transactions say of this identity's review; the same few that name the identity. */
async function reviewsSaid(of: OfCustomer, read: ReadIdentity, service: PaymentService): Promise<Said[]> {
  const { rid, merchant, scope, actor } = of
  const wanted = identityIdOf(read.record.id)
  const { value: list } = found(await service.listTransactions(merchant, rid, { reference: actor.reference }))
  const all = await Promise.all(
    askedFor(list).map(async (transaction): Promise<Said[]> => {
      const { record, reading, ...own } = await readOwnTransaction(transaction, { scope, actor }, service)
      const isBound = own.merchant === merchant && belongsTo(record.original_message.account.identifier, rid)
      if (!isBound || identityIdOf(record.identity.id) !== wanted) return []
      const step = record.workflow_state.kyc
      return [
        {
          step: step === undefined ? null : openOperational(step),
          kycState: kycOf(record.identity.kyc_state),
          at: Date.parse(reading.at),
        },
      ]
    }),
  )
  return all.flat()
}

/** A check that cannot be made says so; the others stand. */
async function saidOrNull(
  of: OfCustomer,
  read: ReadIdentity,
  service: PaymentService,
): Promise<Said[] | null> {
  try {
    return await reviewsSaid(of, read, service)
  } catch (thrown) {
    if (thrown instanceof ProblemError) return null
    throw thrown
  }
}

async function othersOf(read: ReadIdentity, scope: Scope, needs: IdentityNeeds) {
  const { environment, merchants } = scope
  const rows = await othersNaming(needs, environment, merchants, read, mostOthers + 1)
  const named = await withRids(rows.slice(0, mostOthers), environment, needs.handles)
  const others = named.map(({ row, rid }) => ({ customer: customerHandle.parse(row.customer), rid }))
  return { others, hasMoreOthers: rows.length > mostOthers }
}

const time = (at: number) => new Date(at).toISOString()

/** `before`: what was seen earlier, the newest first. */
function kycSeen(row: KycRow, before: readonly KycRow[]): KycSeen {
  const last = before.find(({ source }) => source === row.source)
  return {
    raw: row.kyc_state,
    source: row.source,
    notBefore: last === undefined ? null : time(last.last_at),
    firstSeen: time(row.first_at),
    lastSeen: time(row.last_at),
  }
}

export const checkIdentity = route(endpoints.checkIdentity, {
  permission: 'identity.read',
  audit: ({ params }, read: ReadChecks | undefined) => ({
    action: 'identity.checked',
    about: subject('identity', params.identity, read),
  }),
  async handle({ params, scope, actor }, needs: IdentityNeeds): Promise<ReadChecks> {
    const { environment } = scope
    const { rid, ...read } = await readIdentity(params.identity, { scope, actor }, needs)
    const { merchant } = read
    const said = await saidOrNull({ rid, merchant, scope, actor }, read, needs.service(environment))
    const named = (said ?? []).filter(({ kycState }) => kycState !== null)
    const looks = named.map(
      ({ kycState, at }): KycLook => ({
        ...{ identity: params.identity, environment, value: kycState, at },
        source: 'state',
      }),
    )
    await noteLooks(needs, looks)
    return {
      merchant,
      read,
      own: kycOf(read.record.kyc_state),
      said,
      ...(await othersOf(read, scope, needs)),
      kyc: await kycSeenOf(needs, environment, params.identity, mostSeen),
    }
  },
  present({ read, own, said, others, hasMoreOthers, kyc }, { actor }) {
    const { sight } = actor
    const view = presentIdentity(read, sight)
    const count = sight.show(guard('identity.other_customers', others.length))
    const checks = [
      membersCheck(view),
      ridCheck(sight.show(read.record.profile.remote_user_id)),
      kycCheck(own, said),
      addressCheck(view),
      othersCheck(count, hasMoreOthers),
    ]
    return {
      checks: checks.filter((check) => check !== null),
      others: count,
      otherCustomers:
        count.seen === 'clear'
          ? others.map(({ customer, rid }) => ({ customer, rid: sight.show(guard('rid', rid)) }))
          : [],
      kyc: kyc.map((row, at) => kycSeen(row, kyc.slice(at + 1))),
    }
  },
})
