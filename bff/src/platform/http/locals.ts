import type { SupportReference } from '@paydesk/shared/core/ids'

declare global {
  namespace Express {
    interface Locals {
      /** Made once for each request and carried everywhere: answers, logs, audit, calls to the service. */
      reference: SupportReference
      /** The address pattern of the route, for the log: the real address could hold an id. */
      pattern?: string
      /** Tells one session and role from another; on every answer to somebody who is signed in. */
      mark?: string
      /** A script, style or picture: policies of pages mean nothing on it. */
      isAsset?: true
      /** Pages of others may hold it in a frame, which its own policy names: the older header knows no names. */
      isFramed?: true
    }
  }
}
