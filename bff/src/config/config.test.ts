import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigError, configVariableNames, readConfig } from './config.ts'

const good = {
  PAYDESK_ORIGIN: 'https://paydesk.example.test',
  PAYDESK_ENVIRONMENTS: 'stage,production',
  PAYDESK_DATA_KEY: 'x9-data-key-x9-data-key-x9-data-key-x9',
  PAYDESK_STAGE_BASE_URL: 'https://stage.example.test',
  PAYDESK_STAGE_CLIENT_NAME: 'x9-client-stage',
  PAYDESK_STAGE_TOKEN: 'x9-token-stage',
  PAYDESK_STAGE_MERCHANT_IDS: 'demo-merchant, demo-outlet',
  PAYDESK_STAGE_NOTIFICATION_TOKEN: 'x9-notification-stage',
  PAYDESK_PRODUCTION_BASE_URL: 'https://live.example.test/gateway',
  PAYDESK_PRODUCTION_CLIENT_NAME: 'x9-client-live',
  PAYDESK_PRODUCTION_TOKEN: 'x9-token-live',
  PAYDESK_PRODUCTION_MERCHANT_IDS: 'demo-merchant-live',
  PAYDESK_PRODUCTION_NOTIFICATION_TOKEN: 'x9-notification-live',
  OIDC_ISSUER: 'https://login.example.test',
  OIDC_CLIENT_ID: 'paydesk',
  OIDC_CLIENT_SECRET: 'x9-oidc-secret',
}

