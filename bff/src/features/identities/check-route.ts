import type { KycStatePeriod } from '@paydesk/shared/compliance/identities'
import { type CustomerHandle, customerHandleSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Selectable } from 'kysely'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { guardValue, unwrapOperationalText } from '../../platform/access/guarded.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { defineRoute, type Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import { type CustomerIdentityQuery, selectTransactionsForIdentity } from '../../records/identities.ts'
import { canBelongToRid, parseIdentityId, readTransactionInScope } from '../../records/transactions.ts'
import {
  checkAddresses,
  checkKycState,
  checkOtherCustomers,
  checkProfileFields,
  checkRecordRid,
  type TransactionKycState,
} from './checks.ts'
import {
  findOtherCustomers,
  type KycObservation,
  listKycObservations,
  parseKycState,
  recordKycObservations,
} from './identity-observations.ts'
import { type LoadedIdentity, presentIdentity } from './present.ts'
import { type IdentityDeps, readIdentity } from './read.ts'

const maxOtherCustomers = 20
const maxKycObservations = 50

type KycRow = Selectable<DatabaseSchema['identity_kyc_states']>

interface KycStateReading extends TransactionKycState {
  readonly at: number
}

interface IdentityCheckData {
  readonly merchant: string
  readonly read: LoadedIdentity
  readonly own: string | null
  /** KYC states of the customer's transactions; null if those could not be read. */
  readonly said: readonly KycStateReading[] | null
  readonly others: readonly { readonly customer: CustomerHandle; readonly rid: string | null }[]
  readonly hasMoreOthers: boolean
  readonly kyc: readonly KycRow[]
}

/**
 * Reads the KYC states of this identity from the same few
 * transactions of the customer that name the identity.
 */
async function readKycStates(
  of: CustomerIdentityQuery,
  read: LoadedIdentity,
  service: PaymentService,
): Promise<KycStateReading[]> {
  const { rid, merchant, scope, actor } = of
  const wanted = parseIdentityId(read.record.id)
  const { value: list } = unwrapOutcome(
    await service.listTransactionsOfCustomer(merchant, rid, { reference: actor.reference }),
  )
  const all = await Promise.all(
    selectTransactionsForIdentity(list).map(async (transaction): Promise<KycStateReading[]> => {
      const { record, reading, ...own } = await readTransactionInScope(transaction, { scope, actor }, service)
      const isBound =
        own.merchant === merchant && canBelongToRid(record.original_message.account.identifier, rid)
      if (!isBound || parseIdentityId(record.identity.id) !== wanted) return []
      const step = record.workflow_state.kyc
      return [
        {
          step: step === undefined ? null : unwrapOperationalText(step),
          kycState: parseKycState(record.identity.kyc_state),
          at: Date.parse(reading.at),
        },
      ]
    }),
  )
  return all.flat()
}

/** Returns null instead of a problem, so that one failed check does not affect the other checks. */
async function tryReadKycStates(
  of: CustomerIdentityQuery,
  read: LoadedIdentity,
  service: PaymentService,
): Promise<KycStateReading[] | null> {
  try {
    return await readKycStates(of, read, service)
  } catch (thrown) {
    if (thrown instanceof ProblemError) return null
    throw thrown
  }
}

async function loadOtherCustomers(read: LoadedIdentity, scope: Scope, deps: IdentityDeps) {
  const { environment, merchants } = scope
  const rows = await findOtherCustomers(deps, environment, merchants, read, maxOtherCustomers + 1)
  const named = await attachCustomerRids(rows.slice(0, maxOtherCustomers), environment, deps.handles)
  const others = named.map(({ row, rid }) => ({ customer: customerHandleSchema.parse(row.customer), rid }))
  return { others, hasMoreOthers: rows.length > maxOtherCustomers }
}

/** Presents one observation. `before`: earlier observations, newest first. */
function presentKycObservation(row: KycRow, before: readonly KycRow[]): KycStatePeriod {
  const last = before.find(({ source }) => source === row.source)
  return {
    raw: row.kyc_state,
    source: row.source,
    notBefore: last === undefined ? null : formatIsoTime(last.last_at),
    firstSeen: formatIsoTime(row.first_at),
    lastSeen: formatIsoTime(row.last_at),
  }
}

export const checkIdentityRoute = defineRoute(endpoints.checkIdentity, {
  permission: 'identity.read',
  audit: ({ params }, read: IdentityCheckData | undefined) => ({
    action: 'identity.checked',
    about: toAuditSubject('identity', params.identity, read),
  }),
  async handle({ params, scope, actor }, deps: IdentityDeps): Promise<IdentityCheckData> {
    const { environment } = scope
    const { rid, ...read } = await readIdentity(params.identity, { scope, actor }, deps)
    const { merchant } = read
    const said = await tryReadKycStates({ rid, merchant, scope, actor }, read, deps.service(environment))
    const kycStateReadings = (said ?? []).filter(({ kycState }) => kycState !== null)
    const looks = kycStateReadings.map(
      ({ kycState, at }): KycObservation => ({
        ...{ identity: params.identity, environment, value: kycState, at },
        source: 'state',
      }),
    )
    await recordKycObservations(deps, looks)
    return {
      merchant,
      read,
      own: parseKycState(read.record.kyc_state),
      said,
      ...(await loadOtherCustomers(read, scope, deps)),
      kyc: await listKycObservations(deps, environment, params.identity, maxKycObservations),
    }
  },
  present({ read, own, said, others, hasMoreOthers, kyc }, { actor }) {
    const { fieldAccess } = actor
    const view = presentIdentity(read, fieldAccess)
    const count = fieldAccess.mask(guardValue('identity.other_customers', others.length))
    const checks = [
      checkProfileFields(view),
      checkRecordRid(fieldAccess.mask(read.record.profile.remote_user_id)),
      checkKycState(own, said),
      checkAddresses(view),
      checkOtherCustomers(count, hasMoreOthers),
    ]
    return {
      checks: checks.filter((check) => check !== null),
      others: count,
      otherCustomers:
        count.visibility === 'clear'
          ? others.map(({ customer, rid }) => ({ customer, rid: fieldAccess.mask(guardValue('rid', rid)) }))
          : [],
      kyc: kyc.map((row, at) => presentKycObservation(row, kyc.slice(at + 1))),
    }
  },
})
