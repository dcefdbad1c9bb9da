import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequestListener } from '@paydesk/bff/app/create-app'
import { createDeps } from '@paydesk/bff/app/create-deps'
import { readConfig } from '@paydesk/bff/config/config'
import type { DatabaseLimits } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import { describeWorkbook } from '@paydesk/bff/platform/http/exports/workbook.test-kit'
import { createHttpServer } from '@paydesk/bff/platform/http/server'
import { createLogger } from '@paydesk/bff/platform/runtime/log'
import { csrfHeader, type Endpoint } from '@paydesk/shared/endpoints'
import pg from 'pg'
import type { z } from 'zod'
import { startSandbox } from '../../sandbox/start.ts'
import { delayAnswers } from './answer-delay.ts'
import { type CookieJar, followRedirects, requestWithJar } from './browse.ts'
import { demoConfig, notifyUrl } from './demo-config.ts'
import { freePort, listensOn } from './ports.ts'
import { migratedDatabase } from './postgres.ts'

/** Users of the sandbox, by their role in the tests. */
export const people = {
  support: 'ana.ruiz',
  finance: 'farid.nasser',
  finance2: 'fiona.brandt',
  compliance: 'clara.weiss',
  auditor: 'auden.holt',
  admin: 'ada.moreau',
  twoRoles: 'two.roles',
  noRole: 'no.role',
} as const
export type Person = keyof typeof people

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Body; of a workbook everything that it holds, inflated. */
  readonly text: string
  readonly json: unknown
}

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Client without a browser: keeps cookies, signed in or not. */
export class Visitor {
  readonly jar: CookieJar = new Map()
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  /** Signs in with one click at the identity provider. Returns the URL at which the sign-in ends. */
  signIn(person: Person, back = '/'): Promise<URL> {
    return this.#chooseAtProvider(person, { return: back })
  }

  /** Re-authenticates in the current session. Returns the URL at which the re-authentication ends. */
  prove(person: Person, back = '/'): Promise<URL> {
    return this.#chooseAtProvider(person, { reauthenticate: '1', return: back })
  }