function problemsOf(source: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(source)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('reads a full configuration with its defaults', () => {
    const config = readConfig(good)
    expect(
      config.environments.map(({ name, kind, label, merchantIds }) => ({ name, kind, label, merchantIds })),
    ).toEqual([
      { name: 'stage', kind: 'stage', label: 'Stage', merchantIds: ['demo-merchant', 'demo-outlet'] },
      { name: 'production', kind: 'production', label: 'Production', merchantIds: ['demo-merchant-live'] },
    ])
    expect(config.idleMs).toBe(900_000)
    expect(config.customerLanguages).toEqual(['en', 'de'])
    expect(config.sessionMs).toBe(36_000_000)
  })

  it('requires a notification proof unless the proof is set to none, and keeps an old token', () => {
    const notification = (more: Record<string, string | undefined>) =>
      readConfig({ ...good, ...more }).environments[0]?.notification
    expect(notification({})).toMatchObject({ proof: 'checksum', header: 'x-isx-checksum', oldToken: null })
    expect(
      notification({
        PAYDESK_STAGE_NOTIFICATION_HEADER: 'X-Signature',
        PAYDESK_STAGE_OLD_NOTIFICATION_TOKEN: 'x9-former-token',
      }),
    ).toMatchObject({ header: 'x-signature', oldToken: expect.anything() })
    const none = {
      PAYDESK_STAGE_NOTIFICATION_PROOF: 'none',
      PAYDESK_STAGE_NOTIFICATION_TOKEN: undefined,
    }
    expect(notification(none)).toMatchObject({ proof: 'none', token: null })
    for (const proof of ['checksum', 'bearer'])
      expect(problemsOf({ ...good, ...none, PAYDESK_STAGE_NOTIFICATION_PROOF: proof }).join()).toContain(
        'PAYDESK_STAGE_NOTIFICATION_TOKEN is missing',
      )
    expect(problemsOf({ ...good, PAYDESK_STAGE_NOTIFICATION_HEADER: 'a b' }).join()).toContain('_HEADER')
  })

  it('rejects a variable with its old name and says the new one, never its value', () => {
    const old = {
      PAYDESK_GLASS_MS: '61234',
      PAYDESK_STAGE_MOST_AMOUNT: 'EUR=61234',
      PAYDESK_CELLS: 'support:61234',
      PAYDESK_WARM_READS: '61234',
    }
    const problems = problemsOf({ ...good, ...old })
    expect(problems).toEqual([
      'PAYDESK_CELLS is now PAYDESK_FIELD_PERMISSIONS',
      'PAYDESK_GLASS_MS is now PAYDESK_BREAK_GLASS_MS',
      'PAYDESK_WARM_READS is now PAYDESK_READ_AHEAD',
      'PAYDESK_STAGE_MOST_AMOUNT is now PAYDESK_STAGE_MAX_AMOUNT',
    ])
  })

  it('refuses variables that it does not read, each with the nearest name, all at once and without a value', () => {
    const wrong = {
      PAYDESK_SESION_MS: 'x9-session',
      PAYDESK_STAGE_TOKNE_FILE: 'x9-token',
      PAYDESK_STGAE_MERCHANT_IDS: 'x9-merchants',
      PAYDESK_SANDBOX_BASE_URL: 'x9-url',
      PAYDESK_EVERYTHING_FASTER: 'x9-faster',
      PAYDESK_PORT: 'x9-port',
      PAYDESK_CELLS: 'x9-cells',
      OTHER_SESION_MS: 'x9-other',
      OIDC_ROLE_CLAIM: 'x9-claim',
      OIDC_SCOPES: 'x9-scope',
      PAYDEKS_ZONE: 'x9-zone',
      DATABASE_URI: 'x9-database',
      DATABASE_USER: 'x9-user',
      DATABASE_SSL: 'x9-ssl',
      DATABASE_URL_2: 'x9-second',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x9-traces',
    }
    const problems = problemsOf({ ...good, ...wrong })
    expect(problems.toSorted()).toEqual([
      'DATABASE_URI is no variable of Paydesk: is it DATABASE_URL?',
      'OIDC_ROLE_CLAIM is no variable of Paydesk: is it OIDC_ROLES_CLAIM?',
      'OIDC_SCOPES is no variable of Paydesk: is it OIDC_SCOPE?',
      'PAYDEKS_ZONE is no variable of Paydesk: is it PAYDESK_ZONE?',
      'PAYDESK_CELLS is now PAYDESK_FIELD_PERMISSIONS',
      'PAYDESK_EVERYTHING_FASTER is no variable of Paydesk',
      'PAYDESK_PORT is not of the expected form',
      'PAYDESK_SANDBOX_BASE_URL belongs to no environment of PAYDESK_ENVIRONMENTS',
      'PAYDESK_SESION_MS is no variable of Paydesk: is it PAYDESK_SESSION_MS?',
      'PAYDESK_STAGE_TOKNE_FILE is no variable of Paydesk: is it PAYDESK_STAGE_TOKEN_FILE?',
      'PAYDESK_STGAE_MERCHANT_IDS is no variable of Paydesk: is it PAYDESK_STAGE_MERCHANT_IDS?',
    ])
    expect(problems.join()).not.toContain('x9-')
    // Without a list of environments, each of their variables may be right.
    expect(problemsOf({ ...good, PAYDESK_ENVIRONMENTS: undefined, PAYDESK_STGAE_TOKEN: 'x9-token' })).toEqual(
      ['PAYDESK_ENVIRONMENTS is missing'],
    )
  })

  it('knows exactly the documented variables', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8')
    const documented = [...text.matchAll(/^\| `(PAYDESK_[A-Z_]+|PAYDESK_<NAME>_[A-Z_]+)`/gm)].map(
      ([, name = '']) => name,
    )
    const { general, ofEnvironment } = configVariableNames
    const known = [
      ...general.filter((name) => name.startsWith('PAYDESK_')),
      ...ofEnvironment.map((end) => `PAYDESK_<NAME>_${end}`),
    ]
    // One variable has a paragraph, not a line of a table.
    expect(text).toContain('`PAYDESK_ENVIRONMENTS`')
    expect([...documented, 'PAYDESK_ENVIRONMENTS'].toSorted()).toEqual(known.toSorted())
  })

  it('requires a usable key for private_key_jwt, and no secret beside it', () => {
    const byKey = { ...good, OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_AUTH: 'private_key_jwt' }
    const toPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const rsa = (bits: number) => toPem(generateKeyPairSync('rsa', { modulusLength: bits }).privateKey)
    expect(readConfig({ ...byKey, OIDC_CLIENT_KEY: rsa(2_048) }).oidc.clientAuth).toBe('private_key_jwt')
    expect(problemsOf(byKey)).toEqual(['OIDC_CLIENT_KEY is missing (or name a file in OIDC_CLIENT_KEY_FILE)'])
    const wrong = toPem(generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey)
    for (const key of ['x9-key', wrong, rsa(1_024)])
      expect(problemsOf({ ...byKey, OIDC_CLIENT_KEY: key }).join()).toMatch(
        /^OIDC_CLIENT_KEY must be a private key [^9]*bits or more, or P-256$/,
      )
    expect(problemsOf({ ...byKey, OIDC_CLIENT_KEY_FILE: '/nowhere/x9' })).toEqual([
      'OIDC_CLIENT_KEY_FILE names a file that cannot be read',
    ])
  })

  it('reports all missing variables at once', () => {
    const problems = problemsOf({ PAYDESK_ENVIRONMENTS: 'stage' }).join('\n')
    for (const name of [
      'PAYDESK_ORIGIN',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'PAYDESK_DATA_KEY',
    ]) {
      expect(problems).toContain(name)
    }
  })

  it('reports missing variables of each environment, also if a general one is missing', () => {
    const problems = problemsOf({
      ...good,
      PAYDESK_ORIGIN: undefined,
      PAYDESK_STAGE_TOKEN: undefined,
      PAYDESK_PRODUCTION_BASE_URL: undefined,
    }).join('\n')
    expect(problems).toContain('PAYDESK_STAGE_TOKEN')
    expect(problems).toContain('PAYDESK_PRODUCTION_BASE_URL')
    expect(problems).toContain('PAYDESK_ORIGIN')
  })

  it.each([
    ['PAYDESK_ORIGIN', 'http://paydesk.example.test'],
    ['PAYDESK_ORIGIN', 'https://paydesk.example.test/path'],
    ['PAYDESK_PORT', 'x9port'],
    ['PAYDESK_TRUST_PROXY', 'x9true'],
    ['PAYDESK_TRUST_PROXY', 'loopback,x9proxy.example.test'],
    ['PAYDESK_ZONE', 'Mars/Olympus'],
    ['PAYDESK_CUSTOMER_LANGUAGES', 'en,pt'],
    ['PAYDESK_ENVIRONMENTS', 'stage,stage'],
    ['PAYDESK_ENVIRONMENTS', '../x9'],
    ['PAYDESK_STAGE_BASE_URL', 'http://stage.example.test'],
    ['PAYDESK_STAGE_BASE_URL', 'https://user:x9pass@stage.example.test'],
    ['PAYDESK_STAGE_TOKEN', 'x9 token with spaces'],
    ['PAYDESK_STAGE_MERCHANT_IDS', '../x9'],
    ['PAYDESK_STAGE_DOCUMENT_PATHS', '/x9files'],
    ['PAYDESK_STAGE_DOCUMENT_PATHS', '/x9files/../'],
    ['PAYDESK_STAGE_OPERATOR_ACTIONS', 'yes-x9'],
    ['PAYDESK_STAGE_KIND', 'x9kind'],
    ['PAYDESK_DATA_KEY', 'x9short'],
    ['OIDC_ISSUER', 'http://login.example.test'],
    ['OIDC_ROLE_MAP', 'x9team=x9role'],
    ['DATABASE_URL', 'mysql://x9'],
    ['PAYDESK_LOG_LEVEL', 'x9loud'],
  ])('rejects an invalid %s by name, never by value', (name, value) => {
    const problems = problemsOf({ ...good, [name]: value })
    expect(problems.join('\n')).toContain(name)
    for (const word of value.split(/[^A-Za-z0-9]+/).filter((part) => part.startsWith('x9'))) {
      expect(problems.join('\n')).not.toContain(word)
    }
  })

  it.each([
    'true',
    '1',
    'yes',
    'all',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.300',
    'proxy',
    'localhost',
  ])('says what to write in place of PAYDESK_TRUST_PROXY=%s', (value) => {
    expect(problemsOf({ ...good, PAYDESK_TRUST_PROXY: value })).toEqual([
      'PAYDESK_TRUST_PROXY must name the proxies in front: loopback, linklocal, uniquelocal, an address such as 10.0.0.7 or a network such as 10.0.0.0/8',
    ])
  })

  it.each(['loopback', '10.0.0.0/8', '10.0.0.7, fd00::/8', '::1,uniquelocal', ''])(
    'accepts the proxies %s',
    (value) => {
      const wanted = value.split(',').map((one) => one.trim())
      expect(readConfig({ ...good, PAYDESK_TRUST_PROXY: value }).trustProxy).toEqual(
        value === '' ? [] : wanted,
      )
    },
  )

  it('reads secrets from files and rejects two sources of one secret', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'paydesk-config-')), 'token')
    writeFileSync(file, 'x9-token-of-file\n')
    const { PAYDESK_STAGE_TOKEN: _, ...rest } = good
    expect(readConfig({ ...rest, PAYDESK_STAGE_TOKEN_FILE: file }).environments[0]?.token.reveal()).toBe(
      'x9-token-of-file',
    )
    expect(problemsOf({ ...good, PAYDESK_STAGE_TOKEN_FILE: file }).join()).toContain('keep one')
    expect(problemsOf({ ...rest, PAYDESK_STAGE_TOKEN_FILE: '/nowhere/x9' }).join()).toMatch(
      /PAYDESK_STAGE_TOKEN_FILE.*cannot be read/,
    )
  })

  it('never prints a secret', () => {
    const config = readConfig(good)
    const prints = [
      inspect(config, { depth: 9, showHidden: true }),
      JSON.stringify(config),
      `${config.environments[0]?.token}`,
      String(config.oidc.clientSecret),
    ]
    for (const print of prints) expect(print).not.toMatch(/x9-(token|client|oidc|data)/)
  })
})

