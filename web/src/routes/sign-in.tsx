import { roleClaimSourcesSchema } from '@paydesk/shared/administration/sign-in'
import { supportReferenceSchema } from '@paydesk/shared/core/ids'
import { sessionEndCauseSchema } from '@paydesk/shared/core/problem'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { rootRoute } from './layout-routes.tsx'
import { loadTexts } from './prefetch.ts'

const localPathSchema = z.string().regex(/^\/(?![/\\])[\x21-\x7e]{0,1000}$/)
const signInSearchParamsSchema = z.object({
  reason: z
    .enum(['session_idle', 'session_over', 'session_ended', 'signed_out', 'not_signed_in'])
    .optional()
    .catch(undefined),
  /** Author and time of the session's end, and the time zone in which that time is shown. */
  by: sessionEndCauseSchema.optional().catch(undefined),
  at: z.iso.datetime().optional().catch(undefined),
  zone: z.string().max(60).optional().catch(undefined),
  problem: z.string().max(40).optional().catch(undefined),
  reference: supportReferenceSchema.optional().catch(undefined),
  looked: roleClaimSourcesSchema,
  return: localPathSchema.optional().catch(undefined),
})

export type SignInSearchParams = z.output<typeof signInSearchParamsSchema>

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearchParamsSchema,
  loader: (load) => loadTexts(load, 'signInPage'),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
