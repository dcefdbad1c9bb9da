import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Base URLs of the sandbox's payment service and identity provider. */
export interface SandboxUrls {
  readonly service: string
  readonly idp: string
}

/**
 * URL for the sandbox's notifications: the public endpoint of the product. `{account}` stands for the
 * environment.
 */
export function notifyUrl(appAt: string): string {
  return `${appAt}/notify/{account}/v1/notification`
}

/** Tokens with which the sandbox signs its notifications, by account. */
export const notificationTokens = {
  stage: 'sandbox-notification-stage-1b6de0f4',
  production: 'sandbox-notification-production-93ac27f8',
} as const

export const demoPorts = { app: 4480, service: 4481, idp: 4482 } as const

/**
 * Configuration of Paydesk with the sandbox: invented credentials that the sandbox accepts, two environments,
 * and a permanent banner on every page that says so.
 */
export function demoConfig(
  origin: string,
  world: SandboxUrls,
  dataDir = mkdtempSync(join(tmpdir(), 'paydesk-demo-')),
) {
  const banner = JSON.stringify({
    en: 'Sandbox: people, payments and documents are invented.',
    de: 'Sandbox: Personen, Zahlungen und Nachweise sind erfunden.',
  })
  return {
    PAYDESK_ORIGIN: origin,
    PAYDESK_PORT: new URL(origin).port,
    PAYDESK_ZONE: 'Europe/Berlin',
    PAYDESK_DATA_DIR: dataDir,
    PAYDESK_DATA_KEY: 'sandbox-only-data-key-7c02e91b5da8f364',
    PAYDESK_ENVIRONMENTS: 'stage,production',
    PAYDESK_STAGE_BASE_URL: `${world.service}/stage`,
    PAYDESK_STAGE_CLIENT_NAME: 'sandbox-client-stage',
    PAYDESK_STAGE_TOKEN: 'sandbox-token-stage-7f3a9c51d2e84b60',
    PAYDESK_STAGE_MERCHANT_IDS: 'demo-merchant,demo-outlet',
    PAYDESK_STAGE_NOTIFICATION_TOKEN: notificationTokens.stage,
    PAYDESK_STAGE_WORKFLOWS: 'DEMO_OPEN_BANKING,DEMO_CARD',
    PAYDESK_STAGE_CURRENCIES: 'EUR,GBP',
    PAYDESK_STAGE_BANNER: banner,
    PAYDESK_PRODUCTION_BASE_URL: `${world.service}/production`,
    PAYDESK_PRODUCTION_CLIENT_NAME: 'sandbox-client-production',
    PAYDESK_PRODUCTION_TOKEN: 'sandbox-token-production-c41be7705a9d4f28',
    PAYDESK_PRODUCTION_MERCHANT_IDS: 'demo-merchant-live',
    PAYDESK_PRODUCTION_NOTIFICATION_TOKEN: notificationTokens.production,
    PAYDESK_PRODUCTION_WORKFLOWS: 'DEMO_OPEN_BANKING',
    PAYDESK_PRODUCTION_BANNER: banner,
    OIDC_ISSUER: world.idp,
    OIDC_CLIENT_ID: 'paydesk',
    OIDC_CLIENT_SECRET: 'sandbox-only-oidc-secret',
    OIDC_SCOPE: 'openid profile email paydesk',
    OIDC_MERCHANTS_CLAIM: 'merchants',
  }
}