describe('review settings', () => {
  it('have default times, limits and reasons', () => {
    const { review } = readConfig(good)
    expect(review).toMatchObject({
      slaMs: 4 * 3_600_000,
      slaTargetPercent: 95,
      claimMs: 300_000,
      decisionMs: 86_400_000,
      reasons: null,
    })
    expect(Object.fromEntries(review.amountLimits)).toEqual({ EUR: 100_000, USD: 100_000, GBP: 100_000 })
  })

  it('accept limits by currency; a currency that is left out has none', () => {
    const { review } = readConfig({ ...good, PAYDESK_REVIEW_AMOUNT_LIMITS: 'EUR:5, JPY:0' })
    expect(Object.fromEntries(review.amountLimits)).toEqual({ EUR: 5, JPY: 0 })
    for (const wrong of ['EUR', 'EUR:-1', 'EUR:1.5', 'eur:1', 'EUR:1,EUR:2', 'EUR:x9-secret'])
      expect(problemsOf({ ...good, PAYDESK_REVIEW_AMOUNT_LIMITS: wrong }).join()).toMatch(
        /^PAYDESK_REVIEW_AMOUNT_LIMITS must be pairs/,
      )
  })

  it('accept one text for an environment, or one for each language, and never repeat a wrong one', () => {
    const read = (label: string, banner: string) => {
      const own = { PAYDESK_STAGE_LABEL: label, PAYDESK_STAGE_BANNER: banner }
      return readConfig({ ...good, ...own }).environments.find(({ name }) => name === 'stage')
    }
    const both = '{"en":"Test","de":"Probe"}'
    expect(read('Rehearsal', both)).toMatchObject({
      label: 'Rehearsal',
      banner: { en: 'Test', de: 'Probe' },
    })
    expect(read(both, 'No real money')).toMatchObject({
      label: { en: 'Test', de: 'Probe' },
      banner: 'No real money',
    })
    for (const wrong of [
      '{"en":"x9"}',
      '{"en":"x9","de":"x9","fr":"x9"}',
      `{"en":"x9","de":"${'x9'.repeat(16)}"}`,
    ])
      expect(problemsOf({ ...good, PAYDESK_STAGE_LABEL: wrong }).join()).toMatch(
        /^PAYDESK_STAGE_LABEL(?!.*x9)/,
      )
  })

  it('accept reasons for every kind of decision', () => {
    const reasons = {
      accept: { all_well: 'All is well' },
      reject: { no: 'No' },
      cancel: { gone: { en: 'Gone', de: 'Weg' } },
    }
    expect(readConfig({ ...good, PAYDESK_REVIEW_REASONS: JSON.stringify(reasons) }).review.reasons).toEqual([
      { verdict: 'accept', code: 'all_well', label: 'All is well' },
      { verdict: 'reject', code: 'no', label: 'No' },
      { verdict: 'cancel', code: 'gone', label: { en: 'Gone', de: 'Weg' } },
    ])
  })

  it('report errors in reasons and never repeat them', () => {
    const problems = (reasons: unknown) => {
      const text = typeof reasons === 'string' ? reasons : JSON.stringify(reasons)
      const found = problemsOf({ ...good, PAYDESK_REVIEW_REASONS: text }).join('\n')
      expect(found).not.toContain('x9')
      return found
    }
    const fine = { accept: { a1: 'x9' }, reject: { a1: 'x9' }, cancel: { a1: 'x9' } }
    expect(problems('x9{')).toMatch(/must be a JSON object/)
    expect(problems('[]')).toMatch(/must be a JSON object/)
    expect(problems({ ...fine, x9_later: {} })).toMatch(/may name accept, reject and cancel only/)
    expect(problems({ accept: fine.accept, reject: fine.reject })).toMatch(
      /cancel must be an object of 1 to 30/,
    )
    expect(problems({ ...fine, reject: {} })).toMatch(/reject must be an object/)
    expect(problems({ ...fine, accept: { a1: 'x9', 'x9 Code': 'x9' } })).toMatch(
      /accept: reason 2 has a code/,
    )
    expect(problems({ ...fine, cancel: { a1: '' } })).toMatch(/cancel: reason 1 needs a text/)
    expect(problems({ ...fine, cancel: { a1: 'x9'.repeat(41) } })).toMatch(/needs a text/)
  })

  it('accept reasons for explaining a discrepancy, report errors in them and never repeat them', () => {
    const given = { all_well: 'All is well', later: { en: 'Later', de: 'Später' } }
    expect(
      readConfig({ ...good, PAYDESK_RECONCILIATION_REASONS: JSON.stringify(given) }).reconciliation.reasons,
    ).toEqual([
      { code: 'all_well', label: 'All is well' },
      { code: 'later', label: { en: 'Later', de: 'Später' } },
    ])
    expect(readConfig(good).reconciliation.reasons).toBeNull()
    for (const [text, expected] of [
      ['x9{', /must be a JSON object/],
      ['{}', /must be a JSON object of 1 to 30/],
      ['{"a1":"x9","x9 Code":"x9"}', /reason 2 has a code/],
      ['{"a1":""}', /reason 1 needs a text/],
      ['{"a1":{"en":"x9"}}', /reason 1 needs a text/],
    ] as const) {
      const found = problemsOf({ ...good, PAYDESK_RECONCILIATION_REASONS: text }).join('\n')
      expect(found).toMatch(expected)
      expect(found).not.toContain('x9')
    }
  })

  it('bound their times and cannot switch off approvals', () => {
    for (const name of [
      'PAYDESK_REVIEW_SLA_MS',
      'PAYDESK_REVIEW_SLA_TARGET_PERCENT',
      'PAYDESK_REVIEW_CLAIM_MS',
      'PAYDESK_DECISION_TTL_MS',
      'PAYDESK_DECISION_STALE_MS',
      'PAYDESK_DECISION_RECORD_MS',
      'PAYDESK_REVIEW_CALLS_PER_MINUTE',
    ])
      for (const wrong of ['0', '-5', 'soon', '99999999999'])
        expect(problemsOf({ ...good, [name]: wrong }).join()).toContain(`${name} must be a number`)
    expect(Object.keys(readConfig(good).review).sort()).toEqual([
      'amountLimits',
      'callsPerMinute',
      'claimMs',
      'decisionMs',
      'reasons',
      'recordMs',
      'slaMs',
      'slaTargetPercent',
      'staleMs',
    ])
    expect(readConfig(good).review.recordMs).toBe(90 * 24 * 3_600_000)
  })
})

