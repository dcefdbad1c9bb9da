import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SignInPage } from './session/sign-in-page.tsx'

const route = getRouteApi('/sign-in')

export function SignInRoute(): ReactNode {
  const { why, problem, reference, return: returnTo = '/' } = route.useSearch()
  return <SignInPage why={why} problem={problem} reference={reference} returnTo={returnTo} />
}
