import type { SystemScope } from '@paydesk/shared/administration/system'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { merchantId } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import type { Request, Response } from 'express'
import type { Deed, Entry } from '../../platform/audit/entry.ts'
import type { AuditLog } from '../../platform/audit/log.ts'
import { sourceAddress } from '../../platform/http/origin.ts'
import { makeAllowance } from '../../platform/http/rate-limiter.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { noteUse, systemBehind } from './keys.ts'
import { type SystemNeeds, type SystemRow, scopesOf, stateOf } from './rows.ts'

/** Calls that one key may make within a minute, at one instance. */
export const callsPerMinute = 60
/** Where the document of the interface for systems is. */
export const documentPath = '/v1/openapi.json'
/** Wrong keys that one address may send within a minute before it is told to wait. */
const wrongPerMinute = 30
/** Entries that refused keys leave within a minute, whoever sends them: strangers do not fill the trail. */
const refusalsPerMinute = 6

export interface DoorNeeds extends SystemNeeds {
  readonly audit: AuditLog
  readonly log: Log
  readonly config: {
    readonly environments: readonly {
      readonly name: EnvironmentName
      readonly merchantIds: readonly MerchantId[]
    }[]
  }
}

/** Whoever came in: a system with its key, for one merchant of one environment. */
export interface System {
  readonly id: string
  readonly label: string
  readonly environment: EnvironmentName
  readonly merchant: MerchantId
}

/** Who an entry is of: nobody is signed in, and the system is what it is about or stands beside it. */
interface Whence {
  readonly system: Pick<SystemRow, 'id' | 'environment' | 'merchant'> | null
  readonly request: Request
  readonly response: Response
}

export interface Door {
  /**
   * The system whose key the call brings. Throws `key_refused`, `key_scope` or `too_many_requests`, each of them
   * recorded as far as strangers cannot fill the trail with it.
   */
  open(request: Request, response: Response, scope: SystemScope): Promise<System>
  /** Commits entries of a system's call, before its answer. Throws `record_unavailable`. */
  record(deeds: readonly Deed[], whence: Whence, problem: ProblemId | null): Promise<void>
}

function entryOf(deed: Deed, { system, request, response }: Whence, problem: ProblemId | null): Entry {
  return {
    action: deed.action,
    about: 'about' in deed ? deed.about : null,
    result: problem === null ? 'allowed' : deed.action === 'access.refused' ? 'refused' : 'failed',
    reason: problem,
    doer: null,
    environment: system?.environment ?? null,
    sourceAddress: sourceAddress(request),
    reference: response.locals.reference,
    ...('purpose' in deed && { purpose: deed.purpose }),
  }
}

const bearer = /^Bearer +([\x21-\x7e]{1,200})$/i

/** The way in for the merchant's systems: a key of one environment and merchant, and nothing of a browser. */
export function makeDoor(needs: DoorNeeds): Door {
  const calls = makeAllowance(callsPerMinute)
  const wrong = makeAllowance(wrongPerMinute)
  const refusals = makeAllowance(refusalsPerMinute)
  /** One entry a minute says that a key was used too much. */
  const tooMany = makeAllowance(1)

  async function record(deeds: readonly Deed[], whence: Whence, problem: ProblemId | null): Promise<void> {
    try {
      await Promise.all(deeds.map((deed) => needs.audit.append(entryOf(deed, whence, problem))))
    } catch (error) {
      needs.log.error({ err: error, reference: whence.response.locals.reference }, 'audit entry not written')
      throw new ProblemError('record_unavailable', { retryAfter: 5 })
    }
  }

  function refusal(whence: Whence, problem: ProblemId): Promise<void> {
    const { system } = whence
    const about = system && ({ kind: 'system', id: system.id, merchant: system.merchant } as const)
    return record([{ action: 'access.refused', about }], whence, problem)
  }

  /** A key that opens nothing, whatever the reason: its sender learns no more than that. */
  async function refuse(whence: Whence): Promise<never> {
    whence.response.setHeader('www-authenticate', 'Bearer')
    if (refusals.take('all')) await refusal(whence, 'key_refused')
    if (!wrong.take(sourceAddress(whence.request) ?? 'unknown'))
      throw new ProblemError('too_many_requests', { retryAfter: 60 })
    throw new ProblemError('key_refused')
  }

  /** The merchant may have been taken out of the configuration since. */
  function placeOf(row: SystemRow): Pick<System, 'environment' | 'merchant'> | null {
    const environment = needs.config.environments.find(({ name }) => name === row.environment)
    const merchant = merchantId.parse(row.merchant)
    return environment?.merchantIds.includes(merchant) ? { environment: environment.name, merchant } : null
  }

  return {
    record,
    async open(request, response, scope) {
      const [, key = ''] = bearer.exec(request.get('authorization') ?? '') ?? []
      const row = await systemBehind(key, needs)
      const whence = { system: row, request, response }
      const now = Date.now()
      const place = row === null || stateOf(row, now) !== 'active' ? null : placeOf(row)
      if (row === null || place === null) return refuse(whence)
      if (!calls.take(row.id)) {
        if (tooMany.take(row.id)) await refusal(whence, 'too_many_requests')
        throw new ProblemError('too_many_requests', { retryAfter: 60 })
      }
      if (!scopesOf(row).includes(scope)) {
        await refusal(whence, 'key_scope')
        throw new ProblemError('key_scope')
      }
      await noteUse(row, key, needs, now)
      return { id: row.id, label: row.label, ...place }
    },
  }
}
