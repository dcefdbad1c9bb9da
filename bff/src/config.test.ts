import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

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
  it('takes a full configuration with its defaults', () => {
    const config = readConfig(good)
    expect(
      config.environments.map(({ name, kind, label, merchantIds }) => ({ name, kind, label, merchantIds })),
    ).toEqual([
      { name: 'stage', kind: 'stage', label: 'Stage', merchantIds: ['demo-merchant', 'demo-outlet'] },
      { name: 'production', kind: 'production', label: 'Production', merchantIds: ['demo-merchant-live'] },
    ])
    expect(config.idleMs).toBe(900_000)
    expect(config.sessionMs).toBe(36_000_000)
  })

  it('has a proof for notifications unless none is named, and keeps a former token', () => {
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

  it('names everything that is missing at once', () => {
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

  it('names what each environment lacks once the rest is read', () => {
    const problems = problemsOf({
      ...good,
      PAYDESK_STAGE_TOKEN: undefined,
      PAYDESK_PRODUCTION_BASE_URL: undefined,
    }).join('\n')
    expect(problems).toContain('PAYDESK_STAGE_TOKEN')
    expect(problems).toContain('PAYDESK_PRODUCTION_BASE_URL')
  })

  it.each([
    ['PAYDESK_ORIGIN', 'http://paydesk.example.test'],
    ['PAYDESK_ORIGIN', 'https://paydesk.example.test/path'],
    ['PAYDESK_PORT', 'x9port'],
    ['PAYDESK_ZONE', 'Mars/Olympus'],
    ['PAYDESK_ENVIRONMENTS', 'stage,stage'],
    ['PAYDESK_ENVIRONMENTS', '../x9'],
    ['PAYDESK_STAGE_BASE_URL', 'http://stage.example.test'],
    ['PAYDESK_STAGE_BASE_URL', 'https://user:x9pass@stage.example.test'],
    ['PAYDESK_STAGE_TOKEN', 'x9 token with spaces'],
    ['PAYDESK_STAGE_MERCHANT_IDS', '../x9'],
    ['PAYDESK_STAGE_KIND', 'x9kind'],
    ['PAYDESK_DATA_KEY', 'x9short'],
    ['OIDC_ISSUER', 'http://login.example.test'],
    ['OIDC_ROLE_MAP', 'x9team=x9role'],
    ['DATABASE_URL', 'mysql://x9'],
    ['PAYDESK_LOG_LEVEL', 'x9loud'],
  ])('refuses a bad %s by name, never by value', (name, value) => {
    const problems = problemsOf({ ...good, [name]: value })
    expect(problems.join('\n')).toContain(name)
    for (const word of value.split(/[^A-Za-z0-9]+/).filter((part) => part.startsWith('x9'))) {
      expect(problems.join('\n')).not.toContain(word)
    }
  })

  it('reads secrets from files and refuses two sources', () => {
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

  it('prints no secret in any way', () => {
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