  /** Requests neither the page with the people nor the page at the end: a sign-in is the dearest call of the tests. */
  async #chooseAtProvider(person: Person, query: Readonly<Record<string, string>>): Promise<URL> {
    const start = `${this.origin}/auth/sign-in?${new URLSearchParams(query)}`
    const form = await followRedirects(this.jar, start, {}, ({ pathname }) =>
      pathname.startsWith('/sign-in/'),
    )
    const body = new URLSearchParams({ person: people[person] })
    const isOver = ({ origin, pathname }: URL) => origin === this.origin && !pathname.startsWith('/auth/')
    return (await followRedirects(this.jar, form.at, { method: 'POST', body }, isOver)).at
  }

  async send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> {
    const response = await requestWithJar(this.jar, new URL(path, this.origin), { method, ...init })
    const bytes = await response.bytes()
    const type = response.headers.get('content-type') ?? ''
    const text = /spreadsheetml/.test(type) ? describeWorkbook(bytes) : new TextDecoder().decode(bytes)
    const isJson = /json\b/.test(type)
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
  }

  /** Calls an endpoint of the contract as our own pages do, with the CSRF header. */
  call(endpoint: Endpoint, input: Input = {}): Promise<Answer> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(input.params?.[name] ?? ''),
    )
    const query = input.query === undefined ? '' : `?${new URLSearchParams(input.query)}`
    const headers = { [csrfHeader.name]: csrfHeader.value, 'content-type': 'application/json' }
    return this.send(endpoint.method, path + query, {
      headers,
      ...(endpoint.method === 'POST' && { body: JSON.stringify(input.body ?? {}) }),
    })
  }

  /** Calls an endpoint and parses the answer by its contract. Throws if the status is not 200. */
  async get<R extends z.ZodType>(
    endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, R>,
    input: Input = {},
  ): Promise<z.output<R>> {
    const answer = await this.call(endpoint, input)
    if (answer.status !== 200)
      throw new Error(`${endpoint.path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    return endpoint.response.parse(answer.json)
  }
}

/**
 * Creates a database on a server, empty or as a copy of another database there. Returns the new database's
 * URL.
 */
export async function newDatabase(
  serverUrl: string,
  { name = `paydesk_${crypto.randomUUID().replaceAll('-', '')}`, of = 'template1' } = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name} template ${of} strategy file_copy`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export interface StackOptions {
  /**
   * URL of the PostgreSQL server of the tests, on which a new database is created. Default: the embedded database.
   */
  readonly postgres?: string
  /**
   * Time limits of the database. Default: wide ones that only end what hangs, or those of a deployment for a test with
   * its own `DATABASE_URL`, which cuts the connection; `{}` for those of a deployment.
   */
  readonly databaseLimits?: DatabaseLimits
  /** Path of an embedded database with the schema: copied instead of migrating a new database. */
  readonly embedded?: string
  readonly config?: Readonly<Record<string, string>>
  readonly pages?: string
  /** False: no background work runs, so no notification is processed and no transaction is synced. */
  readonly workers?: boolean
  /** Origin for users, if it differs from the listening origin: behind a proxy that speaks https. */
  readonly publicOrigin?: string
}

/**
 * Starts the whole product in this process, on free ports: sandbox, identity provider and the real app with
 * its database.
 */
export async function startStack(options: StackOptions = {}) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const sandbox = await startSandbox({
    // Fix the port: the sandbox listens there again after an outage.
    servicePort: await freePort(),
    idpPort: 0,
    appOrigins: [options.publicOrigin ?? origin],
    notifyUrl: notifyUrl(origin),
    // Accept operator actions in the sandbox: the product sends none unless configured to.
    operatorActions: true,
  })
  // Sign-ins are of single sign-on, an hour old: a test that needs a recent one re-authenticates.
  sandbox.identities.signInAgeMs = 3_600_000
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-stack-'))
  if (options.embedded !== undefined) copyFileSync(options.embedded, join(dataDir, 'paydesk.db'))
  const logged: string[] = []
  const config = readConfig({
    ...demoConfig(
      options.publicOrigin ?? origin,
      { service: sandbox.serviceUrl, idp: sandbox.idpUrl },
      dataDir,
    ),
    PAYDESK_SIGN_INS_PER_MINUTE: '10000',
    PAYDESK_SEARCHES_PER_MINUTE: '10000',
    PAYDESK_REVIEW_CALLS_PER_MINUTE: '100000',
    ...(process.env.PAYDESK_PROOF_PLANT === undefined
      ? {}
      : { PAYDESK_FIELD_PERMISSIONS: process.env.PAYDESK_PROOF_PLANT }),
    PAYDESK_REVEALS_PER_HOUR: '100000',
    PAYDESK_DOCUMENTS_PER_HOUR: '100000',
    PAYDESK_IDENTITY_RECORDS_PER_HOUR: '100000',
    PAYDESK_EXPORTS_PER_HOUR: '100000',
    PAYDESK_PAYMENT_LINKS_PER_HOUR: '100000',
    PAYDESK_EXPORT_ROWS_WITHOUT_APPROVAL: '1000000',
    PAYDESK_REQUESTS_PER_MINUTE: '100000',
    ...(options.postgres === undefined
      ? {}
      : { DATABASE_URL: await newDatabase(options.postgres, { of: migratedDatabase }) }),
    ...options.config,
  })
  const log = createLogger('debug', { write: (line) => void logged.push(line) })
  const usualLimits = options.config?.DATABASE_URL === undefined ? patientLimits : {}
  const deps = await createDeps({ ...config, databaseLimits: options.databaseLimits ?? usualLimits }, log)
  const server = createHttpServer(
    delayAnswers(
      createRequestListener(deps, { pages: options.pages ?? join(dataDir, 'none') }),
      Number(process.env.PAYDESK_TEST_DELAY_MS ?? 0),
    ),
    log,
  )
  await listensOn(server, port, 'localhost')
  if (options.workers !== false) deps.startWorkers()
  return {
    origin,
    sandbox,
    deps,
    dataDir,
    logged,
    visitor: () => new Visitor(origin),
    /** Returns a visitor signed in as this person. */
    async as(person: Person): Promise<Visitor> {
      const visitor = new Visitor(origin)
      await visitor.signIn(person)
      return visitor
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await deps.close()
      await sandbox.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Stack = Awaited<ReturnType<typeof startStack>>
