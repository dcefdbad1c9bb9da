import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { getButtonClassName } from '../forms/button.tsx'

/** Leads from an empty list to the search for a customer, where its work begins. */
export function FindCustomerLink(): ReactNode {
  const { name: env } = useEnvironment()
  const { findCustomer } = useMessages('lists')
  if (!useMay('search.use')) return null
  return (
    <Link to="/$env/" params={{ env }} className={getButtonClassName()}>
      {findCustomer}
    </Link>
  )
}
