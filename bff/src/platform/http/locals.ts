import type { SupportReference } from '@paydesk/shared/core/ids'

declare global {
  namespace Express {
    interface Locals {
      /**
       * Reference made once per request and carried everywhere: answers, logs, audit log, calls to the
       * payment service.
       */
      reference: SupportReference
      /** URL pattern of the route, for the log: the real URL could contain an ID. */
      pattern?: string
      /** Fingerprint of the session and role; sent with every answer to a signed-in person. */
      sessionFingerprint?: string
      /** True for a script, style or picture: page policies have no effect on these. */
      isAsset?: true
      /**
       * True if other sites may frame the answer as its own policy says; the older frame header cannot name
       * sites.
       */
      isFramed?: true
      /** Hash of the one stylesheet inside a page, which the policy of that page allows. */
      styleHash?: string
    }
  }
}