describe('payment requests', () => {
  const requests = (more: Record<string, string | undefined> = {}) => {
    const [stage] = readConfig({ ...good, ...more }).environments
    if (stage === undefined) throw new Error('no environment')
    return stage.requests
  }

  it('are off without workflows, and have default fields', () => {
    const {
      workflows,
      currencies,
      holderCurrencies,
      hostedHosts,
      returnFrames,
      mayBePlain,
      getMaxAmountMinor,
      members,
    } = requests()
    expect({ workflows, currencies, holderCurrencies, returnFrames, mayBePlain }).toEqual({
      workflows: [],
      currencies: ['EUR'],
      holderCurrencies: ['EUR'],
      returnFrames: [],
      mayBePlain: false,
    })
    expect([...hostedHosts]).toEqual(['stage.example.test'])
    expect([getMaxAmountMinor('EUR'), getMaxAmountMinor('GBP')]).toEqual([10_000_000, 10_000_000])
    expect(members.client.size).toBe(18)
    expect([...members.client].filter(([, required]) => required).map(([member]) => member)).toEqual([
      'first_name',
      'last_name',
      'email',
    ])
    expect(readConfig(good).requestAbsentMs).toBe(900_000)
  })

  it('accept every configured field', () => {
    const read = requests({
      PAYDESK_STAGE_WORKFLOWS: 'ONE, Two words',
      PAYDESK_STAGE_CURRENCIES: 'GBP,EUR',
      PAYDESK_STAGE_HOLDER_CURRENCIES: '',
      PAYDESK_STAGE_MAX_AMOUNT: 'EUR:500',
      PAYDESK_STAGE_HOSTED_HOSTS: 'pay.example.test,verify.example.test:8443',
      PAYDESK_STAGE_RETURN_FRAMES: 'https://shop.example.test',
      PAYDESK_STAGE_REQUEST_FIELDS: JSON.stringify({
        merchant: { notification_url: 'hook' },
        transaction: { datetime: null },
        client: { email: false, gender: null, ip: true },
        account_holder: { types: ['PRIVATE'] },
      }),
    })
    expect(read).toMatchObject({
      workflows: ['ONE', 'Two words'],
      currencies: ['GBP', 'EUR'],
      holderCurrencies: [],
      returnFrames: ['https://shop.example.test'],
    })
    expect([...read.hostedHosts]).toEqual(['pay.example.test', 'verify.example.test:8443'])
    expect([read.getMaxAmountMinor('EUR'), read.getMaxAmountMinor('GBP')]).toEqual([500, 10_000_000])
    expect(read.members).toMatchObject({
      workflow: 'workflow',
      merchant: { id: 'id', return_url: 'return_url', notification_url: 'hook' },
      transaction: { amount: 'amount', currency: 'currency', datetime: null },
      account_holder: { name: 'name', types: ['PRIVATE'] },
    })
    expect(read.members.client.get('email')).toBe(false)
    expect(read.members.client.get('ip')).toBe(true)
    expect(read.members.client.has('gender')).toBe(false)
  })

  it.each([
    ['WORKFLOWS', 'ONE,ONE'],
    ['CURRENCIES', 'EUR,X9X'],
    ['HOLDER_CURRENCIES', 'x9'],
    ['MAX_AMOUNT', 'EUR:x9'],
    ['HOSTED_HOSTS', 'https://x9host.test'],
    ['HOSTED_HOSTS', 'x9@host.test'],
    ['RETURN_FRAMES', 'http://x9shop.example.test'],
    ['RETURN_FRAMES', 'https://x9shop.example.test/path'],
    ['RETURN_FRAMES', '*'],
    ['REQUEST_FIELDS', 'x9'],
    ['REQUEST_FIELDS', '{"x9":{}}'],
    ['REQUEST_FIELDS', '{"client":{"x9 name":true}}'],
    ['REQUEST_FIELDS', '{"merchant":{"id":"x9 name"}}'],
  ])('reject an invalid %s by name, never by value', (variable, value) => {
    const problems = problemsOf({ ...good, [`PAYDESK_STAGE_${variable}`]: value }).join('\n')
    expect(problems).toContain(`PAYDESK_STAGE_${variable}`)
    expect(problems).not.toContain('x9')
    expect(problems).not.toContain('X9X')
  })
})
