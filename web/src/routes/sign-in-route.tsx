import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'

const route = getRouteApi('/sign-in')

export function SignInRoute(): ReactNode {
  const { why, by, at, zone, problem, reference, return: returnTo = '/' } = route.useSearch()
  const ended = by && at && zone ? { by, at, zone } : undefined
  return <SignInPage why={why} ended={ended} problem={problem} reference={reference} returnTo={returnTo} />
}
