import type { Check } from '@paydesk/shared/administration/health'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { ServiceHealth } from '../../payment-service/transport/health.ts'
import type { Proofs } from '../../platform/access/proof-file.ts'
import type { HeadState } from '../../platform/audit/heads.ts'
import type { Store } from '../../platform/database/database.ts'
import { makeLeases } from '../../platform/database/leases.ts'
import { type SecretSearch, searchBrowserFiles } from './browser-files.ts'
import type { CheckedEnvironment } from './checked-environment.ts'
import { credentialChecks } from './credential-checks.ts'
import { type Figures, figuresOf, gapsOf } from './figures.ts'
import { maskingCheck } from './masking-check.ts'
import { type Clock, checked, clockIn, counted } from './words.ts'

/** What is known of one environment at a moment; the presenter chooses what of it is said. */
export interface EnvironmentFacts {
  readonly name: EnvironmentName
  readonly label: string
  readonly merchants: readonly MerchantId[]
  readonly environment: CheckedEnvironment
  readonly service: ServiceHealth
  readonly figures: Figures
  readonly clock: Clock
  readonly sweepMs: number
  credentials(): Check[]
}

export interface Checks {
  environments(): Promise<EnvironmentFacts[]>
  gaps(environment: EnvironmentName, merchants: readonly string[]): Promise<number>
  /** `pages`: the folder of the files that browsers are given. */
  office(pages: string): Promise<Check[]>
}

export interface CheckNeeds {
  readonly store: Store
  readonly environments: readonly CheckedEnvironment[]
  readonly zone: string
  readonly sweepMs: number
  /** Cells of the access matrix that show more than the default, in its notation. */
  readonly loosened: readonly string[]
  /** The search for loaded credentials in the built pages. */
  readonly secrets: SecretSearch
  service(environment: EnvironmentName): { health(): ServiceHealth }
  /** Open event streams of this instance. */
  streams(): { readonly streams: number; readonly cut: number }
  /** The signed heads of the audit trail. */
  heads(): HeadState & { readonly besideDatabase: boolean }
  /** The last masking proof. */
  readonly proofs: Proofs
  readonly now?: () => number
}

/** Checks run when somebody looks, at most so often. */
const figuresMs = 2_000
const filesMs = 60_000

/** The last result while it is fresh; two who ask at once wait for one. A failure is not kept. */
function kept<A extends unknown[], T>(ms: number, now: () => number, make: (...of: A) => Promise<T>) {
  let last: { readonly at: number; readonly value: Promise<T> } | undefined
  return (...of: A): Promise<T> => {
    if (last === undefined || now() - last.at >= ms) {
      const value = make(...of)
      last = { at: now(), value }
      value.catch(() => {
        last = undefined
      })
    }
    return last.value
  }
}

async function databaseCheck(store: Store, now: number): Promise<Check> {
  const begun = performance.now()
  await store.ping()
  const ms = Math.round(performance.now() - begun)
  const kind = store.dialect === 'postgres' ? 'PostgreSQL' : 'The embedded database'
  return checked('Database', ms > 500 ? 'attention' : 'good', `${kind} answers in ${ms} ms`, now)
}

async function instancesCheck(store: Store, now: number): Promise<Check> {
  const leases = await makeLeases(store).all()
  const holders = new Set(leases.map(({ holder }) => holder))
  if (leases.length === 0) return checked('Instances', 'attention', 'No instance has taken up work', now)
  const works = leases.map(({ name }) => name).join(', ')
  const words = `${counted(holders.size, 'instance works', 'instances work')} on ${works}`
  return checked('Instances', 'good', words, now)
}

function matrixCheck(loosened: readonly string[], loadedAt: number): Check {
  const name = 'Access matrix'
  if (loosened.length === 0) return checked(name, 'good', 'No cell shows more than the default', loadedAt)
  return checked(name, 'attention', `Cells that show more than the default: ${loosened.join(', ')}`, loadedAt)
}

function streamsCheck({ streams, cut }: { streams: number; cut: number }, now: number): Check {
  const words = `${counted(streams, 'open stream')} in this instance, ${cut} cut because they read too slowly`
  return checked('Streams', 'good', words, now)
}

function headsCheck(heads: ReturnType<CheckNeeds['heads']>, clock: Clock, now: number): Check {
  const name = 'Audit head'
  const { writtenAt, waiting, isFailing, isFull, besideDatabase } = heads
  if (isFull)
    return checked(name, 'bad', 'Cannot be written and no more can wait: a cut may not be found', now)
  if (isFailing)
    return checked(
      name,
      'bad',
      `Cannot be written: ${counted(waiting, 'signed head waits', 'signed heads wait')}`,
      now,
    )
  const last = writtenAt === null ? 'Not written since the start' : `Signed and written ${clock(writtenAt)}`
  if (!besideDatabase) return checked(name, 'good', last, now)
  const where = 'it lies in the data folder, but should lie where the database’s owner cannot write'
  return checked(name, 'attention', `${last}; ${where}`, now)
}

/** Made once, at the start: that is when the credentials were loaded. */
export function makeChecks(needs: CheckNeeds): Checks {
  const { store, zone, sweepMs, now = Date.now } = needs
  const loadedAt = now()
  const clock = clockIn(zone)

  const figures = new Map(
    needs.environments.map(({ name }) => [name, kept(figuresMs, now, () => figuresOf(store, name, now()))]),
  )
  const files = kept(filesMs, now, (pages: string) => searchBrowserFiles(pages, needs.secrets, now()))

  async function factsOf(environment: CheckedEnvironment): Promise<EnvironmentFacts> {
    const { name, label, merchantIds: merchants } = environment
    const counted = await (figures.get(name)?.() ?? figuresOf(store, name, now()))
    const service = needs.service(name).health()
    const credentials = () => credentialChecks(environment, service, { loadedAt, now: now(), clock })
    return { name, label, merchants, environment, service, figures: counted, clock, sweepMs, credentials }
  }

  return {
    environments: () => Promise.all(needs.environments.map(factsOf)),
    gaps: (environment, merchants) => gapsOf(store, environment, merchants),
    async office(pages) {
      const [database, instances, searched, proof] = await Promise.all([
        databaseCheck(store, now()),
        instancesCheck(store, now()),
        files(pages),
        needs.proofs.last(),
      ])
      return [
        database,
        instances,
        streamsCheck(needs.streams(), now()),
        headsCheck(needs.heads(), clock, now()),
        matrixCheck(needs.loosened, loadedAt),
        maskingCheck(proof, clock, now()),
        checked('Data key', 'good', `Present, loaded ${clock(loadedAt)}`, now()),
        checked('Sign-in client secret', 'good', `Present, loaded ${clock(loadedAt)}`, now()),
        searched,
      ]
    },
  }
}
