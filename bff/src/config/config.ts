import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DiscrepancyReason, discrepancyReasonSchema } from '@paydesk/shared/cases/reconciliation'
import { customerLanguageSchema } from '@paydesk/shared/core/customer-language'
import { environmentNameSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { createLocalizedTextSchema } from '@paydesk/shared/messages/localized-text'
import { z } from 'zod'
import { parsePolicyOverrides } from '../platform/access/policy/overrides.ts'
import { Secret } from '../platform/runtime/secret.ts'
import { auditVariableNames, readAuditConfig } from './audit.ts'
import { backupVariablesSchema, readBackupConfig } from './backups.ts'
import { brandingVariablesSchema, readBranding } from './branding.ts'
import {
  commaListSchema,
  createMillisecondsSchema,
  documentPathSchema,
  trustedProxySchema,
  urlSchema,
} from './parsers.ts'
import { paymentRequestVariableSuffixes, readPaymentRequestConfig } from './payment-requests.ts'
import { parseJsonRecord, readReasonList } from './reasons.ts'
import { describeRenamedVariables } from './renamed-variables.ts'
import { readReviewConfig, reviewVariablesSchema } from './review.ts'
import { readOidcClientKey, readSignInConfig, signInVariablesSchema } from './sign-in.ts'
import { type ConfigVariableNames, describeUnknownVariables } from './unknown-variables.ts'

const reasonsVariable = 'PAYDESK_RECONCILIATION_REASONS'

/**
 * Reads the reasons that a deployment offers for explaining a discrepancy: `{"code":"Text"}`, instead of the
 * default reasons; null if the defaults apply. Adds one line per error to `problems`, without values.
 */
function readReconciliationConfig(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): { readonly reasons: readonly DiscrepancyReason[] | null } {
  const text = source[reasonsVariable]
  if (text === undefined) return { reasons: null }
  const place = { name: reasonsVariable, of: 'a JSON object', problems }
  return {
    reasons: readReasonList(parseJsonRecord(text), place, (one) => discrepancyReasonSchema.safeParse(one)),
  }
}

/** Configuration errors, one line per variable, never with a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is not complete:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Source = Readonly<Record<string, string | undefined>>

const generalVariablesSchema = z.object({
  PAYDESK_ORIGIN: urlSchema.refine((url) => url.pathname === '/', 'must be an origin without a path'),
  PAYDESK_HOST: z.string().default('127.0.0.1'),
  PAYDESK_PORT: z.coerce.number().int().min(0).max(65_535).default(4480),
  PAYDESK_TRUST_PROXY: commaListSchema.default([]).pipe(z.array(trustedProxySchema)),
  PAYDESK_ZONE: z
    .string()
    .default('UTC')
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', {
      message: 'must be the IANA name of a time zone, such as Europe/Berlin',
    }),
  PAYDESK_CUSTOMER_LANGUAGES: commaListSchema.default(['en', 'de']).pipe(z.array(customerLanguageSchema)),
  PAYDESK_ENVIRONMENTS: commaListSchema.pipe(
    z.array(environmentNameSchema).min(1, 'must name at least one environment'),
  ),
  PAYDESK_DATA_DIR: z.string().min(1).default('.paydesk'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  PAYDESK_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  PAYDESK_IDLE_MS: createMillisecondsSchema(15 * 60_000),
  PAYDESK_SESSION_MS: createMillisecondsSchema(10 * 3_600_000),
  PAYDESK_BREAK_GLASS_MS: createMillisecondsSchema(15 * 60_000),
  PAYDESK_SERVICE_DEADLINE_MS: createMillisecondsSchema(8_000),
  PAYDESK_SIGN_INS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(60),
  PAYDESK_SEARCHES_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(60),
  PAYDESK_REAUTHENTICATION_MS: createMillisecondsSchema(5 * 60_000),
  PAYDESK_REVEALS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(30),
  PAYDESK_DOCUMENTS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(100),
  PAYDESK_IDENTITY_RECORDS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(500),
  PAYDESK_EXPORTS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(20),
  PAYDESK_PAYMENT_LINKS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(120),
  PAYDESK_EXPORT_ROWS_WITHOUT_APPROVAL: z.coerce.number().int().min(0).max(1_000_000).default(5_000),
  PAYDESK_FIELD_PERMISSIONS: z.string().default(''),
  PAYDESK_MASKING_PROOF_FILE: z.string().min(1).optional(),
  PAYDESK_SYNC_INTERVAL_MS: createMillisecondsSchema(300_000),
  PAYDESK_READS_PER_SECOND: z.coerce.number().int().min(1).max(1_000).default(50),
  PAYDESK_CATCH_UP_READS_PER_SECOND: z.coerce.number().int().min(1).max(1_000).default(4),
  PAYDESK_READ_AHEAD: z.enum(['on', 'off']).default('on'),
  PAYDESK_DOCUMENT_BYTES: z.coerce.number().int().min(1_024).max(104_857_600).default(20_971_520),
  PAYDESK_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(30),
  PAYDESK_REQUEST_ABSENT_MS: createMillisecondsSchema(900_000),
  PAYDESK_NOTIFICATION_QUEUE_MAX: z.coerce.number().int().min(1).max(10_000_000).default(100_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSchema.optional(),
  OIDC_ISSUER: urlSchema,
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_SCOPE: z.string().default('openid profile email'),
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles'),
  OIDC_MERCHANTS_CLAIM: z.string().min(1).optional(),
  OIDC_ROLE_MAP: commaListSchema
    .default([
      'paydesk-support=support',
      'paydesk-finance=finance',
      'paydesk-compliance=compliance',
      'paydesk-auditor=auditor',
      'paydesk-admin=admin',
    ])
    .pipe(z.array(z.string().regex(/^[^=]+=[a-z]+$/, 'must be pairs such as team-support=support')))
    .transform((pairs) => pairs.map((pair) => pair.split('=')))
    .pipe(z.array(z.tuple([z.string(), roleSchema]))),
})

/** Parses a text, or JSON with a text for each language: `{"en":"…","de":"…"}`. */
const localTextSchema = (maxChars: number) =>
  z
    .string()
    .transform((text) => (text.startsWith('{') ? (parseJsonRecord(text) ?? text) : text))
    .pipe(createLocalizedTextSchema(maxChars))

const environmentVariablesSchema = z.object({
  BASE_URL: urlSchema,
  LABEL: localTextSchema(30).optional(),
  KIND: z.enum(['production', 'stage']).optional(),
  BANNER: localTextSchema(200).optional(),
  MERCHANT_IDS: commaListSchema.pipe(z.array(merchantIdSchema).min(1, 'must name at least one merchant id')),
  DOCUMENT_PATHS: commaListSchema.pipe(z.array(documentPathSchema).min(1)).optional(),
  OPERATOR_ACTIONS: z.enum(['on', 'off']).default('off'),
  NOTIFICATION_PROOF: z.enum(['checksum', 'bearer', 'none']).default('checksum'),
  NOTIFICATION_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')
    .default('X-ISX-Checksum'),
})

const secretVariables = ['PAYDESK_DATA_KEY', 'PAYDESK_OLD_DATA_KEY', 'PAYDESK_METRICS_TOKEN'] as const
const environmentSecrets = ['CLIENT_NAME', 'TOKEN', 'NOTIFICATION_TOKEN', 'OLD_NOTIFICATION_TOKEN'] as const

/** Every variable that is read below. */
export const configVariableNames: ConfigVariableNames = {
  general: [
    ...[
      generalVariablesSchema,
      reviewVariablesSchema,
      signInVariablesSchema,
      brandingVariablesSchema,
      backupVariablesSchema,
    ].flatMap(({ shape }) => Object.keys(shape)),
    ...auditVariableNames,
    ...secretVariables,
    reasonsVariable,
  ],
  ofEnvironment: [
    ...Object.keys(environmentVariablesSchema.shape),
    ...environmentSecrets,
    ...paymentRequestVariableSuffixes,
  ],
  secrets: [...secretVariables, ...environmentSecrets, 'PAYDESK_AUDIT_KEY'],
}

function describeIssues(error: z.ZodError, prefix = ''): string[] {
  return error.issues.map((issue) => {
    const missing = issue.code === 'invalid_type' && issue.message.endsWith('undefined')
    return `${prefix}${String(issue.path[0] ?? '')} ${missing ? 'is missing' : describeIssue(issue)}`
  })
}

/** Formats an issue with Paydesk's own messages only: a message of the library may quote the value. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' || issue.code === 'invalid_format' || issue.code === 'too_small') {
    return issue.message.startsWith('Invalid') || issue.message.startsWith('Too')
      ? 'is not of the expected form'
      : issue.message
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  return 'is not of the expected form'
}

/**
 * Reads a secret from NAME, or from the file named by NAME_FILE. A file keeps the secret out of process
 * lists.
 */
function readSecret(source: Source, name: string, problems: string[], minLength = 1): Secret {
  const file = source[`${name}_FILE`]
  let value = source[name]
  if (file !== undefined && value !== undefined)
    problems.push(`${name} and ${name}_FILE are both set: keep one`)
  if (file !== undefined) {
    try {
      value = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`)
      return new Secret('')
    }
  }
  if (value === undefined) problems.push(`${name} is missing (or name a file in ${name}_FILE)`)
  else if (value.length < minLength) problems.push(`${name} must have at least ${minLength} characters`)
  else if (/[^\x21-\x7e]/.test(value)) problems.push(`${name} must be printable ASCII without spaces`)
  return new Secret(value ?? '')
}

/** Reads a secret that may be left out; null if neither variable is set. */
function readOptionalSecret(
  source: Source,
  name: string,
  problems: string[],
  minLength: number,
): Secret | null {
  const given = source[name] !== undefined || source[`${name}_FILE`] !== undefined
  return given ? readSecret(source, name, problems, minLength) : null
}

function readEnvironment(source: Source, name: string, problems: string[]) {
  const prefix = `PAYDESK_${name.toUpperCase().replaceAll('-', '_')}_`
  const own = Object.fromEntries(
    Object.keys(environmentVariablesSchema.shape).map((key) => [key, source[prefix + key]]),
  )
  const read = environmentVariablesSchema.safeParse(own)
  const clientName = readSecret(source, `${prefix}CLIENT_NAME`, problems)
  const token = readSecret(source, `${prefix}TOKEN`, problems, 8)
  if (!read.success) {
    problems.push(...describeIssues(read.error, prefix))
    return undefined
  }
  const { NOTIFICATION_PROOF: proof, NOTIFICATION_HEADER: header } = read.data
  const readToken = proof === 'none' ? readOptionalSecret : readSecret
  const kind = read.data.KIND ?? (name === 'production' ? 'production' : 'stage')
  return {
    name: environmentNameSchema.parse(name),
    label: read.data.LABEL ?? name.charAt(0).toUpperCase() + name.slice(1),
    kind,
    banner: read.data.BANNER ?? null,
    baseUrl: read.data.BASE_URL,
    merchantIds: read.data.MERCHANT_IDS,
    /** Places of documents below the base address; undefined for the usual ones. */
    documentPaths: read.data.DOCUMENT_PATHS,
    clientName,
    token,
    /** True if confirmed decisions are carried out through the payment service. */
    operatorActions: read.data.OPERATOR_ACTIONS === 'on',
    requests: readPaymentRequestConfig(source, { prefix, baseUrl: read.data.BASE_URL }, problems),
    notification: {
      proof,
      header: header.toLowerCase(),
      token: readToken(source, `${prefix}NOTIFICATION_TOKEN`, problems, 8),
      oldToken: readOptionalSecret(source, `${prefix}OLD_NOTIFICATION_TOKEN`, problems, 8),
    },
  }
}

/**
 * Reads the whole configuration from environment variables and the files they name. Throws a `ConfigError`
 * that lists all errors at once and never a value.
 */
export function readConfig(source: Source) {
  const set = Object.keys(source).filter((name) => source[name] !== undefined)
  const renamed = describeRenamedVariables(set)
  const problems = [...renamed]
  const read = generalVariablesSchema.safeParse(source)
  if (!read.success) problems.push(...describeIssues(read.error))
  const isByKey = source.OIDC_CLIENT_AUTH === 'private_key_jwt'
  const clientSecret = isByKey
    ? readOidcClientKey(source, problems)
    : readSecret(source, 'OIDC_CLIENT_SECRET', problems)
  const dataKey = readSecret(source, 'PAYDESK_DATA_KEY', problems, 32)
  const oldDataKey = readOptionalSecret(source, 'PAYDESK_OLD_DATA_KEY', problems, 32)
  const dataKeys: [Secret, ...Secret[]] = oldDataKey === null ? [dataKey] : [dataKey, oldDataKey]
  const metricsToken = readOptionalSecret(source, 'PAYDESK_METRICS_TOKEN', problems, 16)
  // Read the names alone: if another variable is wrong, the environments are checked too.
  const names =
    generalVariablesSchema.shape.PAYDESK_ENVIRONMENTS.safeParse(source.PAYDESK_ENVIRONMENTS).data ?? []
  const unread = set.filter((name) => !renamed.some((line) => line.startsWith(`${name} `)))
  problems.push(...describeUnknownVariables(unread, configVariableNames, names))
  if (new Set(names).size !== names.length) problems.push('PAYDESK_ENVIRONMENTS names an environment twice')
  const environments = names
    .map((name) => readEnvironment(source, name, problems))
    .filter((one) => one !== undefined)
  const cells = parsePolicyOverrides(read.data?.PAYDESK_FIELD_PERMISSIONS ?? '')
  problems.push(...cells.errors.map((error) => `PAYDESK_FIELD_PERMISSIONS: ${error}`))
  const review = readReviewConfig(source, problems)
  const reconciliation = readReconciliationConfig(source, problems)
  const { clientAuth, clientKeyId, logoutTokenTypes, ...authority } = readSignInConfig(source, problems)
  const branding = readBranding(source, problems)
  const backups = readBackupConfig(source, problems)
  const audit = readAuditConfig(source, read.data?.PAYDESK_DATA_DIR ?? '', problems)
  if (!read.success || problems.length > 0) throw new ConfigError(problems)
  const { data } = read
  return {
    origin: data.PAYDESK_ORIGIN,
    host: data.PAYDESK_HOST,
    port: data.PAYDESK_PORT,
    trustProxy: data.PAYDESK_TRUST_PROXY,
    zone: data.PAYDESK_ZONE,
    /** Languages in which texts for customers are released; English always is. */
    customerLanguages: data.PAYDESK_CUSTOMER_LANGUAGES,
    dataDir: data.PAYDESK_DATA_DIR,
    databaseUrl: data.DATABASE_URL === undefined ? null : new Secret(data.DATABASE_URL),
    logLevel: data.PAYDESK_LOG_LEVEL,
    idleMs: data.PAYDESK_IDLE_MS,
    sessionMs: data.PAYDESK_SESSION_MS,
    ...authority,
    branding,
    breakGlassMs: data.PAYDESK_BREAK_GLASS_MS,
    upstreamDeadlineMs: data.PAYDESK_SERVICE_DEADLINE_MS,
    signInsPerMinute: data.PAYDESK_SIGN_INS_PER_MINUTE,
    searchesPerMinute: data.PAYDESK_SEARCHES_PER_MINUTE,
    reauthenticationMs: data.PAYDESK_REAUTHENTICATION_MS,
    revealsPerHour: data.PAYDESK_REVEALS_PER_HOUR,
    documentsPerHour: data.PAYDESK_DOCUMENTS_PER_HOUR,
    recordsPerHour: data.PAYDESK_IDENTITY_RECORDS_PER_HOUR,
    exportsPerHour: data.PAYDESK_EXPORTS_PER_HOUR,
    paymentLinksPerHour: data.PAYDESK_PAYMENT_LINKS_PER_HOUR,
    exportRowsWithoutApproval: data.PAYDESK_EXPORT_ROWS_WITHOUT_APPROVAL,
    cells: cells.overrides,
    proofFile: resolve(data.PAYDESK_MASKING_PROOF_FILE ?? join(data.PAYDESK_DATA_DIR, 'masking-proof.json')),
    review,
    reconciliation,
    audit,
    backups,
    syncIntervalMs: data.PAYDESK_SYNC_INTERVAL_MS,
    readsPerSecond: data.PAYDESK_READS_PER_SECOND,
    catchUpReadsPerSecond: data.PAYDESK_CATCH_UP_READS_PER_SECOND,
    /** True if records may be read ahead while a person looks at their rows. */
    readAhead: data.PAYDESK_READ_AHEAD === 'on',
    documentBytes: data.PAYDESK_DOCUMENT_BYTES,
    requestsPerMinute: data.PAYDESK_REQUESTS_PER_MINUTE,
    requestAbsentMs: data.PAYDESK_REQUEST_ABSENT_MS,
    maxBacklog: data.PAYDESK_NOTIFICATION_QUEUE_MAX,
    metricsToken,
    /** Base address of a collector of traces; null records none. */
    traceEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    dataKeys,
    oidc: {
      issuer: data.OIDC_ISSUER,
      clientId: data.OIDC_CLIENT_ID,
      clientSecret,
      clientAuth,
      clientKeyId,
      logoutTokenTypes,
      scope: data.OIDC_SCOPE,
      rolesClaim: data.OIDC_ROLES_CLAIM,
      merchantsClaim: data.OIDC_MERCHANTS_CLAIM ?? null,
      roleMap: new Map(data.OIDC_ROLE_MAP),
    },
    environments,
  }
}

export type Config = ReturnType<typeof readConfig>
export type EnvironmentConfig = Config['environments'][number]
