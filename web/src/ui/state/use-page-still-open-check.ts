import { useRouter } from '@tanstack/react-router'

/** Tells whether the user is still on the page from which a request was sent. */
export type PageStillOpenCheck = () => boolean

/**
 * Returns a function that marks the page from which a request is sent: an answer must not take a user away from a page
 * that they have opened meanwhile.
 */
export function usePageStillOpenCheck(): () => PageStillOpenCheck {
  const router = useRouter()
  return () => {
    const { pathname } = router.latestLocation
    return () => router.latestLocation.pathname === pathname
  }
}
